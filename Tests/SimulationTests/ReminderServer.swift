import Foundation
import Vitals
import VitalsEntities
import VitalsReminders

/// A reminder as phones and server exchange it.
struct SharedReminder: Hashable {
    var title: String
    var schedule: Schedule
    var repeatMinutes: Int?
    /// By the occurrence's name.
    var answers: [String: JSONValue] = [:]

    func answer(_ name: String) -> JSONValue { answers[name] ?? .null }
    func state(_ name: String) -> OccurrenceState? { answers[name].flatMap { OccurrenceState($0) } }
}

/// What a person did to a reminder.
struct ReminderCommand {
    enum Change {
        case create(SharedReminder)
        case title(base: String, to: String)
        case schedule(base: Schedule, to: Schedule)
        case answer(occurrence: String, FieldChange)
        case delete
    }

    let id: Int
    let reminder: UUID
    let change: Change
    /// The server has performed it, and a pull has yet to bring the result.
    var isAnswered = false
}

/// Reminders by id, with the two ways in which a command changes them.
struct ReminderRows: Equatable {
    var rows: [UUID: SharedReminder] = [:]

    /// Performs a command as the server decides: a value whose author hadn't seen the stored one doesn't replace it, but
    /// answers merge.
    mutating func decide(_ command: ReminderCommand, _ rules: Set<ReminderRule>) {
        func kept<Value: Equatable>(_ current: Value, _ base: Value, _ to: Value) -> Value {
            current == base ? to : current
        }
        switch command.change {
        case .create(let reminder): if rows[command.reminder] == nil { rows[command.reminder] = reminder }
        case .delete: rows[command.reminder] = nil
        case .title(let base, let to):
            rows[command.reminder].change { $0.title = kept($0.title, base, to) }
        case .schedule(let base, let to):
            rows[command.reminder].change { $0.schedule = kept($0.schedule, base, to) }
        case .answer(let occurrence, let change):
            rows[command.reminder].change { reminder in
                let current = reminder.answer(occurrence)
                reminder.set(
                    occurrence,
                    Self.settled(current, change, rules) ?? kept(current, change.base, change.to))
            }
        }
    }

    /// Shows a command that waits on top.
    mutating func show(_ command: ReminderCommand, _ rules: Set<ReminderRule>) {
        switch command.change {
        case .create, .delete: decide(command, rules)
        case .title(_, let to): rows[command.reminder].change { $0.title = to }
        case .schedule(_, let to): rows[command.reminder].change { $0.schedule = to }
        case .answer(let occurrence, let change):
            rows[command.reminder].change { reminder in
                let current = reminder.answer(occurrence)
                let merged = rules.contains(.viewSettles) ? EntityAnswer.settled(current, change) : nil
                reminder.set(occurrence, merged ?? change.to)
            }
        }
    }

    private static func settled(
        _ current: JSONValue, _ change: FieldChange, _ rules: Set<ReminderRule>
    ) -> JSONValue? {
        guard let merged = EntityAnswer.settled(current, change) else { return nil }
        switch (EntityAnswer(current), EntityAnswer(change.to)) {
        case (.done, .snoozed) where !rules.contains(.doneBeatsSnooze): return change.to
        case (.snoozed, .snoozed) where !rules.contains(.laterSnoozeStays): return current
        default: return merged
        }
    }
}

extension SharedReminder {
    mutating func set(_ occurrence: String, _ value: JSONValue) { answers[occurrence] = value == .null ? nil : value }
}

extension SharedReminder? {
    fileprivate mutating func change(_ body: (inout SharedReminder) -> Void) {
        guard var reminder = self else { return }
        body(&reminder)
        self = reminder
    }
}

/// The place where phones meet: it performs each command once, in the order in which they arrive.
struct ReminderServer {
    private(set) var shared = ReminderRows()
    private var performed: Set<Int> = []
    /// Ids that were deleted; a create that comes later makes nothing.
    private var buried: Set<UUID> = []

    /// - Returns: true if anything has changed.
    mutating func perform(_ commands: [ReminderCommand], _ rules: Set<ReminderRule>) -> Bool {
        let before = shared
        for command in commands where performed.insert(command.id).inserted && !buried.contains(command.reminder) {
            shared.decide(command, rules)
            if case .delete = command.change { buried.insert(command.reminder) }
        }
        return shared != before
    }
}
