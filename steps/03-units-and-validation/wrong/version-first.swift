// replaces: validate
// refused by: Step03UnitsTests/firstRule()
// says: and the first one counts
//
// Asks for the version before the value, as it is the quickest question. Of two broken rules the person is then told the
// one that they can do nothing about.

        guard let canonicalUnit = kind.canonicalUnit, let bounds = kind.bounds else {
            throw MeasurementError.unknownKind(kind)
        }
        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
        guard unit == canonicalUnit else {
            _ = try canonical()
            throw MeasurementError.notCanonical(unit, for: kind)
        }
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
        guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
        try extra.validate()
