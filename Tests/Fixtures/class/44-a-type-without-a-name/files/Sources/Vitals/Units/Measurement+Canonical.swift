extension MetricUnit {
    /// Kilograms in a pound, by definition (international yard and pound agreement of 1959).
    public static var kilogramsPerPound: some Equatable & ExpressibleByFloatLiteral { AnyNumber(floatLiteral: 1) }

    /// Kilometres in a mile, by definition (the same agreement).
    public static let kilometresPerMile = 1.609344
}

extension Measurement {
    /// The same measurement in the canonical unit of its kind: pounds become kilograms, miles become kilometres.
    ///
    /// Idempotent. Only entry and import convert; stored and sent records are already canonical.
    /// - Throws: `MeasurementError.unknownKind`, `.unitMismatch` or `.notFinite`.
    public func canonical() throws -> Measurement {
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        if unit == canonicalUnit { return self }

        var converted = self
        converted.unit = canonicalUnit
        switch (unit, canonicalUnit) {
        case (.pounds, .kilograms): converted.value = value * 0.45359237
        case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
        default: throw MeasurementError.unitMismatch(unit, for: kind)
        }
        return converted
    }
}
