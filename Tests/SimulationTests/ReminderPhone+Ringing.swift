import Foundation
import Vitals
import VitalsReminders

extension ReminderPhone {
    /// Brings what the phone has noted into line with what its system says.
    ///
    /// - Returns: the alarms that turn out to have rung.
    func matchSystem() -> [Alarm] {
        guard rules.contains(.matchesSystem) else {
            if keepsAlarms, isPermitted { ring.noteRungBySystem(until: clock) }
            return []
        }
        // Without permission the system has shown nothing, and a page's keeps no alarms.
        if !isPermitted { ring.scheduled = [:] }
        let before = ring.scheduled
        if !keepsAlarms { ring.scheduled = [:] }
        let added = ring.match(pending: pending, shown: screen, now: clock)
        if !keepsAlarms { ring.scheduled = before }
        for alarm in added { world.oracle.noted(self, alarm, isShown: false) }
        return added
    }

    /// Computes the alarms, notes the changes and tells the system.
    func compute(isStart: Bool) {
        let now = clock
        if !rules.contains(.keepsRung), now.millisecondsSinceEpoch < program?.lastClock ?? .min { ring.rung = [:] }
        program?.lastClock = now.millisecondsSinceEpoch
        program?.hasMissedJump = false
        let added = matchSystem()
        if isStart, !rules.contains(.returnsOnce) { ring.returned = [] }
        var state = ring
        // The system showed these since the start, so they needn't come back.
        state.returned.formUnion(added.map(\.key))
        let returns = rules.contains(.returns) && (isStart || !rules.contains(.returnsAfterStop))
        let calculator = NotificationCalculator(limit: rules.contains(.limits) ? limit : 1_000, zone: zone)
        var changes = calculator.changes(
            for: view.rows.map { reminder($0.key, $0.value, now) }, now: now, state: state, isStart: returns)
        let next = (Array(ring.scheduled.values) + changes.schedule).map(\.at).filter { $0 > now }.min()
        if !isPermitted { (changes.ring, changes.schedule) = ([], []) }
        if rules.contains(.notesFirst) { note(changes) }
        guard tellSystem(changes) else { return stop() }
        if !rules.contains(.notesFirst) { note(changes) }
        world.oracle.computed(self, isStart: isStart)
        let seconds = next.map { Double($0.millisecondsSinceEpoch - now.millisecondsSinceEpoch) / 1_000 }
        handle(.computed(nextSeconds: seconds))
    }

    private func note(_ changes: AlarmChanges) {
        ring.apply(changes)
        for alarm in changes.ring { world.oracle.noted(self, alarm, isShown: true) }
    }

    /// - Returns: false if the program was stopped meanwhile.
    private func tellSystem(_ changes: AlarmChanges) -> Bool {
        var tasks: [() -> Void] = []
        for key in changes.cancel {
            tasks.append { [self] in
                pending.removeAll { $0.key == key }
                if rules.contains(.withdraws) { screen.removeAll { $0.key == key } }
            }
        }
        for alarm in changes.ring {
            tasks.append { [self] in
                pending.removeAll { $0.key == alarm.key }
                show(alarm, bySystem: false)
            }
        }
        for alarm in changes.schedule where keepsAlarms {
            tasks.append { [self] in
                if !rules.contains(.reschedules), pending.contains(where: { $0.key == alarm.key }) { return }
                pending.removeAll { $0.key == alarm.key }
                pending.append(alarm)
            }
        }
        if let count = stopsAfter, !tasks.isEmpty {
            stopsAfter = nil
            for task in tasks.prefix(count % tasks.count) { task() }
            if !rules.contains(.notesFirst) || count % tasks.count < tasks.count { world.oracle.excuse(self) }
            return false
        }
        for task in tasks { task() }
        return true
    }

    func show(_ alarm: Alarm, bySystem: Bool) {
        guard isPermitted else { return }
        world.oracle.rang(self, alarm, bySystem: bySystem)
        screen.removeAll { $0.key == alarm.key }
        screen.append(alarm)
        if met[alarm.key.reminder]?.contains(alarm.key.occurrence) != true {
            met[alarm.key.reminder, default: []].append(alarm.key.occurrence)
        }
    }

    private func reminder(_ id: UUID, _ shared: SharedReminder, _ now: Timestamp) -> Reminder {
        var schedule = shared.schedule
        if !rules.contains(.daysFromStart) { drift(&schedule, now) }
        var states = shared.answers.compactMapValues { OccurrenceState($0) }
        if !rules.contains(.keepsSnooze), retitled.contains(id) { states = states.filter { $0.value.isFinal } }
        var reminder = Reminder(id: id, title: shared.title, schedule: schedule, states: states)
        reminder.repeatMinutes = shared.repeatMinutes
        return reminder
    }

    /// Goes from month to month, as a program does that computes the next day from the last one.
    private func drift(_ schedule: inout Schedule, _ now: Timestamp) {
        guard let rule = schedule.rule, rule.text == "FREQ=MONTHLY" else { return }
        let today = schedule.clock(orElse: zone).day(of: now)
        var parts = schedule.start.parts
        while true {
            let (year, month) = parts.month == 12 ? (parts.year + 1, 1) : (parts.year, parts.month + 1)
            parts = (year, month, min(parts.day, CalendarDay.length(year, month)))
            guard let next = CalendarDay(year: year, month: month, day: parts.day), next <= today else { return }
            schedule.start = next
        }
    }

    /// The name under which the phone stores an answer.
    func storedName(_ occurrence: String, of id: UUID) -> String {
        guard !rules.contains(.dateNames), let reminder = view.rows[id], reminder.schedule.rule != nil else {
            return occurrence
        }
        if met[id]?.contains(occurrence) != true { met[id, default: []].append(occurrence) }
        let days = world.oracle.days(reminder.schedule)
        let count = met[id]?.firstIndex(of: occurrence) ?? 0
        return days.indices.contains(count) ? days[count].text : occurrence
    }
}
