import GRDB

// What comes from a health source rather than from the person's hand: merged, never forced.

// @show import-report
/// What became of imported records.
public struct ImportReport: Hashable, Sendable {
    /// New to this store.
    public var addedCount = 0
    /// Of a later version than the record that was there.
    public var updatedCount = 0
    /// There already, in this version or a later one.
    public var presentCount = 0

    public init() {}
}
// @end

/// Adds records within one transaction of the store.
public struct ImportTransaction {
    let tables: RecordTables
    public private(set) var report = ImportReport()

    /// Takes in a record, unless it is known already in this version or a later one.
    ///
    /// Known is also what was edited or refused since it was imported: reading the same file again neither undoes an edit
    /// nor brings back what the server did not take.
    public mutating func add(_ record: Measurement) throws {
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

    /// Notes how far a source has been read. It is kept only if the records are.
    public func setAnchor(_ anchor: HealthAnchor, source: String) throws {
        try tables.execute(
            "INSERT OR REPLACE INTO health_anchor (source, anchor) VALUES (?, ?)", [source, anchor.rawValue])
    }
}

extension MeasurementStore {
    /// Runs an import in one transaction: when `body` throws, nothing of it is kept.
    public func importing<Value>(
        _ body: (inout ImportTransaction) throws -> Value
    ) throws -> (value: Value, report: ImportReport) {
        try write { tables in
            var transaction = ImportTransaction(tables: tables)
            let value = try body(&transaction)
            return (value, transaction.report)
        }
    }

    /// How far a source was read; nil where it never was.
    public func anchor(source: String) throws -> HealthAnchor? {
        try read { database in
            try String.fetchOne(
                database, sql: "SELECT anchor FROM health_anchor WHERE source = ?", arguments: [source]
            ).map(HealthAnchor.init(rawValue:))
        }
    }

    /// Takes in what a health source has that is new, batch by batch, each with its anchor in one transaction.
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
