// replaces: canonical
// refused by: Step03UnitsTests/notConvertible()
// says: unknown_kind
//
// Lets a kind through that it does not know, in whatever unit.

        guard value.isFinite else { throw MeasurementError.notFinite }
        guard let canonicalUnit = kind.canonicalUnit else { return self }
        if unit == canonicalUnit { return self }

        var converted = self
        converted.unit = canonicalUnit
        switch (unit, canonicalUnit) {
        case (.pounds, .kilograms): converted.value = value * MetricUnit.kilogramsPerPound
        case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
        default: throw MeasurementError.unitMismatch(unit, for: kind)
        }
        return converted
