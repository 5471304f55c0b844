extension MetricUnit {
    /// Kilograms in a pound, by definition (international yard and pound agreement of 1959).
    // @write 3 pound
    public static let kilogramsPerPound = 0.45359237
    // @starter
    //| public static var kilogramsPerPound: Double { todo(3, "how many kilograms is a pound, exactly?") }
    // @end

    /// Kilometres in a mile, by definition (the same agreement).
    // @write 3 mile
    public static let kilometresPerMile = 1.609344
    // @starter
    //| public static var kilometresPerMile: Double { todo(3, "how many kilometres is a mile, exactly?") }
    // @end
}

extension Measurement {
    /// The same measurement in the canonical unit of its kind: pounds become kilograms, miles become kilometres.
    ///
    /// Idempotent. Only entry and import convert; stored and sent records are already canonical.
    /// - Throws: `MeasurementError.unknownKind`, `.unitMismatch` or `.notFinite`.
    public func canonical() throws -> Measurement {
        // @write 3 canonical
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        if unit == canonicalUnit { return self }

        var converted = self
        converted.unit = canonicalUnit
        switch (unit, canonicalUnit) {
        case (.pounds, .kilograms): converted.value = value * MetricUnit.kilogramsPerPound
        case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
        default: throw MeasurementError.unitMismatch(unit, for: kind)
        }
        return converted
        // @starter
        //| throw NotWritten(3, "return the same measurement in the canonical unit of its kind")
        // @end
    }
}
