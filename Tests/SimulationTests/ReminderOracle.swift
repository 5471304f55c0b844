import Foundation
import Vitals
import VitalsEntities
import VitalsReminders

/// The promises of reminders, checked against what phones show and what their people did.
final class ReminderOracle {
    /// An alarm of a schedule. Moved to another time, a reminder's repeats may come at moments at which it has rung before.
    private struct Cause: Hashable {
        let alarm: ReminderAlarm
        let time: WallTime?
    }

    /// What happened on one phone.
    private struct Log {
        /// How often each alarm was shown, and the program's starts before the first time.
        var shown: [Cause: (count: Int, starts: Int)] = [:]
        var returned: Set<Alarm.Key> = []
        /// The alarms that the phone knows to have rung.
        var noted: Set<ReminderAlarm> = []
        /// The occurrences of which an alarm was noted twice.
        var notedTwice: Set<Alarm.Key> = []
        var notedSinceStart: Set<Alarm.Key> = []
        var starts = 0
        /// It was stopped while it told the system about changes, or while it waited, and hasn't computed since.
        var isExcused = false
    }

    /// What broke, by promise; empty if all held.
    private(set) var flags: [String: Int] = [:]
    var trace: ((String) -> Void)?
    private var logs: [String: Log] = [:]
    private var truth = ReminderTruth()
    private var done: Set<Alarm.Key> = []
    /// Occurrences that a person opened again on purpose, or snoozed for less than before.
    private var reopened: Set<Alarm.Key> = []
    private var snoozes: [Alarm.Key: Timestamp] = [:]

    func flag(_ promise: String) {
        flags[promise, default: 0] += 1
        trace?("!! \(promise)")
    }

    func days(_ schedule: Schedule) -> [CalendarDay] { truth.days(schedule) }

    func due(_ phone: ReminderPhone, before milliseconds: Int64 = 0) -> Set<ReminderAlarm> {
        let now = Timestamp(clamping: phone.clock.millisecondsSinceEpoch - milliseconds)
        return truth.due(phone.view.rows, at: now, phone.zone)
    }

    /// The next alarm of each reminder, the soonest first.
    func next(_ phone: ReminderPhone, after milliseconds: Int64 = 0) -> [ReminderAlarm] {
        let now = Timestamp(clamping: phone.clock.millisecondsSinceEpoch + milliseconds)
        return truth.next(phone.view.rows, after: now, phone.zone, without: logs[phone.name]?.noted ?? [])
    }

    // MARK: What happens

    func started(_ phone: ReminderPhone) {
        trace?("\(phone.name) starts")
        logs[phone.name, default: Log()].starts += 1
        logs[phone.name]?.notedSinceStart = []
    }

    func excuse(_ phone: ReminderPhone) { logs[phone.name, default: Log()].isExcused = true }

    func noted(_ phone: ReminderPhone, _ alarm: Alarm, isShown: Bool) {
        let noted = ReminderAlarm(key: alarm.key, at: alarm.at)
        let isNew = logs[phone.name, default: Log()].noted.insert(noted).inserted
        guard isShown else { return }
        if !isNew { logs[phone.name]?.notedTwice.insert(alarm.key) }
        logs[phone.name]?.notedSinceStart.insert(alarm.key)
    }

    /// An alarm is shown.
    func rang(_ phone: ReminderPhone, _ alarm: Alarm, bySystem: Bool) {
        let (shown, key) = (ReminderAlarm(key: alarm.key, at: alarm.at), alarm.key)
        trace?(
            "\(phone.name) rings \(alarm.title) \(key.occurrence) at \(alarm.at.rfc3339)\(bySystem ? ", system" : "")")
        let log = logs[phone.name, default: Log()]
        // A phone that wakes up right before an alarm may learn too late what it can't take back.
        let isBetween = log.isExcused || phone.program?.machine.phase == .waiting
        if !bySystem || !isBetween {
            let reminder = phone.view.rows[key.reminder]
            let moments = reminder.map { truth.moments($0, key.occurrence, phone.zone) } ?? []
            if hasHeardDone(phone, key) { flag("none rings that the phone has heard to be done") }
            if !moments.contains(alarm.at) { flag("an alarm rings at a moment of its schedule or snooze") }
            if !bySystem, !due(phone).contains(shown) { flag("only what is due rings") }
        }
        let cause = Cause(alarm: shown, time: phone.view.rows[key.reminder]?.schedule.time)
        var (count, starts) = log.shown[cause] ?? (0, log.starts)
        count += 1
        if count > 1 {
            let isReturn = log.starts > starts && logs[phone.name]?.returned.insert(key).inserted == true
            if !isReturn { flag("an alarm rings once, and once more after a stop") }
            if isReturn { starts = .max }
        }
        logs[phone.name]?.shown[cause] = (count, starts)
        if !bySystem, wouldHaveHeard(phone), isDone(phone.world.server.shared.rows[key.reminder], key.occurrence) {
            flag("a phone that wakes up asks before it rings")
        }
    }

    /// True while a sync runs that a phone has to wait for, and that will tell it in time.
    private func wouldHaveHeard(_ phone: ReminderPhone) -> Bool {
        guard let began = phone.program?.waitBeganAt, let sync = phone.program?.sync else { return false }
        return sync.isOfMachine && sync.isPulled && sync.endsAt - began <= 5_000
    }

