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
            let rows = try Row.fetchAll(database, sql: "SELECT * FROM conflict ORDER BY number DESC")
            return try rows.map { row in
                let loser = try Measurement(row)
                let winner = try Row.fetchOne(
                    database, sql: "SELECT \(RecordTables.columns), own FROM measurement WHERE id = ?",
                    arguments: [loser.id.lowercased])
                return Conflict(
                    id: row["number"], loser: loser, winner: try winner.map(Measurement.init),
                    winnerIsOwn: winner?["own"] ?? false, lostAt: Timestamp(clamping: row["lost_at"]))
            }
        }
    }

    /// Restores an edit that lost, as a new edit that beats the record it lost to.
    ///
    /// - Returns: the record as it is now.
    @discardableResult
    public func restore(conflict number: Int64) throws -> Measurement {
        try write { tables in
            guard
                let row = try Row.fetchOne(
                    tables.database, sql: "SELECT * FROM conflict WHERE number = ?", arguments: [number])
            else { throw StoreError.notFound("conflict \(number)") }
            let loser = try Measurement(row)
            let target = try EditTarget(row: tables.row(loser.id), refused: nil)
            let competingVersions = try [target.row?.record, tables.rejected(loser.id), loser].compactMap { $0 }
            let restored = try nextVersion(of: loser, after: competingVersions).asDeletionIfDeleted
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
