public import Foundation
import GRDB

// The store as the contract has it: eight methods. The engine uses some of them and has stricter ones of its own.

extension MeasurementStore {
    /// Stores a local edit and marks it dirty, awaiting a push.
    ///
    /// The record is stored as it is when it beats the row, its refused copies, or there is none. When it does not,
    /// because a sync brought a newer one after the caller had read it, the edit is still the person's latest word and
    /// takes the next version.
    /// - Returns: the record as stored.
    @discardableResult
    public func upsert(_ record: Measurement) throws -> Measurement {
        try write { tables in
            let stored = try tables.row(record.id)
            var record = record
            if let stored, stored.record == record {
                try tables.setDirty(true, record.id)
                if !stored.isDirty { try tables.raiseBase(record) }
                return record
            }
            let refused = try refusedCopy(beating: stored?.record, record.id, tables)
            let rivals = [stored?.record, rules.contains(.fixOutranksBoth) ? refused : nil]
            if let rival = rivals.compactMap({ $0 }).max(by: { $0.precedence < $1.precedence }), !record.beats(rival) {
                record.version = rival.version
                record.updatedAt = max(record.updatedAt, rival.updatedAt)
                record = try record.bumpVersion(now: clock())
            }
            try storeEdit(record, over: stored, tables)
            if refused != nil { try tables.removeRejected(record.id) }
            return record
        }
    }

    /// Stores a record that came from the server, as it is, and marks it clean.
    public func upsertClean(_ record: Measurement) throws {
        try write { tables in try tables.settle(record) }
    }

    /// The record of that id, or nil.
    public func byId(_ id: UUID) throws -> Measurement? {
        try read { database in
            try Row.fetchOne(
                database, sql: "SELECT \(RecordTables.columns) FROM measurement WHERE id = ?",
                arguments: [id.lowercased]
            ).map(Measurement.init)
        }
    }

    /// The records of a kind, oldest measurement first.
    public func allByKind(_ kind: MetricKind) throws -> [Measurement] {
        try records(where: "kind = ? ORDER BY recorded_at, id", [kind.rawValue])
    }

    /// The records that await a push, in order of id.
    public func dirty() throws -> [Measurement] {
        try records(where: "dirty = 1 ORDER BY id", [])
    }

    /// Marks rows clean by their ids alone.
    ///
    /// Kept for the contract. An edit made while the push was in flight would be marked clean too and never be sent;
    /// the engine uses `acknowledge(_:)`.
    public func clearDirty(_ ids: [UUID]) throws {
        try write { tables in
            for id in ids {
                try tables.setDirty(false, id)
                try tables.removeBase(id)
            }
        }
    }

    /// The log number up to which this store has pulled; 0 when it never has.
    public func cursor() throws -> Int64 {
        try read { database in try Int64.fetchOne(database, sql: "SELECT cursor FROM sync_state") ?? 0 }
    }

    /// Stores the cursor alone. Kept for the contract; the engine stores it with the page that it belongs to.
    public func setCursor(_ cursor: Int64) throws {
        try write { tables in try tables.execute("UPDATE sync_state SET cursor = ?", [cursor]) }
    }

    // MARK: Shared

    /// Writes a new version over a row. The row, when the server has it, becomes what a refusal goes back to.
    func storeEdit(_ record: Measurement, over stored: RecordTables.Row?, _ tables: RecordTables) throws {
        if let stored, !stored.isDirty { try tables.raiseBase(stored.record) }
        try tables.put(record, dirty: true, own: true)
    }

    /// The refused copy that an edit of this record is a fix of: one that would win, had it not been refused.
    func refusedCopy(beating stored: Measurement?, _ id: UUID, _ tables: RecordTables) throws -> Measurement? {
        guard let rejected = try tables.rejected(id) else { return nil }
        return stored.map { rejected.beats($0) } ?? true ? rejected : nil
    }

    func records(where condition: String, _ arguments: StatementArguments) throws -> [Measurement] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT \(RecordTables.columns) FROM measurement WHERE \(condition)",
                arguments: arguments
            ).map(Measurement.init)
        }
    }
}
