import Foundation
import GRDB
import Vitals

extension Vitals.Measurement {
    /// - Throws: `SyncStoreError.unusable` where a row holds values that no build of Vitals wrote.
    init(storedIn row: Row) throws {
        guard let id = UUID(uuidString: row["id"]),
            let recordedAt = Timestamp(millisecondsSinceEpoch: row["recorded_at"]),
            let updatedAt = Timestamp(millisecondsSinceEpoch: row["updated_at"])
        else { throw SyncStoreError.unusable("The database contains a record that can't be read; restore a backup.") }
        self.init(
            id: id, kind: MetricKind(rawValue: row["kind"]), value: row["value"],
            unit: MetricUnit(rawValue: row["unit"]), recordedAt: recordedAt, updatedAt: updatedAt,
            version: row["version"], extra: UnknownMembers(unchecked: row["extra"]))
    }
}

extension LogEntry {
    static func fetch(_ db: Database, user: UUID, seq: Int64) throws -> LogEntry? {
        let statement = try db.cachedStatement(
            sql: "SELECT seq, record_id, version, applied_at, tag FROM sync_log WHERE user_id = ? AND seq = ?")
        return try Row.fetchOne(statement, arguments: [user.lowercased, seq]).flatMap(LogEntry.init)
    }

    static func fetchLast(_ db: Database, user: UUID) throws -> LogEntry? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT seq, record_id, version, applied_at, tag FROM sync_log
                WHERE user_id = ? ORDER BY seq DESC LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [user.lowercased]).flatMap(LogEntry.init)
    }

    private init?(_ row: Row) {
        guard let recordID = UUID(uuidString: row["record_id"]) else { return nil }
        self.init(
            seq: row["seq"], recordID: recordID, version: row["version"], appliedAt: row["applied_at"], tag: row["tag"])
    }
}
