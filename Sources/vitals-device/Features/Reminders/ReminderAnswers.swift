import ArgumentParser
import Foundation
import Vitals
import VitalsReminders

/// The occurrence that a command is about.
struct OccurrenceOptions: ParsableArguments {
    @Argument(help: "The reminder's title, its id, or enough of the id's first characters.") var id: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The day of the occurrence, such as 2026-05-06. Default: the one that is due, or else the next.",
            valueName: "date"))
    var on: String?

    /// Answers the occurrence, and says so.
    func answer(_ phone: PhoneOptions, _ state: OccurrenceState?) throws {
        let device = try phone.open()
        let reminder = try device.reminder(id)
        let name = try name(in: reminder, device, for: state)
        guard state != nil || (reminder.fields["occurrences.\(name)"] ?? .null) != .null else {
            throw PhoneError("The reminder has no answer to undo.")
        }
        try answering { try device.reminders.answer(reminder.id, name, state) }
        guard let after = try device.reminders.reminder(reminder.id) else { return }
        if phone.json {
            return Terminal.json(
                .reminder(
                    after,
                    [.init("occurrence", .string(name)), .init("state", after.states[name]?.json ?? .null)]))
        }
        let day = name == Occurrence.once ? "" : " of \(name.printable)"
        let words = state.map { $0.display(in: device.reminders.zone) } ?? "open again"
        Terminal.show("\(after.displayTitle)\(day) is \(words).")
    }

    private func name(in reminder: Reminder, _ device: Device, for state: OccurrenceState?) throws -> String {
        if let on {
            // The store knows the days of a rule.
            guard reminder.schedule?.rule == nil, reminder.trouble == nil else { return on }
            guard on == Occurrence.once || on == reminder.schedule?.start.text else {
                throw PhoneError("The reminder doesn't repeat, and it isn't for that day. Leave out --on.")
            }
            return Occurrence.once
        }
        guard reminder.schedule?.rule != nil else { return Occurrence.once }
        if state == nil {
            // The latest answer is the one that a person takes back.
            guard let last = reminder.states.keys.max() else { throw PhoneError("The reminder has no answer to undo.") }
            return last
        }
        guard let current = reminder.current(at: Timestamp.systemClock(), in: device.reminders.zone) else {
            throw PhoneError("The reminder is over: no occurrence is left. `--on` names an earlier one.")
        }
        // It would ring earlier than without. A snooze into the past says so by itself.
        if case .snoozed(let until) = state, until < current.due, current.due > Timestamp.systemClock() {
            throw PhoneError(
                "The reminder isn't due yet. Its next time is \(current.due.display(in: device.reminders.zone)).")
        }
        return current.name
    }
}

struct ReminderDone: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Complete an occurrence. No phone of yours rings for it any more.",
        discussion: """
            EXAMPLE
              vitals-device reminders done Pills
              vitals-device reminders done 3f2a --on 2026-05-06
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var occurrence: OccurrenceOptions

    func run() throws { try occurrence.answer(phone, .completed) }
}

struct ReminderSkip: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Skip an occurrence. The next ones stay.",
        discussion: """
            EXAMPLE
              vitals-device reminders skip 3f2a --on 2026-05-06
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var occurrence: OccurrenceOptions

    func run() throws { try occurrence.answer(phone, .skipped) }
}

struct ReminderUndo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the answer to an occurrence.",
        discussion: """
            EXAMPLE
              vitals-device reminders undo 3f2a
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var occurrence: OccurrenceOptions

    func run() throws { try occurrence.answer(phone, nil) }
}

struct ReminderSnooze: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Ring again later. Without --for and --until in ten minutes.",
        discussion: """
            EXAMPLE
              vitals-device reminders snooze 3f2a --for 10m
              vitals-device reminders snooze 3f2a --until 2026-05-06T18:00:00+02:00
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var occurrence: OccurrenceOptions
    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("How long: minutes, hours or days, such as 10m, 2h or 1d.", valueName: "duration"))
    var duration: SnoozeDuration?
    @Option(help: ArgumentHelp("The end, as RFC 3339.", valueName: "time")) var until: Timestamp?

    private static let usualMinutes: Int64 = 10

    func validate() throws {
        if duration != nil, until != nil { throw ValidationError("Say --for or --until.") }
    }

    func run() throws {
        let now = Timestamp.systemClock()
        let minutes = duration?.minutes ?? Self.usualMinutes
        let end = until ?? Timestamp(clamping: now.millisecondsSinceEpoch + minutes * 60_000)
        try occurrence.answer(phone, .snoozed(until: end))
    }
}

/// A duration as a person types it: `10m`, `2h`, `1d`.
struct SnoozeDuration: ExpressibleByArgument {
    let minutes: Int64

    init?(argument: String) {
        let units: [Character: Int64] = ["m": 1, "h": 60, "d": 1_440]
        guard argument.utf8.count <= 8, let unit = argument.last.flatMap({ units[$0] }) else { return nil }
        let digits = argument.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(digits)
        else { return nil }
        minutes = count * unit
    }
}
