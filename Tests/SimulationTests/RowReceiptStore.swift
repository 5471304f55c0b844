import Foundation
import Vitals
import VitalsServer

/// A server store whose receipts name the row at the end of a page, or the last one pushed, as all did once. A phone in the
/// middle of its pages then has a receipt that proves too little.
struct RowReceiptStore: SyncStore {
    let base: MemorySyncStore

    func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        var outcome = try await base.push(records, user: user, receipt: receipt)
        if outcome.acceptedIDs.isEmpty { outcome.head = nil }
        return outcome
    }

    func pull(user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?) async throws -> PullOutcome {
        var outcome = try await base.pull(user: user, cursor: cursor, through: through, limit: limit, receipt: receipt)
        outcome.head = await base.logEntry(user: user, seq: outcome.nextCursor)
        return outcome
    }

    func user(token: String) async throws -> UUID? { await base.user(token: token) }

    func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) async throws -> [RecordSize] {
        try await base.recordSizes(user: user, cursor: cursor, through: through, limit: limit)
    }

    func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await base.head(user: user, receipt: receipt)
    }

    func addUser(token: String) async throws -> UUID { try await base.addUser(token: token) }

    func users() async throws -> [UserSummary] { await base.users() }

    func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool { try await base.deleteUser(id, ifEmpty: ifEmpty) }

    func ability<Ability>(_ type: Ability.Type) -> Ability? { base.ability(type) }

    func checkReadiness() async throws {}

    func close() async throws {}
}
