package import Foundation
package import Vitals

/// A notification that the system shows at a moment.
package struct Alarm: Hashable, Sendable {
    package struct Key: Hashable, Comparable, Sendable {
        package let reminder: UUID
        /// The occurrence's name.
        package let occurrence: String

        package init(_ reminder: UUID, _ occurrence: String) {
            self.reminder = reminder
            self.occurrence = occurrence
        }

        package static func < (one: Key, other: Key) -> Bool {
            one.reminder == other.reminder ? one.occurrence < other.occurrence : one.reminder < other.reminder
        }
    }

    package let key: Key
    package let at: Timestamp
    package let title: String
    /// The alarm's origin: the day and time of the schedule, or the end of a snooze. An alarm that rang doesn't ring
    /// again while this is the same, whatever the clocks do.
    package let cause: String

    package init(key: Key, at: Timestamp, title: String, cause: String) {
        self.key = key
        self.at = at
        self.title = title
        self.cause = cause
    }
}

/// The alarms that a phone has told the system, and those that have rung on it.
package struct RingState: Hashable, Sendable {
    package var scheduled: [Alarm.Key: Alarm] = [:]
    /// The alarms that rang and are still on the screen.
    package var shown: Set<Alarm.Key> = []
    /// The causes for which an occurrence has rung.
    package var rung: [Alarm.Key: Set<String>] = [:]
    /// The occurrences that rang again after the program was stopped.
    package var returned: Set<Alarm.Key> = []

    package init() {}

    /// Notes that the changes were made.
    package mutating func apply(_ changes: AlarmChanges) {
        for key in changes.cancel {
            scheduled[key] = nil
            shown.remove(key)
        }
        for alarm in changes.ring { noteRung(alarm) }
        // One that repeats may be in both.
        for alarm in changes.schedule { scheduled[alarm.key] = alarm }
    }

    /// Notes the scheduled alarms that the system has shown by itself since.
    package mutating func noteRungBySystem(until now: Timestamp) {
        for alarm in scheduled.values where alarm.at <= now { noteRung(alarm) }
    }

    private mutating func noteRung(_ alarm: Alarm) {
        scheduled[alarm.key] = nil
        shown.insert(alarm.key)
        if !rung[alarm.key, default: []].insert(alarm.cause).inserted { returned.insert(alarm.key) }
    }
}

/// The difference between the alarms that there should be and those that there are.
package struct AlarmChanges: Hashable, Sendable {
    /// Alarms to withdraw, shown ones too: they were done, moved or deleted.
    package var cancel: [Alarm.Key] = []
    /// Alarms of the future, in their order.
    package var schedule: [Alarm] = []
    /// Alarms that are due, and haven't rung or come back.
    package var ring: [Alarm] = []

    package init() {}
}

/// Computes which notifications a phone should have.
///
/// It's a pure function: reminders, a moment and what there is go in, a difference comes out.
package struct NotificationCalculator: Sendable {
    /// How many alarms of the future the system keeps. iOS keeps 64 for an app and drops the others.
    package var limit: Int
    /// The device's zone, for a reminder whose own it doesn't know.
    package var zone: TimeZone

    /// How often an alarm without an answer repeats, for a reminder that asks for it. Then the phone gives up.
    package static let repeatCount: Int64 = 12

    package init(limit: Int = 64, zone: TimeZone) {
        self.limit = limit
        self.zone = zone
    }

    /// - Parameter isStart: true once after each start of the program: what rang and has no answer comes back once.
    package func changes(
        for reminders: [Reminder], now: Timestamp, state: RingState, isStart: Bool = false
    ) -> AlarmChanges {
        var clocks: [String: WallClock] = [:]
        func plan(_ reminder: Reminder) -> Plan? {
            guard let schedule = reminder.schedule else { return nil }
            let known = clocks[schedule.zone]
            let clock = known ?? schedule.clock(orElse: zone)
            if known == nil { clocks[schedule.zone] = clock }
            return Plan(reminder: reminder, schedule: schedule, clock: clock, now: now)
        }
        var (due, first) = ([Alarm](), [(at: Timestamp, id: UUID, place: Int)]())
        for (place, reminder) in reminders.enumerated() {
            guard let plan = plan(reminder) else { continue }
            due += plan.due
            if let next = plan.next { first.append((next, reminder.id, place)) }
        }
        // The next alarms belong to the reminders that ring next, so only those are looked at further.
        first.sort { $0.at == $1.at ? $0.id < $1.id : $0.at < $1.at }
        let later = first.prefix(limit).flatMap { plan(reminders[$0.place])?.later(limit) ?? [] }

        var changes = AlarmChanges()
        // @write 23 alarm-difference
        changes.ring = Self.ordered(due.filter { !hasRung($0, state) || (isStart && !state.returned.contains($0.key)) })
        let wanted = Self.ordered(later.filter { !hasRung($0, state) }).prefix(limit)
        changes.schedule = wanted.filter { state.scheduled[$0.key] != $0 }
        let (isDue, isWanted) = (Set(due.map(\.key)), Set(wanted.map(\.key)))
        let gone = state.scheduled.values.filter {
            !isWanted.contains($0.key) && ($0.at > now || !isDue.contains($0.key))
        }
        changes.cancel = Self.ordered(state.shown.subtracting(isDue).union(gone.map(\.key)))
        // @starter
        //| // Rings what is due, and schedules what comes next.
        //| changes.ring = Self.ordered(due)
        //| changes.schedule = Array(Self.ordered(later).prefix(limit))
        // @end
        return changes
    }

    /// True if an alarm has rung for its cause.
    private func hasRung(_ alarm: Alarm, _ state: RingState) -> Bool {
        state.rung[alarm.key]?.contains(alarm.cause) == true
    }

    private static func ordered(_ alarms: [Alarm]) -> [Alarm] {
        alarms.sorted { $0.at == $1.at ? $0.key < $1.key : $0.at < $1.at }
    }

    private static func ordered(_ keys: Set<Alarm.Key>) -> [Alarm.Key] {
        keys.sorted()
    }
}

