import Foundation
import GRDB

// Local edits that lost. A version counts edits, not time, so the edit that lost may be the later one. Only the person
// can tell which is right.

// @show conflict-fields
/// A local edit that lost to a greater record.
public struct Conflict: Identifiable, Hashable, Sendable {
    /// A number that counts up and is never reused in one store.
    public let id: Int64
    /// The edit that lost.
    public let loser: Measurement
    /// The record that the store holds instead; nil if it has gone since.
    public let winner: Measurement?
    /// True if the winner is an edit of this device too: a later one. Otherwise another device wrote it.
    public let winnerIsOwn: Bool
    /// The time when the edit lost here.
    public let lostAt: Timestamp
}
// @end

extension MeasurementStore {
    /// The edits that lost, the latest first.
    public func conflicts() throws -> [Conflict] {
        try read { database in
            let tables = tables(reading: database)
            let sql = "SELECT \(RecordTables.columns), number, lost_at FROM conflict ORDER BY number DESC"
            return try RecordRow.all(database, sql) { row in
                let loser = try Measurement(row)
                let winner = try tables.row(loser.id)
                return Conflict(
                    id: row[after: 0], loser: loser, winner: winner?.record, winnerIsOwn: winner?.isOwn ?? false,
                    lostAt: Timestamp(clamping: row[after: 1]))
            }
        }
    }

    /// Restores an edit that lost, as a new edit that beats the record it lost to.
    ///
    /// - Returns: the record as it is now.
    @discardableResult
    public func restore(conflict number: Int64) throws -> Measurement {
        try write { tables in
            let sql = "SELECT \(RecordTables.columns) FROM conflict WHERE number = ?"
            guard let loser = try RecordRow.all(tables.database, sql, [number], Measurement.init).first else {
                throw StoreError.notFound("conflict \(number)")
            }
            let target = try EditTarget(row: tables.row(loser.id), refused: nil)
            let competingVersions = try [target.row?.record, tables.rejected(loser.id), loser].compactMap { $0 }
            let restored = try features.asRestored(nextVersion(of: loser, after: competingVersions))
            try storeEdit(restored, over: target, tables)
            try tables.execute("DELETE FROM conflict WHERE number = ?", [number])
            return restored
        }
    }

    /// Deletes a conflict; the winner stays.
    public func dismiss(conflict number: Int64) throws {
        try write { tables in
            try tables.execute("DELETE FROM conflict WHERE number = ?", [number])
            guard tables.database.changesCount > 0 else { throw StoreError.notFound("conflict \(number)") }
        }
    }
}
