package import Foundation

/// Dates with time and zone, as people write them into files: `2026-12-01T23:59:00+01:00`.
package enum ZonedTime {
    /// Reads a date with a time and a zone (`Z` or an offset); nil for any other text and for dates that don't exist.
    ///
    /// Seconds are optional, fractions of a second are dropped, and a space may replace the `T`.
    package static func date(in text: String) -> Date? {
        let form = /(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))/
            .asciiOnlyDigits()
        guard let match = try? form.wholeMatch(in: text)?.output else { return nil }
        var wanted = DateComponents()
        wanted.year = Int(match.1)
        wanted.month = Int(match.2)
        wanted.day = Int(match.3)
        wanted.hour = Int(match.4)
        wanted.minute = Int(match.5)
        wanted.second = match.6.flatMap { Int($0) } ?? 0
        let hours = match.9.flatMap { Int($0) } ?? 0
        let minutes = match.10.flatMap { Int($0) } ?? 0
        // The largest offsets from UTC are 14 hours.
        guard hours <= 14, minutes < 60, let local = calendar.date(from: wanted) else { return nil }
        // The calendar would read the 31st of April as the 1st of May.
        let fields: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
        let found = calendar.dateComponents(fields, from: local)
        guard
            found.year == wanted.year, found.month == wanted.month, found.day == wanted.day,
            found.hour == wanted.hour, found.minute == wanted.minute, found.second == wanted.second
        else { return nil }
        let offset = (hours * 60 + minutes) * 60
        return local.addingTimeInterval(Double(match.8 == "-" ? offset : -offset))
    }

    /// The date in UTC, to the second: `2026-12-01T22:59:00Z`.
    package static func text(_ date: Date) -> String {
        Date(timeIntervalSince1970: Double(seconds(date))).ISO8601Format()
    }

    /// Whole seconds since 1970. The date may come from a learner's clock, so it is clamped to the years 1970 to 9999.
    package static func seconds(_ date: Date) -> Int {
        Int(min(max(date.timeIntervalSince1970, 0), 253_402_300_799).rounded(.down))
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
