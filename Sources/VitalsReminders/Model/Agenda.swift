package import Foundation
package import Vitals

/// The occurrences that concern a person now: overdue, today, and on the next days. It's computed whenever it's shown.
package struct Agenda: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let reminder: Reminder
        package let occurrence: Occurrence
        package let state: OccurrenceState?
        /// The moment at which it's due now: later than `occurrence.due` where it's snoozed.
        package let due: Timestamp

        init(_ reminder: Reminder, _ occurrence: Occurrence) {
            self.reminder = reminder
            self.occurrence = occurrence
            state = reminder.states[occurrence.name]
            if case .snoozed(let until) = state { due = until } else { due = occurrence.due }
        }
    }

    /// Those that are due and have no answer. Of the ones that were missed, only a reminder's latest is listed.
    package private(set) var overdue: [Entry] = []
    /// Those that are due later today, and the ones of today that were answered.
    package private(set) var today: [Entry] = []
    /// The reminders without a schedule, or with one that can't be read here.
    package private(set) var unscheduled: [Reminder] = []
    private var later: [Entry] = []
    private let midnights: [Timestamp]

    /// The most days after today that are looked at.
    package static let days = 31

    /// - Parameter zone: the device's, which decides when today ends.
    package init(_ reminders: [Reminder], now: Timestamp, zone: TimeZone) {
        let clock = WallClock(zone)
        let day = clock.day(of: now)
        midnights = (0...Self.days + 1).map { clock.moment(day + $0, .midnight) }
        for reminder in reminders {
            guard let schedule = reminder.schedule else {
                unscheduled.append(reminder)
                continue
            }
            add(reminder, schedule, schedule.clock(orElse: zone), now)
        }
        for list in [\Agenda.overdue, \Agenda.today, \Agenda.later] { self[keyPath: list].sort(by: Self.isEarlier) }
    }

    /// Those of the days after today.
    ///
    /// - Parameter days: from 1 to `Agenda.days`.
    package func upcoming(_ days: Int) -> [Entry] {
        let end = midnights[min(max(days, 1), Self.days) + 1]
        return later.filter { $0.due < end }
    }

    private mutating func add(_ reminder: Reminder, _ schedule: Schedule, _ clock: WallClock, _ now: Timestamp) {
        let latest = schedule.latest(until: now, clock)
        let beforeToday = Timestamp(clamping: midnights[0].millisecondsSinceEpoch - 1)
        var found = schedule.occurrences(after: beforeToday, limit: Self.days + 2, clock)
        found += reminder.states.compactMap { name, state in
            state.isFinal ? nil : schedule.occurrence(named: name, clock)
        }
        if let latest { found.append(latest) }
        for occurrence in Set(found) {
            let entry = Entry(reminder, occurrence)
            if entry.state?.isFinal == true {
                if occurrence.due >= midnights[0], occurrence.due < midnights[1] { today.append(entry) }
            } else if entry.due <= now {
                if occurrence == latest || entry.state != nil { overdue.append(entry) }
            } else if entry.due < midnights[1] {
                today.append(entry)
            } else if entry.due < midnights[Self.days + 1] {
                later.append(entry)
            }
        }
    }

    private static func isEarlier(_ one: Entry, _ other: Entry) -> Bool {
        (one.due, one.reminder.id.lowercased, one.occurrence.name)
            < (other.due, other.reminder.id.lowercased, other.occurrence.name)
    }
}
