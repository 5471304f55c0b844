// replaces: validate
// refused by: Step03UnitsTests/bounds(kind:least:greatest:)
// says: lies on its bound, which is allowed
//
// Leaves the bounds themselves out.

        guard let canonicalUnit = kind.canonicalUnit, let bounds = kind.bounds else {
            throw MeasurementError.unknownKind(kind)
        }
        guard unit == canonicalUnit else {
            _ = try canonical()
            throw MeasurementError.notCanonical(unit, for: kind)
        }
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard value > bounds.lowerBound && value < bounds.upperBound else { throw MeasurementError.outOfBounds(kind, bounds) }
        guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
        try extra.validate()
