package import Foundation
package import Vitals

/// The current week of a person so far, and the same days of the week before.
///
/// A week begins on Monday at midnight of the person's time zone and has 167 or 169 hours where the clocks change. Today counts
/// to its end, so that the bounds stay the same all day.
package struct InsightWeek: Hashable, Sendable {
    /// From Monday to the end of today.
    package let current: Range<Timestamp>
    /// The same days of the week before.
    package let before: Range<Timestamp>
    /// The days from Monday to today, 1 to 7.
    package let dayCount: Int

    package init(containing now: Timestamp, in timeZone: TimeZone) {
        // @write 19 week
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = timeZone
        let today = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(now.millisecondsSinceEpoch) / 1_000))
        // ISO 8601 counts from Monday; Calendar numbers Sunday as 1.
        let dayCount = (calendar.component(.weekday, from: today) + 5) % 7 + 1
        func midnight(_ days: Int) -> Timestamp {
            let day = calendar.date(byAdding: .day, value: days, to: today) ?? today
            return Timestamp(clamping: Int64((calendar.startOfDay(for: day).timeIntervalSince1970 * 1_000).rounded()))
        }
        let monday = 1 - dayCount
        current = midnight(monday)..<midnight(1)
        before = midnight(monday - 7)..<midnight(1 - 7)
        self.dayCount = dayCount
        // @starter
        //| todo(19, "find the Monday of this week in the person's time zone, and the same days a week before")
        // @end
    }
}
