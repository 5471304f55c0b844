// replaces: read-sample
// refused by: Step06HealthBridgeTests/oddSamplesAreCounted()
// says: Line 5
//
// Lets one sample that can't be read end the import of a hundred thousand.

        guard let typeName = try tag.value(of: "type") else {
            throw HealthImportError.malformed(line: tag.line, "The attribute type is missing.")
        }
        guard let type = HealthSampleType(rawValue: typeName), types.contains(type) else {
            summary.skip(typeName.prefixForReport)
            return nil
        }
        switch try HealthRecord.read(tag, as: type) {
        case .failure(let failure):
            throw HealthImportError.malformed(line: tag.line, failure.reason)
        case .success(let sample):
            let measurement = try sample.validMeasurement()
            summary.accepted[type.kind, default: 0] += 1
            return measurement
        }
