import Foundation
import GRDB

// The tables kept beside the rows because of the server: what it has, what it refused, and what lost to it. The sync
// engine needs all of them; the store by itself only keeps them consistent.

extension RecordTables {
    // MARK: base

    /// The greatest record known to have been exchanged with the server, kept beside a dirty row. A row that's dirty
    /// only to heal the server is its own base.
    func base(_ id: UUID) throws -> Measurement? {
        let sql = "SELECT \(Self.columns) FROM base WHERE id = ?"
        return try RecordRow.all(database, sql, [id.lowercased], Measurement.init).first
    }

    func setBase(_ record: Measurement) throws {
        try execute(
            "INSERT OR REPLACE INTO base (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", record.arguments)
    }

    /// Stores a record that was exchanged with the server, unless a greater one is stored. A refusal reverts to the
    /// greatest.
    func setBaseIfGreater(_ record: Measurement) throws {
        if let base = try base(record.id), !record.beats(base) { return }
        try setBase(record)
    }

    func removeBase(_ id: UUID) throws {
        try execute("DELETE FROM base WHERE id = ?", [id.lowercased])
    }

    // @show store-synced-and-mark-clean
    /// Stores a record on which the row and the server agree, and removes its base.
    func storeSynced(_ record: Measurement, own: Bool = false) throws {
        try features.willReplaceRow(with: record, in: self)
        try put(record, dirty: false, own: own)
        try removeBase(record.id)
    }

    /// Marks a row clean, because the server has it. Does nothing if there is no row.
    func markClean(_ id: UUID) throws {
        try setDirty(false, id)
        try removeBase(id)
    }
    // @end

    // MARK: rejected

    /// The greatest refused copy of a record.
    func rejected(_ id: UUID) throws -> Measurement? {
        let sql = "SELECT \(Self.columns) FROM rejected WHERE id = ?"
        return try RecordRow.all(database, sql, [id.lowercased], Measurement.init)
            .max { $0.precedence < $1.precedence }
    }

    /// Removes only this copy. Other refused copies of the record may be edits that the person hasn't looked at yet.
    func removeRejected(_ copy: Measurement) throws {
        let sql = "SELECT \(Self.columns), number FROM rejected WHERE id = ?"
        let copies = try RecordRow.all(database, sql, [copy.id.lowercased]) { row in
            (record: try Measurement(row), number: row[after: 0] as Int64)
        }
        for refused in copies where refused.record == copy {
            try execute("DELETE FROM rejected WHERE number = ?", [refused.number])
        }
    }

    // MARK: conflict

    /// Stores a local edit that lost, unless the winner has the same content. Returns true if it was stored.
    func insertConflict(_ loser: Measurement, winner: Measurement, now: Timestamp) throws -> Bool {
        // Where the winner is a deletion, the content is kept with what was deleted.
        guard !winner.isDeleted, !loser.hasSameContent(as: winner) else { return false }
        try execute(
            "INSERT INTO conflict (\(Self.columns), lost_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            loser.arguments + [now.millisecondsSinceEpoch])
        return true
    }
}
