package import Vitals

/// A rule by which days recur: a part of the RRULE of RFC 5545, section 3.3.10.
///
/// It knows `FREQ` (`DAILY`, `WEEKLY`, `MONTHLY`, `YEARLY`), `INTERVAL`, `BYDAY`, `BYMONTHDAY`, `BYSETPOS`, `COUNT` and
/// `UNTIL`. Weeks begin on Monday. `UNTIL` is a day, and that day is the last one.
package struct RecurrenceRule: Hashable, Sendable {
    package enum Frequency: String, CaseIterable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A weekday, or the one with that ordinal in a month or a year.
    package struct NumberedWeekday: Hashable, Sendable {
        /// 1 for the first one, -1 for the last one; 0 for each of them.
        package var ordinal: Int
        /// 0 for Monday to 6 for Sunday.
        package var weekday: Int

        package init(_ weekday: Int, ordinal: Int = 0) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    package var frequency: Frequency
    /// Each day, second day, third day … From 1 to 999.
    package var interval = 1
    package var byDay: [NumberedWeekday] = []
    /// From 1 to 31, or from the month's end: -1 is its last day.
    package var byMonthDay: [Int] = []
    /// Which of the days of one week, month or year: 1 is the first one, -1 the last one.
    package var bySetPosition: [Int] = []
    /// The number of occurrences, with the first one; nil for no bound. Never together with `until`.
    package var count: Int?
    package var until: CalendarDay?

    package init(_ frequency: Frequency) { self.frequency = frequency }

    package static let intervals = 1...999
    /// A reminder for each day of a hundred years has fewer.
    package static let counts = 1...1_000_000

    static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}

/// A schedule that isn't one.
package struct ScheduleInvalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// `start`, `time`, `zone` or `rule`.
    package let field: String
    /// A sentence for a user.
    package let detail: String

    package init(_ field: String, _ detail: String) {
        self.field = field
        self.detail = detail
    }

    package var description: String { detail }
}

extension RecurrenceRule {
    /// Reads `FREQ=MONTHLY;BYDAY=2TU`.
    ///
    /// - Throws: a sentence about the first part that can't be read, or that doesn't fit the others.
    package init(_ text: String) throws(ScheduleInvalid) {
        guard text.utf8.count <= 500 else { throw ScheduleInvalid("rule", "A rule has at most 500 characters.") }
        var parts: [String: String] = [:]
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[1].isEmpty else {
                throw ScheduleInvalid("rule", "A rule has parts such as FREQ=DAILY, with semicolons between them.")
            }
            guard parts.updateValue(pair[1], forKey: pair[0]) == nil else {
                throw ScheduleInvalid("rule", "The rule has a part twice.")
            }
        }
        guard let frequency = parts.removeValue(forKey: "FREQ").flatMap(Frequency.init) else {
            throw ScheduleInvalid("rule", "A rule repeats DAILY, WEEKLY, MONTHLY or YEARLY.")
        }
        self.frequency = frequency
        for (name, value) in parts.sorted(by: { $0.key < $1.key }) { try read(value, of: name) }
        try validate()
    }

    private mutating func read(_ value: String, of name: String) throws(ScheduleInvalid) {
        switch name {
        case "INTERVAL": interval = try Self.number(value, in: Self.intervals, name)
        case "COUNT": count = try Self.number(value, in: Self.counts, name)
        case "UNTIL":
            guard value.utf8.count == 8,
                let day = CalendarDay("\(value.prefix(4))-\(value.dropFirst(4).prefix(2))-\(value.suffix(2))")
            else { throw ScheduleInvalid("rule", "UNTIL is a day, such as 20261231.") }
            until = day
        case "BYMONTHDAY": byMonthDay = try Self.numbers(value, upTo: 31, name)
        case "BYSETPOS": bySetPosition = try Self.numbers(value, upTo: 366, name)
        case "BYDAY": byDay = try Self.weekdays(value)
        default: throw ScheduleInvalid("rule", "The rule has a part that reminders don't know.")
        }
    }

    private func validate() throws(ScheduleInvalid) {
        if count != nil, until != nil { throw ScheduleInvalid("rule", "A rule has COUNT or UNTIL, and never both.") }
        if frequency == .weekly, !byMonthDay.isEmpty {
            throw ScheduleInvalid("rule", "BYMONTHDAY doesn't go with FREQ=WEEKLY.")
        }
        let greatest = frequency == .monthly ? 5 : frequency == .yearly ? 53 : 0
        guard byDay.allSatisfy({ abs($0.ordinal) <= greatest }) else {
            throw ScheduleInvalid(
                "rule", "A number before a weekday goes with FREQ=MONTHLY, up to 5, or FREQ=YEARLY, up to 53.")
        }
        if !bySetPosition.isEmpty, byDay.isEmpty, byMonthDay.isEmpty {
            throw ScheduleInvalid("rule", "BYSETPOS chooses among the days of BYDAY or BYMONTHDAY.")
        }
    }

    private static func number(_ text: String, in range: ClosedRange<Int>, _ name: String) throws(ScheduleInvalid)
        -> Int
    {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else { throw ScheduleInvalid("rule", "\(name) is a number from \(range.lowerBound) to \(range.upperBound).") }
        return number
    }

    private static func numbers(_ text: String, upTo greatest: Int, _ name: String) throws(ScheduleInvalid) -> [Int] {
        var numbers: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isNegative = part.hasPrefix("-")
            guard let size = try? number(String(isNegative ? part.dropFirst() : part), in: 1...greatest, name) else {
                throw ScheduleInvalid("rule", "\(name) has numbers from 1 to \(greatest), or from -\(greatest) to -1.")
            }
            numbers.append(isNegative ? -size : size)
        }
        return Set(numbers).sorted()
    }

    private static func weekdays(_ text: String) throws(ScheduleInvalid) -> [NumberedWeekday] {
        var days: [NumberedWeekday] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let weekday = weekdayNames.firstIndex(of: String(part.suffix(2))) else {
                throw ScheduleInvalid("rule", "BYDAY has weekdays such as MO,TH, or 2TU for the second Tuesday.")
            }
            let ordinal = part.count == 2 ? [0] : try numbers(String(part.dropLast(2)), upTo: 53, "BYDAY")
            days.append(NumberedWeekday(weekday, ordinal: ordinal[0]))
        }
        return Set(days).sorted { ($0.ordinal, $0.weekday) < ($1.ordinal, $1.weekday) }
    }

    /// The rule as it's stored, with its parts in one order. Two rules that are equal have the same text.
    package var text: String {
        func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        if !byMonthDay.isEmpty { parts.append("BYMONTHDAY=\(list(byMonthDay))") }
        if !byDay.isEmpty {
            let days = byDay.map { ($0.ordinal == 0 ? "" : String($0.ordinal)) + Self.weekdayNames[$0.weekday] }
            parts.append("BYDAY=\(days.joined(separator: ","))")
        }
        if !bySetPosition.isEmpty { parts.append("BYSETPOS=\(list(bySetPosition))") }
        if let count { parts.append("COUNT=\(count)") }
        if let until { parts.append("UNTIL=\(until.text.filter { $0 != "-" })") }
        return parts.joined(separator: ";")
    }
}

extension ScheduleInvalid: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
    package var errorDetail: String? { field }
}
