// replaces: validate
// refused by: Step03UnitsTests/firstRule()
// says: Its own error should come out
//
// Takes whatever canonical() refuses for a unit that does not fit, also where the number is at fault.

        guard let canonicalUnit = kind.canonicalUnit, let bounds = kind.bounds else {
            throw MeasurementError.unknownKind(kind)
        }
        guard unit == canonicalUnit else {
            throw (try? canonical()) != nil
                ? MeasurementError.notCanonical(unit, for: kind) : .unitMismatch(unit, for: kind)
        }
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
        guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
        try extra.validate()
