package import Foundation
import GRDB
package import Vitals

extension Device {
    /// The reminders of this device.
    ///
    /// A device that wasn't opened with the features `entities` and `reminders` has no tables for them: each call throws
    /// `StoreError` then.
    package var reminders: DeviceReminders { DeviceReminders(store, zone: .current) }

    /// The same for a device in another time zone than the system's.
    package func reminders(in zone: TimeZone) -> DeviceReminders { DeviceReminders(store, zone: zone) }
}

/// The reminders of one device. Each call that writes is one transaction: once it returns, the change is safe, and the next sync
/// sends it.
package struct DeviceReminders: Sendable {
    private let store: MeasurementStore
    /// The device's zone.
    package let zone: TimeZone

    init(_ store: MeasurementStore, zone: TimeZone) {
        self.store = store
        self.zone = zone
    }

    // MARK: Reading

    /// All reminders, sorted by title.
    ///
    /// - Throws: `StoreError`.
    package func all() throws -> [Reminder] { try read { try $0.all() } }

    /// The reminder with an id; nil if there is none.
    ///
    /// - Throws: `StoreError`.
    package func reminder(_ id: UUID) throws -> Reminder? { try read { try $0.reminder(id) } }

    /// The occurrences that concern a person at a moment.
    ///
    /// - Throws: `StoreError`.
    package func agenda(now: Timestamp) throws -> Agenda { Agenda(try all(), now: now, zone: zone) }

    /// Says if the account may change reminders.
    ///
    /// - Throws: `StoreError`.
    package func access() throws -> AccessState { try read { try $0.access() } }

    // MARK: Writing

    /// Checks a draft without storing anything.
    ///
    /// - Throws: `ReminderInvalid`.
    package func validate(_ draft: ReminderDraft) throws(ReminderInvalid) { _ = try draft.values() }

    /// Makes a reminder.
    ///
    /// - Returns: its id.
    /// - Throws: `ReminderInvalid`; `RemindersReadOnly`; `StoreError`.
    @discardableResult
    package func add(_ draft: ReminderDraft) throws -> UUID { try write { try $0.add(draft) } }

    /// Changes a reminder. Its answers stay, but for that of a reminder without a rule that is moved to another time.
    ///
    /// - Parameter draft: made with `init(of:)`, so that only what the person has changed is written.
    /// - Throws: `ReminderInvalid`; `RemindersReadOnly`; `StoreError` with `notFound`.
    package func update(_ id: UUID, _ draft: ReminderDraft) throws { try write { try $0.update(id, draft) } }

    /// - Throws: `RemindersReadOnly`; `StoreError` with `notFound`.
    package func delete(_ id: UUID) throws { try write { try $0.delete(id) } }

    /// Answers an occurrence.
    ///
    /// - Parameters:
    ///   - occurrence: its name: a day such as `2026-05-06`, or `once`.
    ///   - state: nil undoes the answer.
    /// - Throws: `ReminderInvalid` for a day that the reminder hasn't, and for a snooze that ends in the past or in more than 30
    ///   days; `RemindersReadOnly`; `StoreError` with `notFound`.
    package func answer(_ id: UUID, _ occurrence: String, _ state: OccurrenceState?) throws {
        try write { try $0.answer(id, occurrence, state, zone: zone) }
    }

    // MARK: Ringing

    /// The difference between the alarms that there should be and those that were noted.
    ///
    /// - Parameter isStart: true once after each start of the program.
    /// - Throws: `StoreError`.
    package func alarms(now: Timestamp, isStart: Bool = false) throws -> AlarmChanges {
        try read { try changes($0, now, $0.ringState(), isStart) }
    }

    /// Notes that the changes were made.
    ///
    /// - Throws: `StoreError`.
    package func note(_ changes: AlarmChanges) throws { try changeRingState { $0.apply(changes) } }

    /// Computes the alarms and notes them in one transaction. Of several programs on one store, only one rings.
    ///
    /// It's noted before it's shown: a program that is stopped in between shows it when it starts again.
    ///
    /// - Parameter mayRing: false while the person hasn't permitted notifications. Nothing counts as rung then.
    /// - Throws: `StoreError`.
    package func take(now: Timestamp, isStart: Bool, mayRing: Bool = true) throws -> Ringing {
        try write { tables in
            let before = try tables.ringState()
            let reminders = try tables.all()
            var changes = calculator.changes(for: reminders, now: now, state: before, isStart: isStart)
            if !mayRing { changes.ring = [] }
            var state = before
            state.apply(changes)
            try tables.save(state, before: before)
            let byID = Dictionary(reminders.map { ($0.id, $0) }) { one, _ in one }
            let withdrawn = changes.cancel.filter(before.shown.contains).map { key in
                Ringing.Withdrawn(
                    key: key, title: byID[key.reminder]?.title ?? "", state: byID[key.reminder]?.states[key.occurrence])
            }
            return Ringing(
                changes: changes, withdrawn: withdrawn, next: state.scheduled.values.map(\.at).filter { $0 > now }.min()
            )
        }
    }

    /// Changes the state of the ringing, such as by what the system has shown while the program was closed.
    ///
    /// - Throws: `StoreError`; errors of `body` are rethrown.
    package func changeRingState(_ body: (inout RingState) throws -> Void) throws {
        try write { tables in
            let before = try tables.ringState()
            var state = before
            try body(&state)
            try tables.save(state, before: before)
        }
    }

    package func ringState() throws -> RingState { try read { try $0.ringState() } }

    /// A text that is another one after each change of a reminder, by this program or another one on the same store.
    ///
    /// - Throws: `StoreError`.
    package func changeMark() throws -> String {
        try store.read { database in
            try String.fetchOne(
                database,
                sql: """
                    SELECT (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'entity_outbox') || ' '
                      || (SELECT count(*) FROM entity_outbox) || ' '
                      || (SELECT coalesce(group_concat(cursor), '') FROM entity_cursor)
                    """) ?? ""
        }
    }

    private var calculator: NotificationCalculator { NotificationCalculator(zone: zone) }

    private func changes(
        _ tables: ReminderTables, _ now: Timestamp, _ state: RingState, _ isStart: Bool
    ) throws -> AlarmChanges {
        calculator.changes(for: try tables.all(), now: now, state: state, isStart: isStart)
    }

    private func read<Value>(_ body: (ReminderTables) throws -> Value) throws -> Value {
        try store.read { try body(ReminderTables(store.tables(reading: $0))) }
    }

    private func write<Value>(_ body: (ReminderTables) throws -> Value) throws -> Value {
        try store.write { try body(ReminderTables($0)) }
    }
}

/// The alarms that a phone has to show and to withdraw at a moment.
package struct Ringing: Hashable, Sendable {
    /// An alarm that leaves the screen.
    package struct Withdrawn: Hashable, Sendable {
        package let key: Alarm.Key
        package let title: String
        /// The answer that ended it; nil where the reminder was moved or deleted, or its next occurrence has come.
        package let state: OccurrenceState?
    }

    package let changes: AlarmChanges
    /// Those of `changes.cancel` that were on the screen.
    package let withdrawn: [Withdrawn]
    /// The next alarm; nil if there is none.
    package let next: Timestamp?
}
