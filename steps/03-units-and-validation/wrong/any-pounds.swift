// replaces: canonical
// refused by: Step03UnitsTests/everyPair()
// says: unit_mismatch; it says no error
//
// Looks at the unit alone: five pounds of heart rate become kilograms.

        guard value.isFinite else { throw MeasurementError.notFinite }
        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
        if unit == canonicalUnit { return self }

        var converted = self
        converted.unit = unit == .pounds ? .kilograms : .kilometres
        switch unit {
        case .pounds: converted.value = value * MetricUnit.kilogramsPerPound
        case .miles: converted.value = value * MetricUnit.kilometresPerMile
        default: throw MeasurementError.unitMismatch(unit, for: kind)
        }
        return converted
