import Foundation
import Vitals
import VitalsEntities
import VitalsReminders

extension Device {
    /// The one reminder that a person means by its title, its id, or the beginning of the id.
    func reminder(_ word: String) throws -> Reminder {
        let title = EntityName.folded(word)
        let all = try reminders.all()
        let titled = all.filter { EntityName.folded($0.title) == title }
        if titled.count == 1 { return titled[0] }
        guard titled.isEmpty else {
            let ids = titled.map(\.displayID).joined(separator: ", ")
            throw PhoneError("\(titled.count) reminders are called \(word.printable). Name one by its id: \(ids).")
        }
        let prefix = word.lowercased().utf8
        guard word.allSatisfy(\.isWhitespace) || all.contains(where: { $0.id.lowercased.utf8.starts(with: prefix) })
        else {
            throw PhoneError(
                "No reminder is called \(word.printable), and no reminder's id starts with it. "
                    + "`vitals-device reminders` shows both.")
        }
        let id = try entities.find("reminder", word).id
        guard let reminder = try reminders.reminder(id) else { throw PhoneError("The reminder is gone.") }
        return reminder
    }

    /// The names of groups and tags, by id.
    func reminderNames() throws -> [UUID: String] {
        let all = try entities.all("group") + entities.all("tag")
        return Dictionary(all.map { ($0.id, $0.displayName) }) { one, _ in one }
    }
}

extension Reminder {
    var displayID: String { String(id.lowercased.prefix(8)) }

    /// The title on one line, cut to 60 characters.
    var displayTitle: String { title.printable }

    /// The schedule in words, with its zone where the device's clocks show other times.
    func displaySchedule(in zone: TimeZone) -> String {
        guard let schedule else { return trouble == nil ? "any time" : "can't be read" }
        let words = RuleWords(schedule).text
        return schedule.hasClocks(of: zone) ? words : "\(words), in \(schedule.zone.printable)"
    }

    var displayState: String { waits ? "not synced yet" : "synced" }
}

extension Timestamp {
    /// `2026-05-06 07:30`, by the clocks of a zone.
    func display(in zone: TimeZone) -> String {
        let seconds = Int(flooredToSecond.millisecondsSinceEpoch / 1_000)
        let local = seconds + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        let clock = Timestamp(clamping: Int64(local) * 1_000).rfc3339
        return "\(clock.prefix(10)) \(clock.dropFirst(11).prefix(5))"
    }
}

extension OccurrenceState {
    func display(in zone: TimeZone) -> String {
        switch self {
        case .completed: "done"
        case .skipped: "skipped"
        case .snoozed(let until): "snoozed until \(until.display(in: zone))"
        }
    }
}

extension JSONValue {
    static func reminder(_ reminder: Reminder, _ more: [JSONValue.Member] = []) -> JSONValue {
        .object(
            [
                .init("id", .string(reminder.id.lowercased)), .init("fields", FieldMap.nested(reminder.fields)),
                .init("words", .optional(reminder.schedule.map { RuleWords($0).text })),
                .init("trouble", .optional(reminder.trouble)), .init("dirty", .bool(reminder.waits)),
            ] + more)
    }

    static func entry(_ entry: Agenda.Entry, _ list: String) -> JSONValue {
        .reminder(
            entry.reminder,
            [
                .init("list", .string(list)), .init("occurrence", .string(entry.occurrence.name)),
                .init("due", .string(entry.due.rfc3339)), .init("state", entry.state?.json ?? .null),
            ])
    }
}

/// Runs `body`; says a refusal in a sentence.
func answering<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as ReminderInvalid {
        throw PhoneError(error.detail)
    }
}
