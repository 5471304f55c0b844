import Synchronization

/// The days of a rule, computed from its first day and nothing else. So "the 31st" stays the 31st after a short month, and no
/// day depends on which ones were done.
///
/// Periods (days, weeks, months or years) are numbered from the one that the first day lies in, and only each `interval`-th
/// counts. A search begins at the period that it needs. Only `COUNT` has to be counted from the beginning, and that's done once:
/// it becomes the day on which the rule ends.
package struct RecurrenceDays: Sendable {
    /// The rule without its `COUNT`.
    let rule: RecurrenceRule
    let start: CalendarDay
    /// No rule has later days. A rule that names days which don't exist ends here, too.
    let last: CalendarDay

    /// The most years that a rule goes on for, of 366 days each.
    package static let years = 100

    package init(_ rule: RecurrenceRule, from start: CalendarDay) {
        let end = start + Self.years * 366
        guard rule.count != nil else {
            self.init(endless: rule, start, last: min(rule.until ?? end, end))
            return
        }
        var endless = rule
        endless.count = nil
        self.init(endless: endless, start, last: CountedDays.last(of: rule, from: start) ?? end)
    }

    fileprivate init(endless rule: RecurrenceRule, _ start: CalendarDay, last: CalendarDay) {
        (self.rule, self.start, self.last) = (rule, start, last)
    }

    /// The first days on or after `day`, in order.
    package func days(from day: CalendarDay, limit: Int) -> [CalendarDay] {
        var found: [CalendarDay] = []
        visit(from: day) {
            found.append($0)
            return found.count < limit
        }
        return found
    }

    /// The latest day on or before `day`; nil if there is none.
    package func last(until day: CalendarDay) -> CalendarDay? {
        guard day >= start else { return nil }
        let bound = min(day, last)
        var index = place(of: bound)
        while index >= 0 {
            if let found = candidates(index).last(where: { $0 <= bound && $0 >= start }) { return found }
            index -= 1
        }
        return nil
    }

    package func contains(_ day: CalendarDay) -> Bool { days(from: day, limit: 1).first == day }

    /// Shows the days from `first` on to `body`, until it returns false.
    private func visit(from first: CalendarDay, _ body: (CalendarDay) -> Bool) {
        var index = max(0, place(of: first))
        while firstDay(of: index) <= last {
            for day in candidates(index) where day >= start && day <= last && day >= first {
                guard body(day) else { return }
            }
            index += 1
        }
    }

    // MARK: Periods

    /// The number of the latest period that begins on or before that day; negative before the first one.
    private func place(of day: CalendarDay) -> Int {
        let (from, to) = (start.parts, day.parts)
        let distance =
            switch rule.frequency {
            case .daily: day.number - start.number
            case .weekly: (monday(day).number - monday(start).number) / 7
            case .monthly: (to.year - from.year) * 12 + to.month - from.month
            case .yearly: to.year - from.year
            }
        return distance.divided(by: rule.interval)
    }

    private func firstDay(of index: Int) -> CalendarDay {
        let distance = index * rule.interval
        switch rule.frequency {
        case .daily: return start + distance
        case .weekly: return monday(start) + 7 * distance
        case .monthly:
            let (year, month) = month(distance)
            return CalendarDay(number: CalendarDay.first(year, month))
        case .yearly: return CalendarDay(number: CalendarDay.first(start.parts.year + distance, 1))
        }
    }

    private func monday(_ day: CalendarDay) -> CalendarDay { day + -day.weekday }

    /// The month so many months after that of the first day.
    private func month(_ distance: Int) -> (year: Int, month: Int) {
        let (year, month, _) = start.parts
        let count = year * 12 + month - 1 + distance
        return (count.divided(by: 12), count.modulo(12) + 1)
    }

    /// The days of a period by the rule's parts, in order. Some may lie before the first day: `BYSETPOS` counts them.
    private func candidates(_ index: Int) -> [CalendarDay] {
        let first = firstDay(of: index)
        let days: [CalendarDay]
        switch rule.frequency {
        case .daily:
            days = matches(first) ? [first] : []
        case .weekly:
            let weekdays = rule.byDay.isEmpty ? [start.weekday] : rule.byDay.map(\.weekday).sorted()
            days = weekdays.map { first + $0 }
        case .monthly:
            let (year, month, _) = first.parts
            days = monthDays(year, month, isYear: false)
        case .yearly:
            let year = first.parts.year
            if rule.byDay.isEmpty, rule.byMonthDay.isEmpty {
                let (_, month, day) = start.parts
                days = CalendarDay(year: year, month: month, day: day).map { [$0] } ?? []
            } else {
                days = (1...12).flatMap { monthDays(year, $0, isYear: true) }
            }
        }
        return rule.bySetPosition.isEmpty ? days : chosen(days)
    }

    private func chosen(_ days: [CalendarDay]) -> [CalendarDay] {
        let places = Set(rule.bySetPosition.map { $0 > 0 ? $0 - 1 : days.count + $0 })
        return days.indices.filter(places.contains).map { days[$0] }
    }

    private func monthDays(_ year: Int, _ month: Int, isYear: Bool) -> [CalendarDay] {
        let (first, length) = (CalendarDay.first(year, month), CalendarDay.length(year, month))
        if rule.byDay.isEmpty, rule.byMonthDay.isEmpty {
            return CalendarDay(year: year, month: month, day: start.parts.day).map { [$0] } ?? []
        }
        // The ordinals of weekdays count in the month, or in the whole year.
        let unit =
            isYear
            ? (first: CalendarDay.first(year, 1), length: CalendarDay.first(year + 1, 1) - CalendarDay.first(year, 1))
            : (first: first, length: length)
        return (0..<length).map { CalendarDay(number: first + $0) }.filter { day in
            isAmong(rule.byMonthDay, day.number - first + 1, length)
                && (rule.byDay.isEmpty || rule.byDay.contains { isNamed($0, day, unit) })
        }
    }

    private func matches(_ day: CalendarDay) -> Bool {
        guard rule.byDay.isEmpty || rule.byDay.contains(where: { $0.weekday == day.weekday }) else { return false }
        let (year, month, number) = day.parts
        return isAmong(rule.byMonthDay, number, CalendarDay.length(year, month))
    }

    private func isAmong(_ numbers: [Int], _ day: Int, _ length: Int) -> Bool {
        numbers.isEmpty || numbers.contains(day) || numbers.contains(day - length - 1)
    }

    private func isNamed(
        _ name: RecurrenceRule.NumberedWeekday, _ day: CalendarDay, _ unit: (first: Int, length: Int)
    ) -> Bool {
        guard name.weekday == day.weekday else { return false }
        let offset = day.number - unit.first
        switch name.ordinal {
        case 0: return true
        case 1...: return offset / 7 == name.ordinal - 1
        default: return (unit.length - 1 - offset) / 7 == -name.ordinal - 1
        }
    }
}

/// The last days of rules with a `COUNT`. A reminder may have thousands of answers, and each asks for its day.
private enum CountedDays {
    private struct Key: Hashable {
        let rule: RecurrenceRule
        let start: CalendarDay
    }

    private static let known = Mutex([Key: CalendarDay]())
    private static let maximumCount = 1_000

    /// - Returns: nil for a rule that no day fits.
    static func last(of rule: RecurrenceRule, from start: CalendarDay) -> CalendarDay? {
        let key = Key(rule: rule, start: start)
        if let last = known.withLock({ $0[key] }) { return last }
        var endless = rule
        (endless.count, endless.until) = (nil, nil)
        let days = RecurrenceDays(endless, from: start).days(from: start, limit: rule.count ?? 1)
        guard let last = days.last else { return nil }
        known.withLock { known in
            if known.count >= maximumCount { known = [:] }
            known[key] = last
        }
        return last
    }
}
