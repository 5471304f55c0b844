package import Vitals

/// A `<Record>` of an export that becomes a sample, or a measurement of the body.
struct ExportRecord {
    let type: SampleType
    let value: Double
    let unit: String
    let origin: HealthRecord.Origin

    /// - Returns: the record, or one sentence that says why it can't be read.
    /// - Throws: `HealthImportError.malformed`.
    static func read(_ tag: XMLTag, as type: SampleType) throws -> Result<ExportRecord, HealthRecord.Unreadable> {
        guard let unit = try tag.value(of: "unit") else { return .failure(.missing("unit")) }
        guard type.factors[unit] != nil else {
            return .failure(.init("The unit doesn't measure \(type.name)."))
        }
        guard let text = try tag.value(of: "value") else { return .failure(.missing("value")) }
        guard let value = HealthRecord.number(text) else { return .failure(.init("The value is not a number.")) }
        return try HealthRecord.origin(of: tag, noun: "sample").map {
            ExportRecord(type: type, value: value, unit: unit, origin: $0)
        }
    }

    /// - Throws: `SampleInvalid`.
    func sample(device: String?) throws(SampleInvalid) -> Sample {
        try Sample(type, value, unit, from: origin.start, to: origin.end, source: origin.source, device: device)
    }

    /// Version 1 of the measurement, with the id that its content gives it.
    ///
    /// - Throws: `MeasurementError` when it breaks a rule of its kind.
    func measurement(_ kind: MetricKind) throws -> Vitals.Measurement {
        try Measurement(
            kind, of: type, value, in: unit, from: origin.start, to: origin.end, created: origin.created,
            source: origin.source)
    }
}

extension Vitals.Measurement {
    /// A measurement of the body that a health source has, in version 1: the same on every phone and from every source.
    ///
    /// - Parameter unit: as HealthKit spells it.
    /// - Throws: `MeasurementError` when it breaks a rule of its kind.
    package init(
        _ kind: MetricKind, of type: SampleType, _ value: Double, in unit: String, from start: Timestamp,
        to end: Timestamp, created: Timestamp?, source: String
    ) throws {
        guard let canonicalUnit = kind.canonicalUnit, let number = type.canonicalValue(value, in: unit) else {
            throw MeasurementError.unknownKind(kind)
        }
        let line = SampleOrigin(source: source, start: start).inOneLine.source
        self.init(
            id: SampleID.of(type.identifier, number, from: start, to: end, source: line), kind: kind, value: number,
            unit: canonicalUnit, recordedAt: end, updatedAt: created ?? end, version: 1)
        try validate()
    }
}
