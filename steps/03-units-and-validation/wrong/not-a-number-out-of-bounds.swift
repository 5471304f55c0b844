// replaces: validate
// refused by: Step03UnitsTests/notFinite(value:)
// says: is no finite number: not_finite; validate() says out_of_bounds
//
// Asks for the bounds first. They refuse what is no number too, with a reason that sends people looking for a
// number that is not there.

        guard let canonicalUnit = kind.canonicalUnit, let bounds = kind.bounds else {
            throw MeasurementError.unknownKind(kind)
        }
        guard unit == canonicalUnit else {
            _ = try canonical()
            throw MeasurementError.notCanonical(unit, for: kind)
        }
        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
        try extra.validate()
