public import Foundation

/// One measurement that a phrase seems to speak of. It's a candidate: a person confirms it before it is stored.
public struct ParsedEntry: Hashable, Sendable {
    /// The kind that was measured.
    public var kind: MetricKind
    /// The value, in `unit`.
    public var value: Double
    /// The unit as it was said, such as pounds; `toMeasurement` converts it.
    public var unit: MetricUnit
    /// The time of the measurement.
    public var recordedAt: Timestamp
    /// The name of a symptom; nil for other kinds.
    public var label: String?

    /// Creates an entry as it is, without checking it.
    public init(kind: MetricKind, value: Double, unit: MetricUnit, recordedAt: Timestamp, label: String? = nil) {
        self.kind = kind
        self.value = value
        self.unit = unit
        self.recordedAt = recordedAt
        self.label = label
    }

    /// The entry as a new record: version 1, in the canonical unit, with the label.
    ///
    /// - Throws: `MeasurementError` where an entry by hand would be refused, too: a unit that doesn't fit the kind, a value
    ///   outside its bounds, a symptom without a name.
    public func toMeasurement(now: Timestamp, id: UUID = UUID()) throws -> Measurement {
        // @write 18 to-measurement
        let record = try Measurement.create(
            kind: kind, value: value, unit: unit, recordedAt: recordedAt, now: now, id: id
        ).labelled(label)
        try record.validateLabel()
        return record
        // @starter
        //| throw NotWritten(18, "return the entry as a new record, checked like one that was typed in")
        // @end
    }
}
