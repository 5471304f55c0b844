// replaces: create
// refused by: Step03UnitsTests/create()
// says: convert first, then validate
//
// Validates before it converts: 150 lb are refused because of their unit.

        let measurement = Measurement(
            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: now, version: 1)
        try measurement.validate()
        return try measurement.canonical()
