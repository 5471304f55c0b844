// replaces: sample-record
// refused by: Step06HealthBridgeTests/sampleBecomesRecord()
// says: recordedAt says
//
// Takes the start of a sample for the time of measuring: a walk's steps are known at its end.

        guard let unit = type.kind.canonicalUnit else { throw MeasurementError.unknownKind(type.kind) }
        let measurement = Measurement(
            id: id, kind: type.kind, value: value, unit: unit, recordedAt: start, updatedAt: created ?? end,
            version: 1)
        try measurement.validate()
        return measurement
