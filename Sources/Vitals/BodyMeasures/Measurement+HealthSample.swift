extension Measurement {
    /// A measurement of one of part one's kinds as HealthKit has it, in version 1: with the id that the same sample has in an
    /// export.
    ///
    /// - Parameters:
    ///   - identifier: HealthKit's name of the type.
    ///   - unit: as HealthKit spells it.
    /// - Returns: nil for another type, or a unit that doesn't measure it.
    /// - Throws: `MeasurementError` for a value that breaks a rule of its kind.
    package static func fromHealth(
        _ identifier: String, _ value: Double, in unit: String, from start: Timestamp, to end: Timestamp, source: String
    ) throws -> Measurement? {
        guard let type = HealthSampleType(rawValue: identifier), let unit = HealthUnit(unit, for: type.kind) else {
            return nil
        }
        // HealthKit has no public creation date. The end is the fallback, as in the export.
        return try HealthSample(
            type: type, value: unit.canonicalValue(value), start: start, end: end, created: nil, sourceName: source
        ).validMeasurement()
    }
}
