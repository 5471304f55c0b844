import Foundation
import Vitals
import VitalsReminders

/// When reminders are due, counted day by day: slower than the code that ships, and written without it.
struct ReminderTruth {
    private struct Name: Hashable {
        let rule: RecurrenceRule
        let start: CalendarDay
    }

    private var known: [Name: [CalendarDay]] = [:]
    private var clocks: [String: WallClock] = [:]
    /// No history takes longer.
    static let horizon = 700

    /// The days of a rule, in order.
    mutating func days(_ schedule: Schedule) -> [CalendarDay] {
        guard let rule = schedule.rule else { return [schedule.start] }
        let name = Name(rule: rule, start: schedule.start)
        if let days = known[name] { return days }
        let all = (0..<Self.horizon).map { schedule.start + $0 }.filter { Self.recurs($0, rule, schedule.start) }
        let days = rule.count.map { Array(all.prefix($0)) } ?? all
        known[name] = days
        return days
    }

    private static func recurs(_ day: CalendarDay, _ rule: RecurrenceRule, _ start: CalendarDay) -> Bool {
        let (from, to) = (start.parts, day.parts)
        let length = CalendarDay.length(to.year, to.month)
        switch rule.frequency {
        case .daily: return (day.number - start.number) % rule.interval == 0
        case .weekly:
            let weeks = ((day.number - day.weekday) - (start.number - start.weekday)) / 7
            let weekdays = rule.byDay.isEmpty ? [start.weekday] : rule.byDay.map(\.weekday)
            return weeks % rule.interval == 0 && weekdays.contains(day.weekday)
        case .monthly:
            guard ((to.year - from.year) * 12 + to.month - from.month) % rule.interval == 0 else { return false }
            if let named = rule.byDay.first {
                let place = named.ordinal > 0 ? (to.day - 1) / 7 + 1 : -((length - to.day) / 7 + 1)
                return day.weekday == named.weekday && place == named.ordinal
            }
            if let number = rule.byMonthDay.first { return to.day == (number > 0 ? number : length + 1 + number) }
            return to.day == from.day
        case .yearly: return (to.month, to.day) == (from.month, from.day)
        }
    }

    private mutating func clock(_ schedule: Schedule, _ zone: TimeZone) -> WallClock {
        let name = "\(schedule.zone) \(zone.identifier)"
        let clock = clocks[name] ?? schedule.clock(orElse: zone)
        clocks[name] = clock
        return clock
    }

    private func name(_ day: CalendarDay, _ schedule: Schedule) -> String {
        schedule.rule == nil ? Occurrence.once : day.text
    }

    private func day(_ name: String, _ schedule: Schedule) -> CalendarDay? {
        schedule.rule == nil ? (name == Occurrence.once ? schedule.start : nil) : CalendarDay(name)
    }

    /// The moments at which an occurrence may ring: the first one, and its repeats. None if it's done, or isn't an occurrence.
    mutating func moments(_ reminder: SharedReminder, _ occurrence: String, _ zone: TimeZone) -> [Timestamp] {
        guard let day = day(occurrence, reminder.schedule), days(reminder.schedule).contains(day) else { return [] }
        let first: Timestamp
        switch reminder.state(occurrence) {
        case .completed, .skipped: return []
        case .snoozed(let until): first = until
        case nil: first = clock(reminder.schedule, zone).moment(day, reminder.schedule.time)
        }
        guard let minutes = reminder.repeatMinutes else { return [first] }
        return (0...NotificationCalculator.repeatCount).map {
            Timestamp(clamping: first.millisecondsSinceEpoch + $0 * Int64(minutes) * 60_000)
        }
    }

    /// The alarms that are due at a moment: that of the latest occurrence, and those that were snoozed until then.
    mutating func due(_ rows: [UUID: SharedReminder], at now: Timestamp, _ zone: TimeZone) -> Set<ReminderAlarm> {
        var found: Set<ReminderAlarm> = []
        for (id, reminder) in rows {
            let (schedule, clock) = (reminder.schedule, clock(reminder.schedule, zone))
            let days = days(schedule)
            var names: [String] = []
            // No clock is more than two days away from another.
            let near = days.partitioned { $0.number * 86_400_000 > now.millisecondsSinceEpoch + 2 * 86_400_000 }
            if let latest = days[..<near].last(where: { clock.moment($0, schedule.time) <= now }) {
                names.append(name(latest, schedule))
            }
            names += reminder.answers.keys.filter { if case .snoozed = reminder.state($0) { true } else { false } }
            for name in names {
                if let at = moments(reminder, name, zone).last(where: { $0 <= now }) {
                    found.insert(ReminderAlarm(key: Alarm.Key(id, name), at: at))
                }
            }
        }
        return found
    }

    /// The first alarm of each reminder that comes after a moment and isn't in `rung`, the soonest first.
    mutating func next(
        _ rows: [UUID: SharedReminder], after now: Timestamp, _ zone: TimeZone, without rung: Set<ReminderAlarm>
    ) -> [ReminderAlarm] {
        var found: [ReminderAlarm] = []
        for (id, reminder) in rows {
            let (schedule, clock) = (reminder.schedule, clock(reminder.schedule, zone))
            let days = days(schedule)
            let near = days.partitioned { $0.number * 86_400_000 >= now.millisecondsSinceEpoch - 2 * 86_400_000 }
            var candidates: [ReminderAlarm] = []
            for day in days[near...].prefix(12) where clock.moment(day, schedule.time) > now {
                let name = name(day, schedule)
                guard reminder.state(name) == nil else { continue }
                candidates.append(
                    ReminderAlarm(key: Alarm.Key(id, name), at: clock.moment(day, schedule.time)))
            }
            for name in reminder.answers.keys {
                guard case .snoozed(let until) = reminder.state(name), until > now,
                    !moments(reminder, name, zone).isEmpty
                else { continue }
                candidates.append(ReminderAlarm(key: Alarm.Key(id, name), at: until))
            }
            if let first = candidates.filter({ !rung.contains($0) }).min(by: { $0.at < $1.at }) { found.append(first) }
        }
        return found.sorted { $0.at < $1.at }
    }
}

/// An occurrence, and a moment at which it rings.
struct ReminderAlarm: Hashable {
    let key: Alarm.Key
    let at: Timestamp
}

extension Array {
    /// The index of the first element for which the condition holds; it has to hold for all that follow.
    fileprivate func partitioned(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
