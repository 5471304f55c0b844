public import Foundation

// The person's records: add, edit, list.

extension Device {
    /// Records a measurement.
    ///
    /// - Parameters:
    ///   - value: the value in `unit`. It is stored in the kind's own unit, such as kilograms for pounds.
    ///   - unit: a unit that fits the kind; nil for the kind's own.
    ///   - recordedAt: the time of the measurement; nil for now.
    ///   - label: the record's own name, for a kind that `needsLabel`.
    ///   - id: the record's id, for a record whose id you must know beforehand. Ids are never reused.
    /// - Returns: the record as stored.
    /// - Throws: `MeasurementError` when the unit doesn't fit the kind, the value is outside its bounds, or the label is
    ///   missing or no line of text; `StoreError`.
    @discardableResult
    public func add(
        _ kind: MetricKind, _ value: Double, _ unit: MetricUnit? = nil, recordedAt: Timestamp? = nil,
        label: String? = nil, id: UUID = UUID()
    ) throws -> Measurement {
        guard let unit = unit ?? kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        guard label != nil || kind.needsLabel else {
            return try store.add(kind: kind, value: value, unit: unit, recordedAt: recordedAt, id: id)
        }
        let now = store.clock()
        let record = try Measurement.create(
            kind: kind, value: value, unit: unit, recordedAt: recordedAt ?? now, now: now, id: id
        ).labelled(label)
        try record.validateTypedLabel()
        return try store.upsert(record)
    }

    /// Sets the value of a record. If the server refused the record, this is its fix, and is sent with the next sync.
    ///
    /// - Parameter unit: a unit that fits the kind; nil for the record's own.
    /// - Returns: the record as stored.
    /// - Throws: `StoreError` with `notFound` when there is no such record; `MeasurementError` when the unit doesn't fit
    ///   or the value is outside its bounds.
    @discardableResult
    public func edit(_ id: UUID, value: Double, unit: MetricUnit? = nil) throws -> Measurement {
        try store.edit(id, value: value, unit: unit)
    }

    /// Changes a record in one transaction. Version and time of writing are set for you.
    ///
    /// - Parameter change: changes the record as the person sees it, which is the refused copy if there is one to fix.
    /// - Returns: the record as stored.
    /// - Throws: as `edit(_:value:unit:)`; errors of `change` are rethrown. Then nothing has changed.
    @discardableResult
    public func edit(_ id: UUID, _ change: (inout Measurement) throws -> Void) throws -> Measurement {
        try store.edit(id, change)
    }

    /// The record with this id; nil when there is none, or when it's deleted.
    ///
    /// - Throws: `StoreError`.
    public func record(_ id: UUID) throws -> Measurement? {
        try store.byId(id).flatMap { $0.isDeleted ? nil : $0 }
    }

    /// Records with their sync state, newest measurement first.
    ///
    /// - Parameters:
    ///   - kind: only this kind; nil for all.
    ///   - limit: at most so many records; nil for all.
    /// - Throws: `StoreError`.
    public func list(kind: MetricKind? = nil, limit: Int? = nil) throws -> [StoredMeasurement] {
        try store.list(kind: kind, limit: limit)
    }

    /// The kinds that this device has records of, sorted by name. Some may be unknown to this version of the library.
    ///
    /// - Throws: `StoreError`.
    public func kinds() throws -> [MetricKind] { try store.kinds() }

    /// The ids that begin with these characters, for a person who types the beginning of an id.
    ///
    /// - Parameter limit: at most so many ids; 2 are enough to see that the beginning isn't unique.
    /// - Throws: `StoreError`.
    public func ids(beginningWith prefix: String, limit: Int = 2) throws -> [UUID] {
        try store.ids(beginningWith: prefix, limit: limit)
    }
}
