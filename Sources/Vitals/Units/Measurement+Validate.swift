extension MetricKind {
    /// The values, in the canonical unit, that a person could have; nil for a kind that this build does not know.
    ///
    /// The bounds are wide on purpose: they catch a wrong unit or a typo, and don't judge anyone's body.
    public var bounds: ClosedRange<Double>? { added?.bounds ?? baseBounds }

    /// The bounds of the base protocol's kinds.
    private var baseBounds: ClosedRange<Double>? {
        // @write 3 bounds
        switch self {
        case .weight: 0.1...1_000
        case .steps: 0...1_000_000
        case .heartRate: 1...500
        case .activeEnergy: 0...100_000
        case .distance: 0...50_000
        default: nil
        }
        // @starter
        //| todo(3, "give each known kind the bounds that the lesson lists, and nil to any other")
        // @end
    }
}

extension Measurement {
    /// Checks that a server may accept this record: known kind, canonical unit, value within bounds, whole steps, a
    /// version in range, extra members within their limits.
    ///
    /// - Throws: `MeasurementError`, whose code says which rule was broken.
    public func validate() throws {
        // @write 3 validate
        guard let canonicalUnit = kind.canonicalUnit, let bounds = kind.bounds else {
            throw MeasurementError.unknownKind(kind)
        }
        guard unit == canonicalUnit else {
            _ = try canonical()  // throws the reason if it can't convert this record
            throw MeasurementError.notCanonical(unit, for: kind)
        }
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
        guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
        try extra.validate()
        // @starter
        //| throw NotWritten(3, "throw the error of the first rule that this record breaks")
        // @end
    }
}
