internal import Foundation

/// A moment as ISO 8601 writes it, with its offset from UTC; without one it could be any of a day's hours.
enum ISOTime {
    /// Nil for what is no such moment, also for one that the calendar does not have.
    static func date(_ text: String) -> Date? {
        // A regular expression cannot be kept from one call to the next: it may not cross between threads.
        let form =
            /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))/
            .asciiOnlyDigits()
        guard let match = text.wholeMatch(of: form)?.output else { return nil }
        func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
        let offset = (number(match.9) * 60 + number(match.10)) * (match.8 == "-" ? -60 : 60)
        guard abs(offset) <= 14 * 3600, number(match.10) < 60, let zone = TimeZone(secondsFromGMT: 0) else {
            return nil
        }
        let components = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: zone, year: number(match.1), month: number(match.2),
            day: number(match.3), hour: number(match.4), minute: number(match.5), second: number(match.6))
        guard components.isValidDate, let date = components.date else { return nil }
        let fraction = match.7.flatMap { Double("0." + $0) } ?? 0
        return date.addingTimeInterval(fraction - Double(offset))
    }
}
