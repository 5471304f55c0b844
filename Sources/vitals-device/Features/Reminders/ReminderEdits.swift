import ArgumentParser
import Foundation
import Vitals
import VitalsEntities
import VitalsReminders

/// A rule that a person names with one word.
enum ReminderRepeat: String, CaseIterable, ExpressibleByArgument {
    case day, weekday, week, month, year

    var rule: String {
        switch self {
        case .day: "FREQ=DAILY"
        case .weekday: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
        case .week: "FREQ=WEEKLY"
        case .month: "FREQ=MONTHLY"
        case .year: "FREQ=YEARLY"
        }
    }
}

/// The options that `add` and `edit` share.
struct ReminderOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "A longer text.") var body: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The time of the clock, such as 07:30.", valueName: "time"))
    var at: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The first day: 2026-05-06, today or tomorrow.", valueName: "day")) var on: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time zone, such as Europe/Berlin. Default: this machine's.", valueName: "zone"))
    var zone: String?
    @Option(help: "Repeat it each day, weekday, week, month or year.") var every: ReminderRepeat?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Repeat it by a rule of RFC 5545, such as FREQ=MONTHLY;BYDAY=2TU.", valueName: "rrule"))
    var repeatRule: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Its group, which is made if there is none.", valueName: "name"))
    var group: String?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The name of a tag. May be given several times.", valueName: "name")) var tag: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The kind of measurement that completes it, such as weight.", valueName: "kind"))
    var measurement: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Ring again after so many minutes until it's answered.", valueName: "minutes"))
    var untilAnswered: Int?

    func validate() throws {
        if every != nil, repeatRule != nil { throw ValidationError("Say --every or --repeat-rule.") }
        // In a script, that's a variable which isn't set. It mustn't move a reminder, or make one that never rings.
        let given = [("--at", at), ("--on", on), ("--zone", zone), ("--repeat-rule", repeatRule)]
        if let (name, _) = given.first(where: { $1?.isEmpty == true }) {
            throw ValidationError("\(name) is empty. Say its value, or leave it out.")
        }
        if let measurement, !measurement.isEmpty, MetricKind(argument: measurement) == nil {
            throw ValidationError("--measurement is one of: \(MetricKind.known.map(\.word).joined(separator: ", ")).")
        }
    }

    /// Writes what was given into a draft.
    func apply(to draft: inout ReminderDraft, _ device: Device) throws {
        if let body { draft.body = body }
        if let at { draft.time = at }
        if let rule = every?.rule ?? repeatRule { draft.rule = rule }
        if let zone { draft.zone = zone }
        if let measurement { draft.measurement = MetricKind(argument: measurement) }
        if let untilAnswered { draft.repeatMinutes = untilAnswered == 0 ? nil : untilAnswered }
        let isScheduled = !draft.time.isEmpty || !draft.rule.isEmpty || on != nil
        if draft.zone.isEmpty, isScheduled {
            draft.zone = device.reminders.zone.wireText(at: Timestamp.systemClock())
        }
        if let on { draft.start = day(on, in: draft.zone, device) }
        if draft.start.isEmpty, isScheduled { draft.start = firstDay(of: draft, device) }
    }

    private func day(_ word: String, in zone: String, _ device: Device) -> String {
        let distance = ["today": 0, "tomorrow": 1][word.lowercased()]
        return distance.map { (today(in: zone, device) + $0).text } ?? word
    }

    private func today(in zone: String, _ device: Device) -> CalendarDay {
        WallClock(TimeZone.wire(zone, orElse: nil) ?? device.reminders.zone).day(of: Timestamp.systemClock())
    }

    /// Today, or tomorrow for a time that is over by now. A rule finds its days itself.
    private func firstDay(of draft: ReminderDraft, _ device: Device) -> String {
        let today = today(in: draft.zone, device)
        guard draft.rule.isEmpty, let time = WallTime(draft.time) else { return today.text }
        let clock = WallClock(TimeZone.wire(draft.zone, orElse: nil) ?? device.reminders.zone)
        return (clock.moment(today, time) > Timestamp.systemClock() ? today : today + 1).text
    }
}

/// Groups and tags by their names. Those that there are none of are made once all else is known to be right.
struct ReminderNames {
    let group: String?
    let tags: [String]

    /// - Parameter body: makes or changes the reminder, with the ids. If it throws, what was made here is deleted again.
    func making<Value>(_ device: Device, _ body: (UUID?, [UUID]) throws -> Value) throws -> Value {
        var made: [UUID] = []
        func id(_ type: String, _ name: String) throws -> UUID {
            let all = try device.entities.all(type)
            if let found = all.first(where: { $0.isCalled(name) }) { return found.id }
            let id = try plainly { try device.entities.create(type, ["name": .string(name)]) }
            made.append(id)
            return id
        }
        do {
            return try body(try group.map { try id("group", $0) }, try tags.map { try id("tag", $0) })
        } catch {
            for id in made { try? device.entities.delete(id) }
            throw error
        }
    }
}

