import Foundation
import GRDB

// Records that the server refused. They are kept, shown with the reason, and sent again once they are edited.

/// A copy that the server refused.
public struct RejectedMeasurement: Identifiable, Hashable, Sendable {
    /// A number that counts up and is never reused in one store.
    public let id: Int64
    /// The copy as it was sent.
    public let measurement: Measurement
    /// A stable name, such as `out_of_bounds`.
    public let code: String
    /// The server's reason, one sentence for a person.
    public let detail: String
    /// The time when the refusal arrived.
    public let rejectedAt: Timestamp
}

extension MeasurementStore {
    /// The copies that the server refused, latest first.
    public func rejected() throws -> [RejectedMeasurement] {
        try read { database in
            let sql = """
                SELECT \(RecordTables.columns), number, code, detail, rejected_at FROM rejected ORDER BY number DESC
                """
            return try RecordRow.all(database, sql) { row in
                RejectedMeasurement(
                    id: row[after: 0], measurement: try Measurement(row), code: row[after: 1], detail: row[after: 2],
                    rejectedAt: Timestamp(clamping: row[after: 3]))
            }
        }
    }

    /// Deletes a refused copy.
    public func dismiss(rejected number: Int64) throws {
        try write { tables in
            try tables.execute("DELETE FROM rejected WHERE number = ?", [number])
            guard tables.database.changesCount > 0 else { throw StoreError.notFound("refused copy \(number)") }
        }
    }

    /// Applies a refusal that was the response to a whole request.
    package func apply(
        _ rejection: Rejection, of copy: Measurement, account: String?, origin: String
    ) throws -> Applied {
        try write { tables in
            var applied = Applied()
            guard try bindOrVerifyAccount(account, origin: origin, tables) else {
                applied.isSuperseded = true
                return applied
            }
            if try storeRejection(copy, rejection, tables) { applied.rejectedCount += 1 }
            applied.state = try SyncState.fetch(tables.database)
            return applied
        }
    }

    /// Moves a refused copy out of its row. Returns false and changes nothing if the row is no longer that copy,
    /// because the row may hold the fix by now.
    ///
    /// The row reverts to the greatest record exchanged with the server, or is deleted if there was none. If the
    /// refused copy stayed, it would hide every record that other devices write with a lower version.
    func storeRejection(_ copy: Measurement, _ rejection: Rejection, _ tables: RecordTables) throws -> Bool {
        guard let stored = try tables.row(copy.id),
            stored.record == copy || !rules.contains(.rejectionMatchesCopy)
        else { return false }
        try tables.execute(
            """
            INSERT INTO rejected (\(RecordTables.columns), code, detail, rejected_at, own)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, copy.arguments + [rejection.code, rejection.detail, clock().millisecondsSinceEpoch, stored.isOwn])
        guard rules.contains(.rejectedMovesAside) else {
            try tables.setDirty(false, copy.id)
            return true
        }

        // Keep the base until the server and the row agree, because the next edit may be refused as well.
        let base = try tables.base(copy.id)
        let wasExchanged = try base != nil || features.isEditOfExchanged(copy.id, in: tables)
        if let base, base != copy {
            try tables.put(base, dirty: true, own: features.isOwnBase(base, below: stored, in: tables))
        } else {
            try tables.removeBase(copy.id)
            try tables.remove(copy.id)
        }
        // The server has, or had, a record with this id behind our cursor. If the row is gone, it must be pulled again.
        // And a server with only the base protocol reports only in a pull that it already has the base.
        let lacksAccountSupport = try SyncState.fetch(tables.database).account == nil
        if wasExchanged, base == nil || base == copy || lacksAccountSupport {
            try tables.execute("UPDATE sync_state SET cursor = 0")
        }
        return true
    }

    /// Stores the server's features. If they have changed, the records that it refused are queued to be sent again.
    func noteFeatures(_ features: String?, _ tables: RecordTables) throws {
        let known = try SyncState.fetch(tables.database).features
        guard let features, features != known else { return }
        try tables.execute("UPDATE sync_state SET features = ?", [features])
        let sql = "SELECT \(RecordTables.columns), own FROM rejected"
        let refused = try RecordRow.all(tables.database, sql) { row in
            RecordTables.Row(record: try Measurement(row), isDirty: true, isOwn: row[after: 0])
        }
        for copies in Dictionary(grouping: refused, by: \.record.id).values { try sendAgain(copies, tables) }
        try tables.execute("DELETE FROM rejected")
    }
    /// Puts the greatest refused copy of a record back into its row, unless the row is greater. Every edit of the
    /// person that loses this way becomes a conflict.
    private func sendAgain(_ copies: [RecordTables.Row], _ tables: RecordTables) throws {
        guard let greatest = copies.max(by: { $1.record.beats($0.record) }) else { return }
        var losers = copies
        var winner = greatest.record
        if let stored = try tables.row(winner.id), !winner.beats(stored.record) {
            winner = stored.record
        } else {
            if let stored = try tables.row(winner.id) {
                if !stored.isDirty {
                    try tables.setBaseIfGreater(stored.record)
                } else if try tables.base(winner.id) != stored.record {
                    losers.append(stored)
                }
            }
            try features.willReplaceRow(with: winner, in: tables)
            try tables.put(winner, dirty: true, own: greatest.isOwn)
            try features.didReplaceRow(with: winner, in: tables)
        }
        for loser in losers where loser.isOwn && loser.record != winner {
            _ = try tables.insertConflict(loser.record, winner: winner, now: clock())
        }
    }
}
