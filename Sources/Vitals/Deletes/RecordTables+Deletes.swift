import Foundation
import GRDB

// What a deletion and an overwritten edit do to the tables, inside the transaction that brings them.

extension RecordTables {
    /// Moves the content of a record to `recently_deleted`, if the record that replaces its row is a deletion: from the
    /// row, the base, the refused copies and the conflicts. Lost deletes among them are dropped.
    func willReplaceRow(with record: Measurement) throws {
        guard record.isDeleted, rules.contains(.deletionsAreRead) else { return }
        var copies = try [row(record.id)?.record, base(record.id)].compactMap { $0 }
        if rules.contains(.deletionClearsAllCopies) {
            for table in ["rejected", "conflict"] {
                let statement = try database.cachedStatement(
                    sql: "SELECT \(Self.columns) FROM \(table) WHERE id = ? ORDER BY number")
                copies += try GRDB.Row.fetchAll(statement, arguments: [record.id.lowercased]).map(Measurement.init)
                try execute("DELETE FROM \(table) WHERE id = ?", [record.id.lowercased])
            }
        }
        try removeBase(record.id)
        for copy in copies { try keepRecentlyDeleted(copy) }
    }

    /// Erases what the write of a local deletion has left of the content: the base that a refusal would restore, and the
    /// origin of the edit.
    func didReplaceRow(with record: Measurement) throws {
        guard record.isDeleted, rules.contains(.deletionsAreRead) else { return }
        try removeBase(record.id)
        try eraseEditOrigin(record.id)
    }

    /// Keeps the content of a deleted record. An entry that says the same is replaced, so that its 30 days begin anew.
    private func keepRecentlyDeleted(_ copy: Measurement) throws {
        guard !copy.isDeleted else { return }
        for (number, content) in try recentlyDeleted(copy.id) where content.hasSameContent(as: copy) {
            try execute("DELETE FROM recently_deleted WHERE number = ?", [number])
        }
        try execute(
            "INSERT INTO recently_deleted (\(Self.columns), deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            copy.arguments + [clock().millisecondsSinceEpoch])
    }

    private func recentlyDeleted(_ id: UUID) throws -> [(number: Int64, content: Measurement)] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns), number FROM recently_deleted WHERE id = ?")
        return try GRDB.Row.fetchAll(statement, arguments: [id.lowercased]).map { ($0["number"], try Measurement($0)) }
    }

    // MARK: The version that an edit was made from

    /// The version that the first unsent edit of a row was made from; `none` for a new record.
    func editOrigin(of id: UUID) throws -> RecordVersion {
        guard rules.contains(.editOrigins) else { return try base(id).map(RecordVersion.init) ?? .none }
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns), digest FROM edited_from WHERE id = ?")
        guard let row = try GRDB.Row.fetchOne(statement, arguments: [id.lowercased]) else { return .none }
        if let digest: String = row["digest"] {
            return RecordVersion(version: row["version"], digest: digest) ?? .none
        }
        return RecordVersion(try Measurement(row))
    }

    /// True when a row without a base is an edit of a record that the server had. A deletion leaves no base behind.
    func isEditOfExchanged(_ id: UUID) throws -> Bool { try editOrigin(of: id) != .none }

    /// True when the record that a refused edit goes back to was an edit made on this device.
    func isOwn(_ base: Measurement, below refused: Row) throws -> Bool {
        guard try editOrigin(of: base.id) == RecordVersion(base) else { return false }
        return try Bool.fetchOne(
            database, sql: "SELECT own FROM edited_from WHERE id = ?", arguments: [base.id.lowercased]) ?? false
    }

    /// Makes an acknowledged copy the origin of the edits that were made on top of it meanwhile.
    func didAcknowledge(_ copy: Measurement) throws {
        guard let row = try row(copy.id), row.isDirty, row.record != copy else { return }
        try execute(
            """
            INSERT OR REPLACE INTO edited_from (\(Self.columns), own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, copy.arguments + [row.isOwn])
        if row.record.isDeleted { try eraseEditOrigin(copy.id) }
    }

    private func eraseEditOrigin(_ id: UUID) throws {
        let origin = try editOrigin(of: id)
        guard origin != .none else { return }
        try execute(
            """
            UPDATE edited_from SET value_ = 0, recorded_at = 0, updated_at = 0, extra = '', digest = ? WHERE id = ?
            """, [origin.digest, id.lowercased])
    }

    // MARK: Overwritten edits

    /// True when a row that loses holds an edit that the winner's author can't have seen: the server saw it overwritten,
    /// or hasn't confirmed it since history was lost. The caller has checked that the edit is the person's own.
    ///
    /// A server without the feature has nothing to say about either.
    func isUnseen(_ loser: Row) throws -> Bool {
        guard try SyncState.fetch(database).hasFeature(MeasurementStore.deletesFeature) else { return false }
        if rules.contains(.unconfirmedEditsAreKept), loser.isDirty { return true }
        guard rules.contains(.overwrittenEditsAreKept) else { return false }
        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
    }

    private func overwritten(_ id: UUID) throws -> OverwrittenVersions {
        let statement = try database.cachedStatement(sql: "SELECT versions FROM overwritten WHERE id = ?")
        let text = try String.fetchOne(statement, arguments: [id.lowercased])
        return try text.map { OverwrittenVersions(json: try JSONValue(parsing: Array($0.utf8))) }
            ?? OverwrittenVersions()
    }

    func setOverwritten(_ versions: OverwrittenVersions, of id: UUID) throws {
        try execute(
            "INSERT OR REPLACE INTO overwritten (id, versions) VALUES (?, ?)",
            [id.lowercased, CanonicalJSON.text(.object(versions.members))])
    }
}
