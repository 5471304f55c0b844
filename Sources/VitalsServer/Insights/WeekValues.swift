package import Vitals

package import struct Foundation.TimeZone

/// The values of the kinds that are added up, with the time that each of them covers.
package typealias WeekValues = [MetricKind: [(value: Double, recordedAt: Timestamp, origin: SampleOrigin?)]]

extension InsightWeek {
    /// Reads more than this many values of nobody: they'd take more memory than a sentence is worth. A watch writes about
    /// 2,000 a day.
    package static let maximumValues = 100_000

    /// The times of the records that can reach into the week or the one before.
    package var reach: Range<Timestamp> {
        before.lowerBound..<current.upperBound.later(by: DayTotals.maximumIntervalMilliseconds)
    }

    /// The days of a span that begins with a day, by the person's midnights.
    static func days(of span: Range<Timestamp>, in timeZone: TimeZone) -> [Range<Timestamp>] {
        var days: [Range<Timestamp>] = []
        var start = span.lowerBound
        while start < span.upperBound, days.count < 7 {
            // Counting from a day's own midnight, a week "containing" it ends with it.
            let next = InsightWeek(containing: start, in: timeZone).current.upperBound
            guard next > start else { break }
            days.append(start..<min(next, span.upperBound))
            start = next
        }
        return days
    }
}

extension WeekTotals {
    /// Counts what several sources have counted once, day by day: watch and phone both write down a walk.
    ///
    /// Only sums change. A kind without intervals keeps the sum that the database has taken.
    package mutating func countOnce(_ values: WeekValues, of week: InsightWeek, in timeZone: TimeZone) {
        for (kind, values) in values {
            let totals = DayTotals(values: values)
            guard totals.hasIntervals else { continue }
            func sum(_ span: Range<Timestamp>) -> Double {
                InsightWeek.days(of: span, in: timeZone).reduce(0) { $0 + totals.total(in: $1) }
            }
            if current[kind] != nil { current[kind]?.sum = sum(week.current) }
            if before[kind] != nil { before[kind]?.sum = sum(week.before) }
        }
    }
}
