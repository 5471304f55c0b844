package import Foundation
import GRDB
import Vitals
package import VitalsServer

// What event streams, other servers and closed apps hear of entities, where chapter 20 is there to tell them.

extension SyncService {
    /// Reports a change of a user's entities, if the store reports its changes.
    func reportEntities(of user: UUID, seq: Int64) {
        // @from 20
        let change = RecordsChange(user: user, kind: .entities, seq: seq, origin: RequestOrigin.token)
        store.ability(ChangeFeed.self)?.didChange(change)
        // @end
    }
}

// @from 20
extension SQLiteSyncStore: FurtherLogs {
    package func furtherHeads(of user: UUID) async throws -> [ChangeKind: Int64] {
        guard hasEntityTables else { return [:] }
        return try await read { db in
            let sql = "SELECT max(seq) FROM entity_log WHERE user_id = ?"
            return try Int64.fetchOne(db, sql: sql, arguments: [user.lowercased]).map { [.entities: $0] } ?? [:]
        }
    }
}

extension PostgresSyncStore: FurtherLogs {
    package func furtherHeads(of user: UUID) async throws -> [ChangeKind: Int64] {
        guard hasEntityTables else { return [:] }
        return try await read { connection in
            let head: Int64? = try connection.query("SELECT max(seq) FROM entity_log WHERE user_id = \(user)").first?
                .valueIfPresent(0)
            return head.map { [.entities: $0] } ?? [:]
        }
    }
}
// @end