/// The alarms that one reminder should have.
private struct Plan {
    let reminder: Reminder
    let schedule: Schedule
    let clock: WallClock
    let now: Timestamp

    /// The latest occurrence that is due, and those that were snoozed until now. Earlier ones were missed: they're on the list,
    /// and a phone that was off for a month doesn't ring thirty times.
    var due: [Alarm] { reached.map { repeated($0).latest } }

    /// The moment of the next alarm.
    var next: Timestamp? {
        // Most reminders have no answer yet, and of most no alarm is needed.
        guard reminder.states.isEmpty, reminder.repeatMinutes == nil else { return later(1).first?.at }
        return schedule.occurrences(after: now, limit: 1, clock).first?.due
    }

    /// The next alarms, in order.
    func later(_ limit: Int) -> [Alarm] {
        // Occurrences that were answered before they were due.
        let today = reminder.states.isEmpty ? "" : clock.day(of: now).text
        let answered = reminder.states.keys.count { $0 >= today }
        let open = schedule.occurrences(after: now, limit: limit + answered, clock) + snoozed
        let repeats = reminder.repeatMinutes == nil ? [] : reached.compactMap { repeated($0).next }
        return Self.once(open.compactMap(alarm).filter { $0.at > now } + repeats).sorted { $0.at < $1.at }
    }

    /// The alarms whose moment has come, as they rang first.
    private var reached: [Alarm] {
        Self.once(
            ([schedule.latest(until: now, clock)] + snoozed).compactMap { $0.flatMap(alarm) }.filter { $0.at <= now })
    }

    /// The alarms in their order, each once. There may be thousands.
    private static func once(_ alarms: [Alarm]) -> [Alarm] {
        var known = Set<Alarm>()
        return alarms.filter { known.insert($0).inserted }
    }

    /// The latest repeat of an alarm that has no answer, and the next one. Each has a cause of its own, so each rings once.
    private func repeated(_ alarm: Alarm) -> (latest: Alarm, next: Alarm?) {
        guard let minutes = reminder.repeatMinutes else { return (alarm, nil) }
        let step = Int64(minutes) * 60_000
        let passed = (now.millisecondsSinceEpoch - alarm.at.millisecondsSinceEpoch) / step
        func number(_ count: Int64) -> Alarm {
            guard count > 0 else { return alarm }
            return Alarm(
                key: alarm.key, at: Timestamp(clamping: alarm.at.millisecondsSinceEpoch + count * step),
                title: alarm.title, cause: "\(alarm.cause) repeat \(count)")
        }
        let count = min(passed, NotificationCalculator.repeatCount)
        return (number(count), count < NotificationCalculator.repeatCount ? number(count + 1) : nil)
    }

    /// A snooze outlives the occurrences that have come since.
    private var snoozed: [Occurrence] {
        reminder.states.compactMap { name, state in
            guard case .snoozed = state else { return nil }
            return schedule.occurrence(named: name, clock)
        }
    }

    private func alarm(_ occurrence: Occurrence) -> Alarm? {
        let key = Alarm.Key(reminder.id, occurrence.name)
        switch reminder.states[occurrence.name] {
        case .completed, .skipped: return nil
        case .snoozed(let until):
            return Alarm(key: key, at: until, title: reminder.title, cause: "snoozed \(until.rfc3339)")
        case nil:
            let day = occurrence.name == Occurrence.once ? schedule.start.text : occurrence.name
            return Alarm(key: key, at: occurrence.due, title: reminder.title, cause: "\(day) \(schedule.time.text)")
        }
    }
}
