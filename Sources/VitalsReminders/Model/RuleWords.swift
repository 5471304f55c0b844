/// A schedule in words, such as `every second Tuesday at 7:30, until 5 June 2027`.
///
/// The browser says the same ones, in `web/reminders/words.js`; `Tests/Vectors/rule-words.json` holds the two together.
package struct RuleWords: Sendable {
    /// nil for a reminder that comes once.
    let rule: RecurrenceRule?
    let start: CalendarDay
    let time: WallTime

    package init(_ schedule: Schedule) { self.init(schedule.rule, from: schedule.start, at: schedule.time) }

    package init(_ rule: RecurrenceRule?, from start: CalendarDay, at time: WallTime) {
        (self.rule, self.start, self.time) = (rule, start, time)
    }

    package var text: String {
        let at = "at \(DayWords.time(time))"
        guard let rule else { return "on \(DayWords.weekdays[start.weekday]) \(DayWords.day(start)) \(at)" }
        let parts = parts(of: rule)
        guard let first = parts.first, first != Self.never else { return Self.never }
        var end: [String] = []
        if let count = rule.count { end = ["\(count) time\(count == 1 ? "" : "s")"] }
        if let until = rule.until { end = ["until \(DayWords.day(until))"] }
        return (["\(first) \(at)"] + parts.dropFirst() + end).joined(separator: ", ")
    }

    /// A rule that chooses the second of one day has no days.
    private static let never = "never"

    /// The days, and then the conditions that they have to meet.
    private func parts(of rule: RecurrenceRule) -> [String] {
        switch rule.frequency {
        case .daily: daily(rule)
        case .weekly: weekly(rule)
        case .monthly, .yearly: long(rule)
        }
    }

    /// Each interval has one day, which the other parts keep or not.
    private func daily(_ rule: RecurrenceRule) -> [String] {
        if !rule.bySetPosition.isEmpty, !rule.bySetPosition.contains(where: { abs($0) == 1 }) { return [Self.never] }
        let condition = rule.byDay.isEmpty ? [] : [condition(rule.byDay, "month")]
        if rule.interval == 1, !rule.byMonthDay.isEmpty {
            return ["every month on \(DayWords.monthDays(rule.byMonthDay))"] + condition
        }
        if rule.interval == 1, !rule.byDay.isEmpty { return [weeks(1, rule.byDay.map(\.weekday))] }
        let days = rule.byMonthDay.isEmpty ? [] : ["if it’s \(DayWords.monthDays(rule.byMonthDay, "or")) of the month"]
        return [DayWords.every(rule.interval, "day")] + days + condition
    }

    /// In a week `BYSETPOS` chooses among weekdays, so what is left are weekdays again.
    private func weekly(_ rule: RecurrenceRule) -> [String] {
        let days = rule.byDay.isEmpty ? [start.weekday] : rule.byDay.map(\.weekday).sorted()
        guard !rule.bySetPosition.isEmpty else { return [weeks(rule.interval, days)] }
        let places = Set(rule.bySetPosition.map { $0 > 0 ? $0 - 1 : days.count + $0 })
        return [weeks(rule.interval, days.indices.filter(places.contains).map { days[$0] })]
    }

    /// Each week, second week … on these days.
    private func weeks(_ interval: Int, _ days: [Int]) -> String {
        if days.isEmpty { return Self.never }
        if interval == 1 { return "every \(DayWords.weekdayList(days))" }
        if interval == 2, days.count == 1 { return "every second \(DayWords.weekdays[days[0]])" }
        let names =
            switch DayWords.setWord(days) {
            case "day": "each day"
            case "weekday": "weekdays"
            default: DayWords.weekdayList(days)
            }
        return "\(DayWords.every(interval, "week")) on \(names)"
    }

    /// Months and years, whose parts mean the same.
    private func long(_ rule: RecurrenceRule) -> [String] {
        let (isMonthly, interval) = (rule.frequency == .monthly, rule.interval)
        let unit = isMonthly ? "month" : "year"
        let only =
            rule.bySetPosition.isEmpty ? [] : ["only \(DayWords.places(rule.bySetPosition)) of these in a \(unit)"]
        if !rule.byMonthDay.isEmpty {
            let days = DayWords.monthDays(rule.byMonthDay)
            let first =
                isMonthly || interval == 1 && only.isEmpty
                ? "\(DayWords.every(interval, "month")) on \(days)"
                : "\(DayWords.every(interval, "year")) on \(days) of each month"
            return [first] + (rule.byDay.isEmpty ? [] : [condition(rule.byDay, unit)]) + only
        }
        guard !rule.byDay.isEmpty else { return [DayWords.every(interval, unit) + sameDay(rule)] + leapYears(rule) }
        let each = interval == 1 ? "each \(unit)" : "every \(DayWords.ordinalWord(interval)) \(unit)"
        if rule.byDay.allSatisfy({ $0.ordinal == 0 }) {
            let days = rule.byDay.map(\.weekday)
            if !only.isEmpty, let word = DayWords.setWord(days) {
                return ["on \(DayWords.places(rule.bySetPosition)) \(word) of \(each)"]
            }
            if only.isEmpty, interval == 1 { return [weeks(1, days)] }
        }
        return ["on \(DayWords.listed(named(rule.byDay) { "each \(DayWords.weekdayList($0))" })) of \(each)"] + only
    }

    /// The day of the month, or of the year, that the first one is.
    private func sameDay(_ rule: RecurrenceRule) -> String {
        let (_, month, day) = start.parts
        return rule.frequency == .monthly
            ? " on the \(DayWords.ordinal(day))" : " on \(day) \(DayWords.months[month - 1])"
    }

    private func leapYears(_ rule: RecurrenceRule) -> [String] {
        let (_, month, day) = start.parts
        return rule.frequency == .yearly && month == 2 && day == 29 ? ["in leap years only"] : []
    }

    /// The names of weekdays: first those that come each week, as `plain` puts them, then the numbered ones.
    private func named(
        _ days: [RecurrenceRule.NumberedWeekday], suffix: String = "", plain: ([Int]) -> String?
    ) -> [String] {
        let weekly = days.filter { $0.ordinal == 0 }.map(\.weekday)
        let numbered = days.filter { $0.ordinal != 0 }.sorted {
            $0.ordinal == $1.ordinal
                ? $0.weekday < $1.weekday : DayWords.comesBefore($0.ordinal, $1.ordinal)
        }
        return [weekly.isEmpty ? nil : plain(weekly)].compactMap(\.self)
            + numbered.map { "the \(DayWords.place($0.ordinal)) \(DayWords.weekdays[$0.weekday])\(suffix)" }
    }

    /// `if it’s a Monday or the last Friday of the month`.
    private func condition(_ days: [RecurrenceRule.NumberedWeekday], _ unit: String) -> String {
        let weekly = days.filter { $0.ordinal == 0 }.map(\.weekday)
        let several = DayWords.setWord(weekly) == nil ? weekly.map { "a \(DayWords.weekdays[$0])" } : []
        let one = named(days, suffix: " of the \(unit)") { DayWords.setWord($0).map { "a \($0)" } }
        return "if it’s \(DayWords.listed(several + one, "or"))"
    }
}