struct ReminderAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a reminder.",
        discussion: """
            Without --at it's a reminder for any time: it's on the list, and never rings.

            EXAMPLE
              vitals-device reminders add "Weigh in" --at 07:30 --every day --measurement weight
              vitals-device reminders add "Call the dentist" --at 09:00 --on tomorrow
              vitals-device reminders add "Pills" --at 08:00 --repeat-rule "FREQ=MONTHLY;BYDAY=2TU" --until-answered 5
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var options: ReminderOptions
    @Argument(help: "The title, at most 200 characters.") var title: String

    func validate() throws {
        if options.at == nil, options.on != nil || options.every != nil || options.repeatRule != nil {
            throw ValidationError("Say at which time: --at 07:30.")
        }
    }

    func run() throws {
        let device = try phone.open()
        var draft = ReminderDraft(title: title)
        try options.apply(to: &draft, device)
        try answering { try device.reminders.validate(draft) }
        let id = try ReminderNames(group: options.group, tags: options.tag).making(device) { group, tags in
            (draft.group, draft.tags) = (group, tags)
            return try answering { try device.reminders.add(draft) }
        }
        guard let reminder = try device.reminders.reminder(id) else { return }
        if phone.json { return Terminal.json(.reminder(reminder)) }
        let words = reminder.displaySchedule(in: device.reminders.zone)
        Terminal.show("Added \(reminder.displayTitle) as \(reminder.displayID): \(words).")
    }
}

struct ReminderEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a reminder. Its answers and snoozes stay.",
        discussion: """
            EXAMPLE
              vitals-device reminders edit 3f2a --at 08:00
              vitals-device reminders edit 3f2a --title "Pills, with water" --tag Morning
              vitals-device reminders edit 3f2a --once --on 2026-05-06
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var options: ReminderOptions
    @Argument(help: "The reminder's title, its id, or enough of the id's first characters.") var id: String
    @Option(parsing: .unconditional, help: "The new title.") var title: String?
    @Flag(help: "It doesn't repeat any more.") var once = false
    @Flag(help: "It's for any time, and rings no more.") var anyTime = false
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A tag to take away. May be given several times.", valueName: "name"))
    var untag: [String] = []

    func validate() throws {
        let setsSchedule = options.at != nil || options.on != nil || options.zone != nil || repeats
        if anyTime, setsSchedule { throw ValidationError("--any-time goes without a schedule.") }
        if once, repeats { throw ValidationError("--once goes without --every and --repeat-rule.") }
        let others: [Any?] = [options.body, options.group, options.measurement, options.untilAnswered, title]
        guard !setsSchedule, !once, !anyTime, others.allSatisfy({ $0 == nil }), options.tag.isEmpty, untag.isEmpty
        else { return }
        throw ValidationError("Say what to change, such as --title or --at.")
    }

    private var repeats: Bool { options.every != nil || options.repeatRule != nil }

    func run() throws {
        let device = try phone.open()
        let before = try device.reminder(id)
        let removed = try untag.map { try device.entities.find("tag", $0).id }
        var draft = ReminderDraft(of: before)
        if let title { draft.title = title }
        if once { draft.rule = "" }
        if anyTime { (draft.start, draft.time, draft.zone, draft.rule) = ("", "", "", "") }
        try options.apply(to: &draft, device)
        try answering { try device.reminders.validate(draft) }
        try ReminderNames(group: options.group, tags: options.tag).making(device) { group, tags in
            draft.group = group ?? draft.group
            draft.tags = draft.tags.filter { !removed.contains($0) && !tags.contains($0) } + tags
            try answering { try device.reminders.update(before.id, draft) }
        }
        guard let reminder = try device.reminders.reminder(before.id) else { return }
        if phone.json { return Terminal.json(.reminder(reminder)) }
        let words = reminder.displaySchedule(in: device.reminders.zone)
        Terminal.show("Changed \(reminder.displayTitle): \(words).")
    }
}

struct ReminderDelete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a reminder, here and with the next sync everywhere.",
        discussion: """
            EXAMPLE
              vitals-device reminders delete 3f2a
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The reminder's title, its id, or enough of the id's first characters.") var id: String

    func run() throws {
        let device = try phone.open()
        let reminder = try device.reminder(id)
        try device.reminders.delete(reminder.id)
        if phone.json { return Terminal.json(.object([.init("deleted", .string(reminder.id.lowercased))])) }
        Terminal.show("Deleted \(reminder.displayTitle).")
    }
}
