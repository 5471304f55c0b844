public import Foundation
import GRDB

// A person's edits. Each is one transaction that bumps the version, moves `updatedAt` and marks the row dirty.

extension MeasurementStore {
    /// Records a new measurement, in any unit that fits its kind.
    ///
    /// - Throws: `MeasurementError` when it breaks a rule; `StoreError`.
    @discardableResult
    public func add(
        kind: MetricKind, value: Double, unit: MetricUnit, recordedAt: Timestamp? = nil, id: UUID = UUID()
    ) throws -> Measurement {
        let now = clock()
        let record = try Measurement.create(
            kind: kind, value: value, unit: unit, recordedAt: recordedAt ?? now, now: now, id: id)
        return try upsert(record)
    }

    /// Changes a record, or fixes a refused one.
    ///
    /// - Parameter change: changes the row, or the refused copy if the person is fixing that one.
    /// - Throws: `MeasurementError` when the result breaks a rule or no later time is left; `StoreError` when there is no
    ///   such record.
    @discardableResult
    public func edit(_ id: UUID, _ change: (inout Measurement) throws -> Void) throws -> Measurement {
        // @write 4 edit
        try write { tables in
            let target = try editTarget(id, tables)
            guard var edited = target.displayed else { throw StoreError.notFound("record \(id.lowercased)") }
            try change(&edited)
            edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
            try edited.validate()
            try storeEdit(edited, over: target, tables)
            return edited
        }
        // @starter
        //| throw NotWritten(4, "change what the person sees, give it the next version, check it, store it dirty")
        // @end
    }

    /// The record with a version after all of these, written now.
    ///
    /// - Throws: `MeasurementError.endOfTime`, as `bumpVersion(now:)` does.
    package func nextVersion(of record: Measurement, after competingVersions: [Measurement]) throws -> Measurement {
        // @write 4 next-version
        var next = record
        next.version = competingVersions.map(\.version).max() ?? record.version
        next.updatedAt = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
        return try next.bumpVersion(now: clock())
        // @starter
        //| throw NotWritten(4, "number the record after the greatest version of the others, written now")
        // @end
    }

    /// Sets a record's value, in its own unit or another one that fits its kind.
    @discardableResult
    public func edit(_ id: UUID, value: Double, unit: MetricUnit? = nil) throws -> Measurement {
        try edit(id) { record in
            record = Measurement(
                id: record.id, kind: record.kind, value: value, unit: unit ?? record.unit,
                recordedAt: record.recordedAt, updatedAt: record.updatedAt, version: record.version,
                extra: record.extra)
        }
    }

    /// The ids that begin with these characters, at most `limit`. On a command line, people name a record by the
    /// beginning of its id.
    public func ids(beginningWith prefix: String, limit: Int = 2) throws -> [UUID] {
        let lowercased = prefix.lowercased()
        guard lowercased.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
        return try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT id FROM (SELECT id FROM \(features.shownRecords) UNION SELECT id FROM rejected)
                    WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT ?
                    """, arguments: [lowercased.count, lowercased, limit]
            ).compactMap(UUID.init(uuidString:))
        }
    }

    /// Records with their sync state, newest measurement first.
    public func list(kind: MetricKind? = nil, limit: Int? = nil) throws -> [StoredMeasurement] {
        try read { database in
            let condition = kind == nil ? "" : "WHERE kind = ?"
            let bound = limit.map { "LIMIT \(max(0, $0))" } ?? ""
            let sql = """
                SELECT \(RecordTables.columns), dirty FROM \(features.shownRecords) \(condition)
                ORDER BY recorded_at DESC, id \(bound)
                """
            return try RecordRow.all(database, sql, kind.map { [$0.rawValue] } ?? []) { row in
                StoredMeasurement(measurement: try Measurement(row), isDirty: row[.dirty])
            }
        }
    }
}

/// A record, and a flag that is true while the server may lack it.
public struct StoredMeasurement: Hashable, Sendable {
    /// The record.
    public let measurement: Measurement
    /// True while the server may lack this version of the record.
    public let isDirty: Bool
}
