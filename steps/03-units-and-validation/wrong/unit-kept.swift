// replaces: canonical
// refused by: Step03UnitsTests/converts(kind:value:unit:expected:expectedUnit:)
// says: The unit should become
//
// Converts the value and leaves the unit, so that the next call converts it again.

        guard value.isFinite else { throw MeasurementError.notFinite }
        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        if unit == canonicalUnit { return self }

        var converted = self
        switch (unit, canonicalUnit) {
        case (.pounds, .kilograms): converted.value = value * MetricUnit.kilogramsPerPound
        case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
        default: throw MeasurementError.unitMismatch(unit, for: kind)
        }
        return converted
