import GRDB

// What comes from a health source rather than from the person's hand: merged, never forced.

/// What became of imported records.
public struct ImportReport: Hashable, Sendable {
    /// New to this store.
    public var addedCount = 0
    /// Greater than the record that was there.
    public var updatedCount = 0
    /// There already, the same or greater.
    public var presentCount = 0

    public init() {}
}

/// Adds records within one transaction of the store.
public struct ImportTransaction {
    let tables: RecordTables
    public private(set) var report = ImportReport()

    /// Merges a record: a lesser or equal one changes nothing, and no version is ever lowered.
    public mutating func add(_ record: Measurement) throws {
        guard let stored = try tables.row(record.id) else {
            // A copy that the server refused is not brought back by reading the same file again.
            if let rejected = try tables.rejected(record.id), !record.beats(rejected) {
                report.presentCount += 1
                return
            }
            try tables.put(record, dirty: true)
            report.addedCount += 1
            return
        }
        guard record.beats(stored.record) else {
            report.presentCount += 1
            return
        }
        if !stored.isDirty { try tables.raiseBase(stored.record) }
        try tables.put(record, dirty: true)
        report.updatedCount += 1
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
    }
}
