// replaces: validate
// refused by: Step03UnitsTests/wholeSteps(value:)
// says: Only steps are whole
//
// Wants every value whole, and so nobody weighs 72.5 kg.

        guard let canonicalUnit = kind.canonicalUnit, let bounds = kind.bounds else {
            throw MeasurementError.unknownKind(kind)
        }
        guard unit == canonicalUnit else {
            _ = try canonical()
            throw MeasurementError.notCanonical(unit, for: kind)
        }
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
        guard value == value.rounded() else { throw MeasurementError.notWhole }
        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
        try extra.validate()
