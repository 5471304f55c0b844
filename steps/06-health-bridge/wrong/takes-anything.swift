// replaces: sample-record
// refused by: Step06HealthBridgeTests/oddSamplesAreCounted()
// says: breaks a rule of validate()
//
// Doesn't check the sample: the server will refuse it with every push.

        guard let unit = type.kind.canonicalUnit else { throw MeasurementError.unknownKind(type.kind) }
        return Measurement(
            id: id, kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: created ?? end, version: 1)
