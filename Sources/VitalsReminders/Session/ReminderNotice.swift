import Foundation
package import Vitals

/// A reminder's notification as a system knows it: its name and its two buttons.
package enum ReminderNotice {
    /// The category of these notifications, which says which buttons they have.
    package static let category = "reminder"
    package static let snoozeMinutes = 10

    package enum Button: String, CaseIterable, Sendable {
        case done, snooze

        package var title: String { self == .done ? "Done" : "Snooze for \(snoozeMinutes) minutes" }
    }

    /// The name of an occurrence's notification. There's one for each: a second one takes the place of the first.
    package static func name(of key: Alarm.Key) -> String { "\(key.reminder.lowercased) \(key.occurrence)" }

    /// Reads a name; nil for a notification of something else.
    package static func key(_ name: String) -> Alarm.Key? {
        let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let id = UUID(text: parts[0]) else { return nil }
        return Alarm.Key(id, parts[1])
    }

    /// The answer that a press means; nil for a press beside the buttons.
    package static func answer(_ button: String, at now: Timestamp) -> OccurrenceState? {
        switch Button(rawValue: button) {
        case .done: .completed
        case .snooze:
            .snoozed(until: Timestamp(clamping: now.millisecondsSinceEpoch + Int64(snoozeMinutes) * 60_000))
        case nil: nil
        }
    }
}

extension DeviceReminders {
    /// Stores the answer that a press on a notification means. A press beside its buttons, and on a notification of something
    /// else, changes nothing.
    ///
    /// - Throws: as `answer(_:_:_:)`.
    package func answer(notice name: String, button: String, now: Timestamp) throws {
        guard let key = ReminderNotice.key(name), let state = ReminderNotice.answer(button, at: now) else { return }
        try answer(key.reminder, key.occurrence, state)
    }
}
