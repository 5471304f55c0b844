package import Foundation
package import Vitals

/// The times at which a reminder is due: a first day, a time of the clock, a zone, and perhaps a rule.
///
/// These four are what a user means, and what is stored. The moments are computed from them each time, so that a reminder at
/// 07:30 stays at 07:30 when the clocks change, or when a country changes its rules.
package struct Schedule: Hashable, Sendable {
    package var start: CalendarDay
    package var time: WallTime
    /// A name of the IANA database, such as `Europe/Berlin`, or an offset such as `+02:00`.
    package var zone: String
    /// nil for a reminder that is due once.
    package var rule: RecurrenceRule?

    package init(start: CalendarDay, time: WallTime, zone: String, rule: RecurrenceRule? = nil) {
        self.start = start
        self.time = time
        self.zone = zone
        self.rule = rule
    }

    /// The years in which a reminder may begin.
    package static let startYears = 1970...2999

    /// Reads the fields of a reminder.
    ///
    /// - Returns: nil if there is no start: such a reminder is on the list and never rings.
    /// - Throws: a sentence about the first field that can't be read.
    package init?(start: String?, time: String?, zone: String?, rule: String?) throws(ScheduleInvalid) {
        guard let start, !start.isEmpty else { return nil }
        guard let day = CalendarDay(start), Self.startYears.contains(day.parts.year) else {
            throw ScheduleInvalid("start", "The start is a day from 1970 to 2999, such as 2026-05-06.")
        }
        guard let wall = WallTime(time ?? "") else {
            throw ScheduleInvalid("time", "The time is hours and minutes, such as 07:30.")
        }
        guard let zone, ZoneName(zone) != nil else {
            throw ScheduleInvalid("zone", "The time zone is a name such as Europe/Berlin.")
        }
        (self.start, self.time, self.zone) = (day, wall, zone)
        guard let rule, !rule.isEmpty else { return }
        let read = try RecurrenceRule(rule)
        if let until = read.until, until < day {
            throw ScheduleInvalid("rule", "The reminder ends before it begins. Choose a later end.")
        }
        self.rule = read
    }

    /// True if this device knows the zone. If it doesn't, the reminder rings by the device's own.
    package var hasKnownZone: Bool { ZoneName(zone)?.zone != nil }

    /// True if the clocks of another zone show the same times, so that the reminder's zone needn't be shown. A place may have two
    /// names, such as `Asia/Kolkata` and `Asia/Calcutta`, and neighbours may share their clocks.
    package func hasClocks(of other: TimeZone) -> Bool {
        if zone == other.identifier { return true }
        guard let own = ZoneName(zone)?.zone else { return false }
        return Self.comparedMonths.allSatisfy { own.secondsFromGMT(for: $0) == other.secondsFromGMT(for: $0) }
    }

    /// The first of each month, ten years long. Zones that agree on all of them have agreed for as long as anyone plans.
    private static let comparedMonths = (0..<120).compactMap { month in
        CalendarDay(year: 2024 + month / 12, month: 1 + month % 12, day: 1).map {
            Date(timeIntervalSince1970: Double($0.number) * 86_400)
        }
    }

    /// The clock that the reminder goes by.
    ///
    /// - Parameter device: the zone of the device, for a zone that it doesn't know.
    package func clock(orElse device: TimeZone) -> WallClock {
        WallClock(ZoneName(zone)?.zone ?? device)
    }
}

/// One time at which a reminder is due.
package struct Occurrence: Hashable, Sendable {
    /// The name that all phones give it: its day by the reminder's own clock, such as `2026-05-06`, or `once`.
    package let name: String
    package let due: Timestamp

    package init(name: String, due: Timestamp) {
        self.name = name
        self.due = due
    }

    /// The name of the only occurrence of a reminder that has no rule.
    package static let once = "once"
}

extension Schedule {
    /// The first occurrences that are due after a moment, in order.
    package func occurrences(after moment: Timestamp, limit: Int, _ clock: WallClock) -> [Occurrence] {
        guard let rule else {
            let only = Occurrence(name: Occurrence.once, due: clock.moment(start, time))
            return only.due > moment && limit > 0 ? [only] : []
        }
        // One more: today's may be over.
        let days = RecurrenceDays(rule, from: start).days(from: clock.day(of: moment) + -1, limit: limit + 2)
        var found: [Occurrence] = []
        for day in days where found.count < limit {
            let due = clock.moment(day, time)
            if due > moment { found.append(Occurrence(name: day.text, due: due)) }
        }
        return found
    }

    /// The latest occurrence that is due at a moment or before it; nil if there is none.
    package func latest(until moment: Timestamp, _ clock: WallClock) -> Occurrence? {
        guard let rule else {
            let only = Occurrence(name: Occurrence.once, due: clock.moment(start, time))
            return only.due <= moment ? only : nil
        }
        let days = RecurrenceDays(rule, from: start)
        var day = clock.day(of: moment) + 1
        while let found = days.last(until: day) {
            let due = clock.moment(found, time)
            if due <= moment { return Occurrence(name: found.text, due: due) }
            day = found + -1
        }
        return nil
    }

    /// The occurrence with that name; nil if the schedule has none, such as after it was changed.
    package func occurrence(named name: String, _ clock: WallClock) -> Occurrence? {
        guard let rule else {
            return name == Occurrence.once ? Occurrence(name: name, due: clock.moment(start, time)) : nil
        }
        guard let day = CalendarDay(name), RecurrenceDays(rule, from: start).contains(day) else { return nil }
        return occurrence(day, clock)
    }

    private func occurrence(_ day: CalendarDay, _ clock: WallClock) -> Occurrence {
        Occurrence(name: day.text, due: clock.moment(day, time))
    }
}
