// replaces: sample-record
// refused by: Step06HealthBridgeTests/sampleBecomesRecord()
// says: not the time of the import
//
// Stamps the record with the time of the import: two phones that import one file make two different records of it.

        guard let unit = type.kind.canonicalUnit else { throw MeasurementError.unknownKind(type.kind) }
        let measurement = Measurement(
            id: id, kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: Timestamp.systemClock(),
            version: 1)
        try measurement.validate()
        return measurement
