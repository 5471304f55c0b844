// replaces: canonical
// refused by: Step03UnitsTests/idempotent()
// says: change value and unit and nothing else
//
// Counts a conversion as an edit; nobody edited anything.

        guard value.isFinite else { throw MeasurementError.notFinite }
        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        if unit == canonicalUnit { return self }

        var converted = self
        converted.unit = canonicalUnit
        switch (unit, canonicalUnit) {
        case (.pounds, .kilograms): converted.value = value * MetricUnit.kilogramsPerPound
        case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
        default: throw MeasurementError.unitMismatch(unit, for: kind)
        }
        converted.version += 1
        return converted
