import Crypto
package import Foundation

/// One sample of Apple Health, from an export or from HealthKit, in the canonical unit of its kind.
struct HealthSample: Sendable {
    // @show health-sample
    let type: HealthSampleType
    /// The value, in the canonical unit of `type.kind`.
    let value: Double
    let start: Timestamp
    let end: Timestamp
    /// The time when the sample was saved; nil when it isn't known.
    let created: Timestamp?
    /// The app or device that recorded it, as the person named it.
    let sourceName: String

    /// The namespace of the ids created here: a random UUID, fixed for ever.
    static let namespace = UUID(uuidString: "1ee093f7-2bb6-4555-9a20-5253c195eb0f")!
    // @end

    /// Version 1 of the record. Where values of its kind are added up, it says where the sample comes from.
    ///
    /// - Throws: `MeasurementError` when it breaks a rule of `validate()`.
    func validMeasurement() throws -> Measurement {
        let record = try measurement()
        return MetricKind.addedUp.contains(type.kind)
            ? record.from(SampleOrigin(source: sourceName, start: start)) : record
    }

    /// Version 1 of the record, measured at the end of the sample, written when the sample was saved.
    ///
    /// - Throws: `MeasurementError` when it breaks a rule of `validate()`.
    private func measurement() throws -> Measurement {
        // @write 6 sample-record
        guard let unit = type.kind.canonicalUnit else { throw MeasurementError.unknownKind(type.kind) }
        let measurement = Measurement(
            id: id, kind: type.kind, value: value, unit: unit, recordedAt: end, updatedAt: created ?? end, version: 1)
        try measurement.validate()
        return measurement
        // @starter
        //| throw NotWritten(6, "make version 1 of a record from this sample, and check it")
        // @end
    }

    /// The sample's id. It's the same on every device and from every source, so that reading the sample again adds
    /// nothing.
    var id: UUID { UUID(version5: name.utf8, in: Self.namespace) }

    /// The text from which the id is computed: type, start, end, value and source, one per line. The source comes last,
    /// and the others can't hold a line feed.
    ///
    /// HealthKit gives milliseconds and all digits of a value; the export gives whole seconds and about six digits. So
    /// times are floored to the second and the value is rounded to four significant digits here, and only here.
    var name: String {
        // @write 6 sample-name
        let source = String(
            decoding: sourceName.utf8.map { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
        let rounded = (value + 0.0).fourDigits
        return [
            type.rawValue, start.flooredToSecond.rfc3339, end.flooredToSecond.rfc3339, rounded, source,
        ].joined(separator: "\n")
        // @starter
        //| todo(6, "put type, start, end, value and source on a line each")
        // @end
    }
}

extension UUID {
    /// The namespace of the ids of everything that is read from a health source.
    package static var healthNamespace: UUID { HealthSample.namespace }

    /// The UUID of a name within a namespace: version 5, SHA-1 (RFC 9562 §5.5).
    ///
    /// SHA-1 is what the RFC prescribes; nothing here relies on it against an attacker.
    package init(version5 name: some Sequence<UInt8>, in namespace: UUID) {
        var hash = Insecure.SHA1()
        withUnsafeBytes(of: namespace.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Array(name))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
