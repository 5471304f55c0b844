import Foundation
import GRDB

// What is kept beside the rows because of the server: what it has, what it refused, and what lost to it. The sync engine
// needs all of it; the store by itself only keeps it in order.

extension RecordTables {
    // MARK: base

    /// The last record exchanged with the server, for a row that differs from it.
    func base(_ id: UUID) throws -> Measurement? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM base WHERE id = ?")
        return try GRDB.Row.fetchOne(statement, arguments: [id.lowercased]).map(Measurement.init)
    }

    func setBase(_ record: Measurement) throws {
        try execute(
            "INSERT OR REPLACE INTO base (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", record.arguments)
    }

    /// Notes a record that was exchanged with the server; of several, the greatest is the one to go back to.
    func setBaseIfGreater(_ record: Measurement) throws {
        if let base = try base(record.id), !record.beats(base) { return }
        try setBase(record)
    }

    func removeBase(_ id: UUID) throws {
        try execute("DELETE FROM base WHERE id = ?", [id.lowercased])
    }

    // @show store-synced-and-mark-clean
    /// The row and the server agree on this record.
    func storeSynced(_ record: Measurement, own: Bool = false) throws {
        try put(record, dirty: false, own: own)
        try removeBase(record.id)
    }

    /// The server has what the row says; nothing happens where there is no row.
    func markClean(_ id: UUID) throws {
        try setDirty(false, id)
        try removeBase(id)
    }
    // @end

    // MARK: rejected

    /// The greatest refused copy of a record.
    func rejected(_ id: UUID) throws -> Measurement? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM rejected WHERE id = ?")
        return try GRDB.Row.fetchAll(statement, arguments: [id.lowercased]).map(Measurement.init)
            .max { $0.precedence < $1.precedence }
    }

    /// Removes this copy; the others of its record may be edits that nobody has looked at yet.
    func removeRejected(_ copy: Measurement) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT number, \(Self.columns) FROM rejected WHERE id = ?")
        for row in try GRDB.Row.fetchAll(statement, arguments: [copy.id.lowercased]) where try Measurement(row) == copy
        {
            try execute("DELETE FROM rejected WHERE number = ?", [row["number"]])
        }
    }

    // MARK: conflict

    /// Keeps a local edit that lost, unless the winner says the same and nothing can be missed.
    func insertConflict(_ loser: Measurement, winner: Measurement, now: Timestamp) throws -> Bool {
        guard !loser.hasSameContent(as: winner) else { return false }
        try execute(
            "INSERT INTO conflict (\(Self.columns), lost_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            loser.arguments + [now.millisecondsSinceEpoch])
        return true
    }
}
