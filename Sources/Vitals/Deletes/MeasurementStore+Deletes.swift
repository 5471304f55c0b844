public import Foundation
import GRDB

// Deletes by the person, and the records that can still be brought back.

/// The content of a deleted record, kept on this device for 30 days.
public struct RecentlyDeleted: Identifiable, Hashable, Sendable {
    /// A number that counts up and is never reused in one store.
    public let id: Int64
    /// The record as it was before it was deleted.
    public let measurement: Measurement
    /// The time when this device deleted the record, or learned that it was deleted.
    public let deletedAt: Timestamp

    /// 30 days, in milliseconds. After them the content is erased.
    public static let keptMilliseconds: Int64 = 30 * 24 * 60 * 60 * 1000
}

extension MeasurementStore {
    /// Deletes a record, here and with the next syncs everywhere. Its content stays in `recentlyDeleted()` for 30 days.
    ///
    /// The deletion is a version of the record like any other, and is sent also for a record that no server has
    /// acknowledged: the acknowledgement may have been lost.
    /// - Returns: the deletion.
    /// - Throws: `StoreError` with `notFound` when there is no such record, or when it's deleted already;
    ///   `MeasurementError.endOfTime`.
    @discardableResult
    public func delete(_ id: UUID) throws -> Measurement {
        try write { tables in
            let target = try editTarget(id, tables)
            guard let displayed = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
            let deletion = try nextVersion(of: displayed, after: target.competingVersions).asDeletion
            try storeEdit(deletion, over: target, tables)
            return deletion
        }
    }

    /// The deleted records whose content this device still has, the latest first.
    public func recentlyDeleted() throws -> [RecentlyDeleted] {
        try read { database in
            let sql = "SELECT \(RecordTables.columns), number, deleted_at FROM recently_deleted ORDER BY number DESC"
            return try RecordRow.all(database, sql) { row in
                RecentlyDeleted(
                    id: row[after: 0], measurement: try Measurement(row),
                    deletedAt: Timestamp(clamping: row[after: 1]))
            }
        }
    }

    /// Restores a deleted record as a new edit, which beats the deletion.
    ///
    /// - Parameter number: the entry's `id`.
    /// - Returns: the record as it is now.
    /// - Throws: `StoreError` with `notFound` when the entry has expired or was restored meanwhile.
    @discardableResult
    public func restore(deleted number: Int64) throws -> Measurement {
        try write { tables in
            let sql = "SELECT \(RecordTables.columns) FROM recently_deleted WHERE number = ?"
            guard let content = try RecordRow.all(tables.database, sql, [number], Measurement.init).first else {
                throw StoreError.notFound("deleted record \(number)")
            }
            let target = try EditTarget(row: tables.row(content.id), refused: nil)
            let restored = try nextVersion(
                of: content, after: [target.row?.record, tables.rejected(content.id), content].compactMap { $0 })
            try storeEdit(restored, over: target, tables)
            try tables.execute("DELETE FROM recently_deleted WHERE number = ?", [number])
            return restored
        }
    }

    /// Erases the content of a deleted record now.
    ///
    /// - Throws: `StoreError` with `notFound` when there is no such entry.
    public func erase(deleted number: Int64) throws {
        try write { tables in
            try tables.execute("DELETE FROM recently_deleted WHERE number = ?", [number])
            guard tables.database.changesCount > 0 else { throw StoreError.notFound("deleted record \(number)") }
        }
        try emptyLog()
    }

    /// Erases what was deleted more than 30 days ago. Where the clock was set back since, the 30 days start again.
    func removeExpired() throws {
        try onWriter { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        let now = clock().millisecondsSinceEpoch
        let isAnything = try read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM recently_deleted WHERE deleted_at <= ? OR deleted_at > ?)",
                arguments: [now - RecentlyDeleted.keptMilliseconds, now]) ?? false
        }
        guard isAnything else { return }
        let erasedCount = try write { tables in
            try tables.execute("UPDATE recently_deleted SET deleted_at = ? WHERE deleted_at > ?", [now, now])
            try tables.execute(
                "DELETE FROM recently_deleted WHERE deleted_at <= ?", [now - RecentlyDeleted.keptMilliseconds])
            return tables.database.changesCount
        }
        if erasedCount > 0 { try emptyLog() }
    }

    /// Empties the write-ahead log, which may still hold what was erased. While another connection reads, the log stays
    /// until the next time.
    private func emptyLog() throws {
        try onWriter { _ = try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    private func onWriter(_ body: (Database) throws -> Void) throws {
        do {
            try writer.writeWithoutTransaction(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}

extension MeasurementStore {
    /// All records, the deletions among them, in no particular order.
    package func allRecords() throws -> [Measurement] { try records(where: "true", []) }
}
