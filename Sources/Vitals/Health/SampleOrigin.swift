/// Where a sample comes from: what recorded it, and since when.
///
/// Watch and phone both count a walk. A record of a kind that is added up keeps its origin among its further members, as
/// `source` and `start`, so that `DayTotals` can count the walk once. Builds that don't know them keep them in `extra`.
public struct SampleOrigin: Hashable, Sendable {
    /// The app or device that recorded the sample, as the person named it.
    public let source: String
    /// The beginning of the time that the sample covers; the record's `recordedAt` is its end.
    public let start: Timestamp

    /// Creates an origin.
    public init(source: String, start: Timestamp) {
        self.source = source
        self.start = start
    }

    /// The origin as a record holds it: the source is one line of at most 200 bytes.
    package var inOneLine: SampleOrigin {
        var line = String.UnicodeScalarView()
        var size = 0
        for scalar in source.unicodeScalars {
            let isControl = scalar.isControl
            size += isControl ? 1 : scalar.utf8.count
            if size > Self.maximumSourceSizeBytes { break }
            line.append(isControl ? " " : scalar)
        }
        return SampleOrigin(source: String(line), start: start)
    }

    static let maximumSourceSizeBytes = 200
    /// A record with more than this in further members counts as one without an origin. Whoever adds up a week has room
    /// for the members of each record.
    package static let maximumMembersSizeBytes = 2048
}

extension MetricKind {
    /// The kinds whose values are added up over a day.
    public static let addedUp: [MetricKind] = [.steps, .activeEnergy, .distance]
}

extension Measurement {
    /// The origin of an imported record; nil for one that a person typed, or whose members say none.
    public var origin: SampleOrigin? { SampleOrigin(extra) }

    /// This record with another origin. Every other member stays.
    func from(_ origin: SampleOrigin) -> Measurement {
        let line = origin.inOneLine
        var record = self
        record.extra = UnknownMembers(
            members: extra.members.filter { !$0.name.hasSameBytes(as: "source") && !$0.name.hasSameBytes(as: "start") }
                + [
                    .init("source", .string(line.source)), .init("start", .string(line.start.rfc3339)),
                ])
        return record
    }
}

extension SampleOrigin {
    /// Reads the origin from a record's further members; nil unless both are there, and short.
    package init?(_ extra: UnknownMembers) {
        guard !extra.text.isEmpty, extra.text.utf8.count <= Self.maximumMembersSizeBytes else { return nil }
        guard case .string(let source)? = extra["source"], source.utf8.count <= Self.maximumSourceSizeBytes,
            case .string(let text)? = extra["start"],
            let start = Timestamp(rfc3339: text)
        else { return nil }
        self.init(source: source, start: start)
    }
}
