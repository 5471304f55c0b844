public import Foundation
import GRDB

// The store's eight methods that the specification defines. The engine uses some of them, and has stricter ones of its
// own.

extension MeasurementStore {
    /// Stores a local edit and marks it dirty, awaiting a push.
    ///
    /// The record is stored unchanged if it equals the row, or if its version is later than those of the row and its
    /// refused copies. Otherwise a sync has brought a newer record since the caller read it. The edit is still the
    /// person's latest decision, so it takes the next version.
    /// - Returns: the record as stored.
    @discardableResult
    public func upsert(_ record: Measurement) throws -> Measurement {
        // @write 4 upsert
        try write { tables in
            let target = try editTarget(record.id, tables)
            var edit = record
            if target.row?.record != edit, target.competingVersions.contains(where: { $0.version >= edit.version }) {
                edit = try nextVersion(of: edit, after: target.competingVersions)
            }
            try storeEdit(edit, over: target, tables)
            return edit
        }
        // @starter
        //| throw NotWritten(4, "store a local edit: dirty, and never under a version that is taken")
        // @end
    }

    /// Stores a record from the server unchanged, and marks it clean.
    ///
    /// - Warning: It overwrites an edit of this device that the server hasn't seen, and keeps no conflict. The
    ///   specification defines it; the engine merges each record instead, and an app uses `Device`.
    public func upsertClean(_ record: Measurement) throws {
        // @write 4 upsert-clean
        try write { tables in try tables.storeSynced(record) }
        // @starter
        //| throw NotWritten(4, "store a record that the server has, clean")
        // @end
    }

    /// The record with that id, or nil.
    public func byId(_ id: UUID) throws -> Measurement? {
        // @write 4 by-id
        try records(where: "id = ?", [id.lowercased]).first
        // @starter
        //| throw NotWritten(4, "read the record of an id")
        // @end
    }

    /// The records of a kind, oldest measurement first. Records of the same moment are in order of id.
    public func allByKind(_ kind: MetricKind) throws -> [Measurement] {
        // @write 4 all-by-kind
        try records(where: "kind = ? ORDER BY recorded_at, id", [kind.rawValue])
        // @starter
        //| throw NotWritten(4, "read the records of a kind, oldest first")
        // @end
    }

    /// The records that await a push, in order of id.
    public func dirty() throws -> [Measurement] {
        // @write 4 dirty-rows
        try records(where: "dirty = 1 ORDER BY id", [])
        // @starter
        //| throw NotWritten(4, "read the records that await a push")
        // @end
    }

    /// Marks the rows with these ids clean: all of them or, after an error, none.
    ///
    /// - Warning: It also marks an edit clean that was made while the push was in flight, and that edit is never sent.
    ///   The specification defines it; the engine compares each row with the copy that was pushed instead.
    public func clearDirty(_ ids: [UUID]) throws {
        // @write 4 clear-dirty
        try write { tables in
            for id in ids { try tables.markClean(id) }
        }
        // @starter
        //| throw NotWritten(4, "mark the rows of these ids clean, in one transaction")
        // @end
    }

    /// The log number up to which this store has pulled; 0 if it never has.
    public func cursor() throws -> Int64 {
        // @write 4 cursor
        try read { database in try Int64.fetchOne(database, sql: "SELECT cursor FROM sync_state") ?? 0 }
        // @starter
        //| throw NotWritten(4, "read the cursor from sync_state")
        // @end
    }

    /// Stores the cursor alone.
    ///
    /// - Warning: Records between the old cursor and this one are never pulled unless they are stored in the same
    ///   transaction. The specification defines it; the engine stores the cursor with its page.
    public func setCursor(_ cursor: Int64) throws {
        // @write 4 set-cursor
        try write { tables in try tables.execute("UPDATE sync_state SET cursor = ?", [cursor]) }
        // @starter
        //| throw NotWritten(4, "store the cursor in sync_state")
        // @end
    }

    // @show records-where
    /// The records that match an SQL condition, with `arguments` bound to its question marks.
    func records(where condition: String, _ arguments: StatementArguments) throws -> [Measurement] {
        try read { database in
            let sql = "SELECT \(RecordTables.columns) FROM measurement WHERE \(condition)"
            return try RecordRow.all(database, sql, arguments, Measurement.init)
        }
    }
    // @end
}
