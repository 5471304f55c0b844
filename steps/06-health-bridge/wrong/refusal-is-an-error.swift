// replaces: read-sample
// refused by: Step06HealthBridgeTests/partialPermission()
// says: type
//
// Takes a kind that the person did not grant for an error, and imports nothing of the rest.

        guard let typeName = try tag.value(of: "type"), let type = HealthSampleType(rawValue: typeName),
            types.contains(type)
        else { throw HealthImportError.malformed(line: tag.line, "This type of record was not granted.") }
        switch try HealthRecord.read(tag, as: type) {
        case .failure(let failure):
            summary.addUnreadable(line: tag.line, reason: failure.reason)
        case .success(let sample):
            do {
                let measurement = try sample.validMeasurement()
                summary.accepted[type.kind, default: 0] += 1
                return measurement
            } catch let error as MeasurementError {
                summary.refused[error, default: 0] += 1
            }
        }
        return nil