    func computed(_ phone: ReminderPhone, isStart: Bool) {
        let log = logs[phone.name, default: Log()]
        logs[phone.name]?.isExcused = false
        guard isStart, phone.isPermitted else { return }
        for alarm in due(phone) where !log.notedSinceStart.contains(alarm.key) {
            if !log.notedTwice.contains(alarm.key) { flag("after a stop, what rang and has no answer comes back") }
        }
    }

    /// A person answers, or takes an answer back.
    func answered(_ phone: ReminderPhone, _ key: Alarm.Key, _ change: FieldChange) {
        trace?(
            "\(phone.name) answers \(key.occurrence) \(CanonicalJSON.text(change.to)), saw \(CanonicalJSON.text(change.base))"
        )
        if phone.view.rows[key.reminder]?.answer(key.occurrence) != change.to {
            flag("what a person answers is shown at once")
        }
        let (base, to) = (OccurrenceState(change.base), OccurrenceState(change.to))
        switch to {
        case .completed, .skipped: done.insert(key)
        case .snoozed(let until):
            if base?.isFinal == true { reopened.insert(key) }
            if case .snoozed(let seen) = base, seen > until { reopened.insert(key) }
            snoozes[key] = max(snoozes[key] ?? until, until)
        case nil: reopened.insert(key)
        }
    }

    // MARK: What holds at each moment

    func check(_ phone: ReminderPhone) {
        for (id, reminder) in phone.shadow.rows {
            for name in reminder.answers.keys where hasHeardDone(phone, Alarm.Key(id, name)) {
                guard let shown = phone.view.rows[id], !isDone(shown, name) else { continue }
                flag("what the phone has heard to be done is shown so")
            }
        }
        if phone.pending.count > phone.limit { flag("no more alarms are scheduled than the system keeps") }
        guard phone.isAwake, let program = phone.program, program.machine.phase == .awake, !program.hasMissedJump else {
            return
        }
        let (now, before) = (due(phone), due(phone, before: 2_000))
        let keys = Set((now.union(before)).map(\.key))
        for alarm in phone.screen {
            if hasHeardDone(phone, alarm.key) { flag("what is done leaves the screen") }
            // One whose next occurrence was answered or put off before it came, or comes again to a clock that was set back, may stay
            // until the phone looks again.
            let isReplaced =
                !phone.wasSet
                && keys.contains { key in
                    key.reminder == alarm.key.reminder && phone.view.rows[key.reminder]?.state(key.occurrence) == nil
                }
            if !keys.contains(alarm.key), isReplaced || !hasCome(phone, alarm.key) {
                flag("the screen shows what is due")
            }
        }
        guard phone.isPermitted else { return }
        let noted = logs[phone.name]?.noted ?? []
        if !now.intersection(before).isSubset(of: noted) {
            flag("what is due rings")
            trace?("\(phone.name) hasn't rung \(now.intersection(before).subtracting(noted))")
        }
        if phone.keepsAlarms, let first = next(phone, after: 2_000).first,
            !phone.pending.contains(where: { $0.key == first.key && $0.at == first.at })
        {
            flag("the next alarm is scheduled")
            trace?("\(phone.name) lacks \(first) at \(phone.clock.rfc3339)")
        }
    }

    private func hasCome(_ phone: ReminderPhone, _ key: Alarm.Key) -> Bool {
        let reminder = phone.view.rows[key.reminder]
        return reminder.map { truth.moments($0, key.occurrence, phone.zone).contains { $0 <= phone.clock } } ?? false
    }

    /// True if an answer has arrived that nothing of this phone's takes back on purpose.
    private func hasHeardDone(_ phone: ReminderPhone, _ key: Alarm.Key) -> Bool {
        guard let heard = phone.shadow.rows[key.reminder]?.answer(key.occurrence),
            OccurrenceState(heard)?.isFinal == true
        else { return false }
        return !phone.outbox.contains { command in
            guard command.reminder == key.reminder, case .answer(key.occurrence, let change) = command.change else {
                return false
            }
            return change.to == .null || change.base == heard || OccurrenceState(change.base)?.isFinal == true
        }
    }

    private func isDone(_ reminder: SharedReminder?, _ occurrence: String) -> Bool {
        reminder?.state(occurrence)?.isFinal == true
    }

    /// Everything has synced.
    func finish(_ world: ReminderWorld) {
        for phone in world.phones where phone.view != world.server.shared || !phone.outbox.isEmpty {
            flag("all phones show the same in the end")
        }
        let agendas = world.phones.filter { $0.clockOffset == 0 }.map { phone in Set(due(phone).map(\.key)) }
        if Set(agendas).count > 1, Set(world.phones.map(\.zone)).count == 1 { flag("all agendas are the same") }
        for key in done.subtracting(reopened) {
            guard let reminder = world.server.shared.rows[key.reminder] else { continue }
            if !isDone(reminder, key.occurrence) { flag("what is done stays done") }
        }
        for (key, until) in snoozes where !done.contains(key) && !reopened.contains(key) {
            guard let reminder = world.server.shared.rows[key.reminder] else { continue }
            if reminder.state(key.occurrence) != .snoozed(until: until) { flag("the later of two snoozes stays") }
        }
    }
}
