import GRDB

// Records from a health source, not typed by the person. They are merged, and never replace an equal or later version.

// @show import-report
/// Counts of what an import did.
public struct ImportReport: Hashable, Sendable {
    /// Records that were new to this store.
    public var addedCount = 0
    /// Records with a later version than the one in the store.
    public var updatedCount = 0
    /// Records already in the store, in this version or a later one.
    public var presentCount = 0

    /// Creates a report of nothing.
    public init() {}
}
// @end

/// Adds records within one transaction of the store.
public struct ImportTransaction {
    package let tables: RecordTables
    /// Counts of the records that were added so far.
    public internal(set) var report = ImportReport()

    package init(tables: RecordTables) { self.tables = tables }

    /// Stores an imported record, unless the store already has this version or a later one.
    ///
    /// Records that were edited or refused since their import count as present too. So reading the same file again
    /// neither undoes an edit nor brings back a record that the server refused. A record that nobody has edited gains
    /// its origin, if it was imported before records had one.
    public mutating func add(_ record: Measurement) throws {
        let presentCount = report.presentCount
        try addUnlessKnown(record)
        if report.presentCount > presentCount { try tables.addOrigin(of: record) }
    }

    private mutating func addUnlessKnown(_ record: Measurement) throws {
        // @write 6 import-record
        let row = try tables.row(record.id)
        if let known = try row?.record ?? tables.rejected(record.id), known.version >= record.version {
            report.presentCount += 1
            return
        }
        if let row, !row.isDirty { try tables.setBase(row.record) }
        try tables.put(record, dirty: true)
        if row == nil { report.addedCount += 1 } else { report.updatedCount += 1 }
        // @starter
        //| throw NotWritten(6, "store a record that is new here, dirty; leave one alone that is known")
        // @end
    }

    /// Stores how far a source has been read, in the same transaction as the records.
    public func setAnchor(_ anchor: HealthAnchor, source: String) throws {
        try tables.execute(
            "INSERT OR REPLACE INTO health_anchor (source, anchor) VALUES (?, ?)", [source, anchor.rawValue])
    }
}

extension MeasurementStore {
    /// Runs an import in one transaction. If `body` throws, nothing is kept.
    public func importing<Value>(
        _ body: (inout ImportTransaction) throws -> Value
    ) throws -> (value: Value, report: ImportReport) {
        try write { tables in
            var transaction = ImportTransaction(tables: tables)
            let value = try body(&transaction)
            return (value, transaction.report)
        }
    }

    /// The anchor up to which a source has been read; nil if it never was.
    public func anchor(source: String) throws -> HealthAnchor? {
        try read { database in
            try String.fetchOne(
                database, sql: "SELECT anchor FROM health_anchor WHERE source = ?", arguments: [source]
            ).map(HealthAnchor.init(rawValue:))
        }
    }

    /// Imports everything that is new in a health source. Each batch and its anchor are stored in one transaction.
    public func importAll(from bridge: some HealthBridge) async throws -> ImportReport {
        // @write 6 import-all
        var total = ImportReport()
        for try await batch in bridge.batches(since: try anchor(source: bridge.source)) {
            let (_, report) = try importing { transaction in
                for measurement in batch.measurements { try transaction.add(measurement) }
                if let anchor = batch.anchor { try transaction.setAnchor(anchor, source: bridge.source) }
            }
            total.addedCount += report.addedCount
            total.updatedCount += report.updatedCount
            total.presentCount += report.presentCount
        }
        return total
        // @starter
        //| throw NotWritten(6, "store each batch with its anchor in one transaction, and add up the reports")
        // @end
    }
}

extension RecordTables {
    /// Adds the origin of an imported record to its row, which was imported by a build from before origins.
    ///
    /// Version and `updatedAt` stay, so this is no edit, and loses to every edit. A row with the greater members stays as
    /// it is: then all phones end up with the same ones, whoever imports again. So do rows that were edited, typed here or
    /// deleted, and those of which the server refused a copy.
    func addOrigin(of imported: Measurement) throws {
        guard imported.version == 1, let origin = imported.origin, let row = try row(imported.id),
            row.record.version == 1, !row.isOwn, !row.record.isDeleted, row.record.extra != imported.extra
        else { return }
        let completed = row.record.from(origin)
        guard completed.beats(row.record), (try? completed.validate()) != nil, try rejected(imported.id) == nil
        else { return }
        if !row.isDirty { try setBase(row.record) }
        try put(completed, dirty: true)
    }
}
