// replaces: validate
// refused by: Step03UnitsTests/versions()
// says: bad_version
//
// Takes the version on trust; version 0 or 2^53 then never converges.

        guard let canonicalUnit = kind.canonicalUnit, let bounds = kind.bounds else {
            throw MeasurementError.unknownKind(kind)
        }
        guard unit == canonicalUnit else {
            _ = try canonical()
            throw MeasurementError.notCanonical(unit, for: kind)
        }
        guard value.isFinite else { throw MeasurementError.notFinite }
        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
        guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
        try extra.validate()
