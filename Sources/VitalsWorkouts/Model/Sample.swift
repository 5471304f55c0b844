package import Foundation
package import Vitals

/// One reading of a health source, as the source wrote it. A sample never changes: a source that corrects one deletes it and
/// adds another.
package struct Sample: Hashable, Sendable {
    /// The same on every phone and from every source that has the reading.
    package let id: UUID
    /// The type's name on the wire. It may be one that this build doesn't know.
    package let type: String
    package let value: Double
    /// The unit as the source spells it.
    package let unit: String
    package let start: Timestamp
    /// `start` for a reading of a moment.
    package let end: Timestamp
    /// What recorded it, as the person named it: 1 to 200 bytes in one line.
    package let source: String
    /// The model of the device, such as `Watch6,1`; nil where the source says none.
    package let device: String?
    /// The time zone in which it was recorded, such as `Europe/Berlin`; nil where the source says none.
    package let zone: String?

    package init(
        id: UUID, type: String, value: Double, unit: String, start: Timestamp, end: Timestamp, source: String,
        device: String? = nil, zone: String? = nil
    ) {
        self.id = id
        self.type = type
        self.value = value
        self.unit = unit
        self.start = start
        self.end = end
        self.source = source
        self.device = device
        self.zone = zone
    }

    /// A sample with the id that its content gives it.
    ///
    /// - Throws: `SampleInvalid` for one that no server would take.
    package init(
        _ type: SampleType, _ value: Double, _ unit: String, from start: Timestamp, to end: Timestamp, source: String,
        device: String? = nil, zone: String? = nil
    ) throws(SampleInvalid) {
        guard let canonical = type.canonicalValue(value, in: unit) else {
            throw SampleInvalid("unit", "The unit doesn't measure \(type.title.lowercased()).")
        }
        let source = SampleOrigin(source: source, start: start).inOneLine.source
        self.init(
            id: SampleID.of(type.identifier, canonical, from: start, to: end, source: source), type: type.name,
            value: value, unit: unit, start: start, end: end, source: source,
            device: device.map { SampleOrigin(source: $0, start: start).inOneLine.source }, zone: zone)
        try validate()
    }
}

/// The ids of what is read from a health source. They come from the content, so that reading it again adds nothing.
package enum SampleID {
    /// The id of a sample: of a text like the one that gives a measurement read from Health its id.
    ///
    /// - Parameter value: in the type's canonical unit. Four digits of it count, because sources round differently.
    package static func of(
        _ identifier: String, _ value: Double, from start: Timestamp, to end: Timestamp, source: String
    ) -> UUID {
        of([
            identifier, start.flooredToSecond.rfc3339, end.flooredToSecond.rfc3339, (value + 0.0).fourDigits, source,
        ])
    }

    /// The id of a text in lines. The last one may come from a person, and is made one line.
    package static func of(_ lines: [String]) -> UUID {
        UUID(version5: lines.joined(separator: "\n").utf8, in: .healthNamespace)
    }
}

/// The rule that a sample breaks, by the field on the wire.
package struct SampleInvalid: Error, Hashable, Sendable {
    package let field: String
    /// A sentence for a person, without the value.
    package let detail: String

    package init(_ field: String, _ detail: String) {
        self.field = field
        self.detail = detail
    }
}

extension Sample {
    /// The most bytes of a source, and of a device.
    package static let maximumNameSizeBytes = 200
    /// The longest time that a sample may cover, 366 days, in milliseconds.
    package static let maximumLengthMilliseconds: Int64 = 366 * 86_400_000

    /// Checks what phone and server both check. One broken sample costs only itself.
    package func validate() throws(SampleInvalid) {
        guard (1...64).contains(type.utf8.count),
            type.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        else { throw SampleInvalid("type", "The type must be 1 to 64 capital letters, digits and underscores.") }
        guard value.isFinite else { throw SampleInvalid("value", "The value must be a finite number.") }
        guard Self.isLine(unit, 1...30) else {
            throw SampleInvalid("unit", "The unit must be 1 to 30 bytes in one line.")
        }
        if let known = SampleType.named(type), known.factors[unit] == nil {
            throw SampleInvalid("unit", "The unit doesn't measure \(known.title.lowercased()).")
        }
        guard Self.years.contains(start), Self.years.contains(end) else {
            throw SampleInvalid("time", "The time must be between the years 1900 and 2100.")
        }
        guard start <= end else { throw SampleInvalid("time", "The sample ends before it starts.") }
        guard end.millisecondsSinceEpoch - start.millisecondsSinceEpoch <= Self.maximumLengthMilliseconds else {
            throw SampleInvalid("time", "The sample covers more than a year.")
        }
        guard Self.isLine(source, 1...Self.maximumNameSizeBytes) else {
            throw SampleInvalid("source", "The source must be 1 to 200 bytes in one line.")
        }
        if let device, !Self.isLine(device, 1...Self.maximumNameSizeBytes) {
            throw SampleInvalid("device", "The device must be 1 to 200 bytes in one line.")
        }
        if let zone, !Self.isLine(zone, 1...64) {
            throw SampleInvalid("zone", "The time zone must be 1 to 64 bytes in one line.")
        }
    }

    /// The times that a sample, and a workout of a companion, may have.
    package static let years = Timestamp(rfc3339: "1900-01-01T00:00:00Z")!...Timestamp(rfc3339: "2100-12-31T23:59:59Z")!

    private static func isLine(_ text: String, _ size: ClosedRange<Int>) -> Bool {
        size.contains(text.utf8.count) && !text.unicodeScalars.contains(where: \.isControl)
    }
}
