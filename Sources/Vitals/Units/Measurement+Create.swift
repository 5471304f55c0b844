public import Foundation

extension Measurement {
    /// A new record: version 1, written now, in the canonical unit.
    ///
    /// - Throws: `MeasurementError` when the unit doesn't fit the kind or the value is outside its bounds.
    public static func create(
        kind: MetricKind, value: Double, unit: MetricUnit, recordedAt: Timestamp, now: Timestamp, id: UUID = UUID()
    ) throws -> Measurement {
        // @write 3 create
        let measurement = try Measurement(
            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: now, version: 1
        ).canonical()
        try measurement.validate()
        return measurement
        // @starter
        //| throw NotWritten(3, "return version 1 in the canonical unit, validated")
        // @end
    }
}
