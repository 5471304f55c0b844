public import Foundation
import Vitals
import VitalsReminders

/// An occurrence of a reminder in a list.
public struct ReminderItem: Identifiable, Hashable, Sendable {
    public enum State: Hashable, Sendable {
        case open, done, skipped, snoozed
    }

    /// The reminder's id and the occurrence's name.
    public let id: String
    public let reminder: UUID
    /// Its day by the reminder's own clock, or `once`.
    let occurrence: String
    public let title: String
    /// The time when it's due: `07:30`, or `Yesterday, 07:30` outside today.
    public let when: String
    /// The schedule in words, and the group.
    public let detail: String
    public let state: State
    /// `Done`, or `Snoozed until 07:40`; nil for one that is open.
    public let stateText: String?
    /// True while a change of it waits for the server.
    public let waits: Bool
    /// The item as a screen reader reads it.
    public let spoken: String

    /// True if it can be done or skipped.
    public var isOpen: Bool { state == .open || state == .snoozed }

    init(
        _ entry: Agenda.Entry, isToday: Bool, group: String?, now: Timestamp, zone: TimeZone,
        _ formatter: DisplayFormatter
    ) {
        let reminder = entry.reminder
        func time(_ moment: Timestamp) -> String {
            isToday ? formatter.time(moment) : formatter.dayAndTime(moment, seenFrom: now)
        }
        id = "\(reminder.id.lowercased) \(entry.occurrence.name)"
        self.reminder = reminder.id
        occurrence = entry.occurrence.name
        title = ReminderRow.title(reminder)
        when = time(entry.due)
        detail = [ReminderRow.words(reminder, zone), group].compactMap(\.self).joined(separator: " · ")
        switch entry.state {
        case .completed: (state, stateText) = (.done, "Done")
        case .skipped: (state, stateText) = (.skipped, "Skipped")
        case .snoozed(let until):
            (state, stateText) = (.snoozed, "Snoozed until \(formatter.dayAndTime(until, seenFrom: now))")
        case nil: (state, stateText) = (.open, nil)
        }
        waits = reminder.waits
        spoken = [title, when, stateText ?? "", detail, waits ? "saved on this phone" : ""].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}

/// A reminder in its group.
public struct ReminderRow: Identifiable, Hashable, Sendable {
    public let id: UUID
    public let title: String
    /// The schedule in words: `every day at 7:30`; or the reason why it can't be read.
    public let detail: String
    /// False if this version can't read the schedule.
    public let isReadable: Bool
    /// True while a change of it waits for the server.
    public let waits: Bool
    /// The reminder as a screen reader reads it.
    public let spoken: String

    init(_ reminder: Reminder, zone: TimeZone) {
        id = reminder.id
        title = Self.title(reminder)
        detail = reminder.trouble ?? Self.words(reminder, zone)
        isReadable = reminder.trouble == nil
        waits = reminder.waits
        spoken = [title, detail, waits ? "saved on this phone" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    static func title(_ reminder: Reminder) -> String {
        reminder.title.isEmpty ? "Untitled reminder" : reminder.title.onOneLine
    }

    /// The schedule in words, with its zone where the phone's clocks show other times.
    static func words(_ reminder: Reminder, _ zone: TimeZone) -> String {
        guard let schedule = reminder.schedule else {
            return reminder.trouble == nil ? "any time" : "can't be read on this phone"
        }
        let words = RuleWords(schedule).text
        return schedule.hasClocks(of: zone) ? words : "\(words), in \(schedule.zone.onOneLine)"
    }
}

/// A group of reminders.
public struct ReminderGroup: Identifiable, Hashable, Sendable {
    public let id: UUID
    public let name: String
    /// Sorted by title.
    public let rows: [ReminderRow]
}
