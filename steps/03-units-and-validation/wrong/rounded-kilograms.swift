// replaces: canonical
// refused by: Step03UnitsTests/converts(kind:value:unit:expected:expectedUnit:)
// says: unrounded
//
// Rounds to the tenth that a scale shows: what is stored should be what was entered.

        guard value.isFinite else { throw MeasurementError.notFinite }
        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        if unit == canonicalUnit { return self }

        var converted = self
        converted.unit = canonicalUnit
        switch (unit, canonicalUnit) {
        case (.pounds, .kilograms): converted.value = (value * MetricUnit.kilogramsPerPound * 10).rounded() / 10
        case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
        default: throw MeasurementError.unitMismatch(unit, for: kind)
        }
        return converted
