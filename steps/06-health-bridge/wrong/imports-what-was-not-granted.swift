// replaces: read-sample
// refused by: Step06HealthBridgeTests/partialPermission()
// says: Only weight was granted
//
// Imports every kind that it knows, whatever the person granted.

        guard let typeName = try tag.value(of: "type") else {
            summary.addUnreadable(line: tag.line, reason: "The attribute type is missing.")
            return nil
        }
        guard let type = HealthSampleType(rawValue: typeName) else {
            summary.skip(typeName.prefixForReport)
            return nil
        }
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
