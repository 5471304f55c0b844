import Foundation
import GRDB

// What a deletion and an overwritten edit do to the tables, inside the transaction that brings them.

extension RecordTables {
    /// Moves the content of a record to `recently_deleted`, if the record that replaces its row is a deletion: from the
    /// row, the base, the refused copies and the conflicts. Lost deletes among them are dropped.
    func clearContent(deletedBy record: Measurement) throws {
        guard record.isDeleted, rules.contains(.deletionsAreRead) else { return }
        // @write 17 clear-content
        var copies = try [row(record.id)?.record, base(record.id)].compactMap { $0 }
        copies += try takeCopies(of: record.id, from: .rejected)
        copies += try takeCopies(of: record.id, from: .conflict)
        try removeBase(record.id)
        // A lost deletion holds nothing that could be brought back.
        for copy in copies where !copy.isDeleted { try keepRecentlyDeleted(copy) }
        // @starter
        //| throw NotWritten(17, "move the content of the deleted record from everywhere it stands to the recently deleted")
        // @end
    }

    /// Erases what the write of a local deletion has left of the content: the base that a refusal would restore, and the
    /// origin of the edit.
    func clearRemains(deletedBy record: Measurement) throws {
        guard record.isDeleted, rules.contains(.deletionsAreRead) else { return }
        try removeBase(record.id)
        try eraseEditedFrom(record.id)
    }

    /// Keeps the content of a deleted record. An entry that says the same is replaced, so that its 30 days begin anew.
    func keepRecentlyDeleted(_ copy: Measurement) throws {
        for (number, content) in try recentlyDeleted(copy.id) where content.hasSameContent(as: copy) {
            try execute("DELETE FROM recently_deleted WHERE number = ?", [number])
        }
        try execute(
            "INSERT INTO recently_deleted (\(Self.columns), deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            copy.arguments + [clock().millisecondsSinceEpoch])
    }

    private func recentlyDeleted(_ id: UUID) throws -> [(number: Int64, content: Measurement)] {
        let sql = "SELECT \(Self.columns), number FROM recently_deleted WHERE id = ?"
        return try RecordRow.all(database, sql, [id.lowercased]) { row in (row[after: 0], try Measurement(row)) }
    }

    /// A table that keeps copies of records beside their rows.
    enum CopyTable: String {
        /// Copies that the server refused.
        case rejected
        /// Edits that lost.
        case conflict
    }

    /// Removes a record's copies from a table, and returns them, the oldest first.
    private func takeCopies(of id: UUID, from table: CopyTable) throws -> [Measurement] {
        guard rules.contains(.deletionClearsAllCopies) else { return [] }
        let sql = "SELECT \(Self.columns) FROM \(table.rawValue) WHERE id = ? ORDER BY number"
        let copies = try RecordRow.all(database, sql, [id.lowercased], Measurement.init)
        try execute("DELETE FROM \(table.rawValue) WHERE id = ?", [id.lowercased])
        return copies
    }

    // MARK: The version that an edit was made from

    /// The version that the first unsent edit of a row was made from; `none` for a new record.
    func editedFrom(_ id: UUID) throws -> RecordVersion {
        guard rules.contains(.editedFrom) else { return try base(id).map(RecordVersion.init) ?? .none }
        let sql = "SELECT \(Self.columns), digest FROM edited_from WHERE id = ?"
        return try RecordRow.all(database, sql, [id.lowercased]) { row in
            if let digest = row[after: 0] as String? {
                return RecordVersion(version: row[.version], digest: digest) ?? .none
            }
            return RecordVersion(try Measurement(row))
        }.first ?? .none
    }

    /// True when any row holds an edit of a record that was exchanged.
    func hasEditedFrom() throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM edited_from)")
        return try Bool.fetchOne(statement) ?? true
    }

    /// True when a row without a base is an edit of a record that the server had. A deletion leaves no base behind.
    func isEditOfExchanged(_ id: UUID) throws -> Bool { try editedFrom(id) != .none }

    /// True when the record that a refused edit goes back to was an edit made on this device.
    func isOwnBase(_ base: Measurement) throws -> Bool {
        guard try editedFrom(base.id) == RecordVersion(base) else { return false }
        return try Bool.fetchOne(
            database, sql: "SELECT own FROM edited_from WHERE id = ?", arguments: [base.id.lowercased]) ?? false
    }

    /// Makes an acknowledged copy the origin of the edits that were made on top of it meanwhile.
    func noteAcknowledged(_ copy: Measurement) throws {
        // @write 17 acknowledged-origin
        guard let row = try row(copy.id), row.isDirty, row.record != copy else { return }
        try setEditedFrom(copy, own: row.isOwn)
        if row.record.isDeleted { try eraseEditedFrom(copy.id) }
        // @starter
        //| // The server has this copy now. What is the unsent edit on top of it made from?
        // @end
    }

    /// Notes the record that a row's unsent edits were made from.
    private func setEditedFrom(_ record: Measurement, own: Bool) throws {
        try execute(
            """
            INSERT OR REPLACE INTO edited_from (\(Self.columns), own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, record.arguments + [own])
    }

    /// Puts the digest of the record that a row's unsent edits were made from in the place of its content.
    private func eraseEditedFrom(_ id: UUID) throws {
        let origin = try editedFrom(id)
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
    func isUnknownToWinner(_ loser: Row) throws -> Bool {
        guard try SyncState.fetch(database).hasFeature(MeasurementStore.deletesFeature) else { return false }
        var loser = loser
        if !rules.contains(.unconfirmedEditsAreKept) { loser.isDirty = false }
        // @write 17 unseen
        if loser.isDirty { return true }
        return try overwritten(loser.record.id).contains(RecordVersion(loser.record))
        // @starter
        //| throw NotWritten(17, "say whether the winner's author can't have seen the edit in this row")
        // @end
    }

    /// The versions of a record that the response which is being applied calls overwritten.
    func overwritten(_ id: UUID) throws -> OverwrittenVersions {
        guard rules.contains(.overwrittenEditsAreKept) else { return OverwrittenVersions() }
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
