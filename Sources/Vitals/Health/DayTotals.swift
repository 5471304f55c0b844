/// Adds up the values of a day of which several sources may have counted the same: steps, distance, active energy.
///
/// Watch and phone both count a walk. The sources take their turns by the time that they cover in that day: first the one
/// that covers most, and of two that cover as much, the one whose name comes first by its bytes. A record counts by the
/// share of its time that no source before its own covers. So a walk with both counts once, and the hour in which the
/// watch was off still counts by the phone.
///
/// - A record without an interval, such as one that a person typed, counts whole, on the day of its `recordedAt`.
/// - Records of one source never take anything from each other.
/// - A record that reaches over midnight is shared between the days by time.
///
/// `web/core/day-totals.js` is the same in the browser, and `Tests/Vectors/day-totals.json` holds the two together.
public struct DayTotals: Sendable {
    /// The longest interval, seven days. A record that claims to cover more counts as one without an interval: it would
    /// take weeks from all the other sources.
    public static let maximumIntervalMilliseconds: Int64 = 7 * 86_400_000

    private let points: [(time: Int64, value: Double)]
    private let intervals: [Interval]

    private struct Interval {
        let span: Span
        let source: String
        let value: Double
    }

    /// Milliseconds since 1970, without the last one.
    private struct Span {
        var from: Int64
        var to: Int64

        var length: Int64 { to - from }

        func clipped(to other: Span) -> Span { Span(from: max(from, other.from), to: min(to, other.to)) }
    }

    /// Takes records of one kind. Deleted ones don't count.
    public init(_ records: some Sequence<Measurement>) {
        self.init(values: records.lazy.filter { !$0.isDeleted }.map { ($0.value, $0.recordedAt, $0.origin) })
    }

    /// Takes the values of one kind, with their times and their origins.
    package init(values: some Sequence<(value: Double, recordedAt: Timestamp, origin: SampleOrigin?)>) {
        var points: [(time: Int64, value: Double)] = []
        var intervals: [Interval] = []
        for (value, recordedAt, origin) in values {
            let end = recordedAt.millisecondsSinceEpoch
            let start = origin?.start.millisecondsSinceEpoch ?? end
            if let origin, start < end, end - start <= Self.maximumIntervalMilliseconds {
                intervals.append(Interval(span: Span(from: start, to: end), source: origin.source, value: value))
            } else {
                points.append((end, value))
            }
        }
        // In a fixed order, because a sum of doubles can differ in its last digit with the order of adding.
        self.points = points.sorted { ($0.time, $0.value) < ($1.time, $1.value) }
        self.intervals = intervals.sorted {
            ($0.span.from, $0.span.to, $0.value) < ($1.span.from, $1.span.to, $1.value)
        }
    }

    /// True if a record has an interval, so that the total of a day needn't be the sum of its values.
    package var hasIntervals: Bool { !intervals.isEmpty }

    /// The total of a day; its bounds are the midnights of the person's time zone.
    public func total(in day: Range<Timestamp>) -> Double {
        let day = Span(from: day.lowerBound.millisecondsSinceEpoch, to: day.upperBound.millisecondsSinceEpoch)
        var total = 0.0
        for point in points where point.time >= day.from && point.time < day.to { total += point.value }
        let parts = intervals.filter { $0.span.from < day.to && $0.span.to > day.from }
        // By bytes: Swift's own equality takes two spellings of é for the same name, and the browser doesn't.
        let bySource = Dictionary(grouping: parts) { Array($0.source.utf8) }.map { name, parts in
            let covered = Self.union(of: parts.map { $0.span.clipped(to: day) })
            return (name: name, parts: parts, covered: covered, size: covered.reduce(0) { $0 + $1.length })
        }.sorted { one, other in
            one.size == other.size ? one.name.lexicographicallyPrecedes(other.name) : one.size > other.size
        }
        var taken: [Span] = []
        for source in bySource {
            var first = 0
            for part in source.parts {
                let span = part.span.clipped(to: day)
                while first < taken.count, taken[first].to <= span.from { first += 1 }
                var free = span.length
                for other in taken[first...] {
                    guard other.from < span.to else { break }
                    free -= other.clipped(to: span).length
                }
                total += part.value * (Double(free) / Double(part.span.length))
            }
            taken = Self.union(of: (taken + source.covered).sorted { $0.from < $1.from })
        }
        return total
    }

    /// Spans that don't touch, of spans in order of their beginnings.
    private static func union(of spans: [Span]) -> [Span] {
        var union: [Span] = []
        for span in spans {
            if let last = union.last, span.from <= last.to {
                union[union.count - 1].to = max(last.to, span.to)
            } else {
                union.append(span)
            }
        }
        return union
    }
}
