import ArgumentParser
import Foundation
import Vitals
import VitalsEntities
import VitalsReminders

struct ReminderList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show reminders, by title (the default).",
        discussion: """
            EXAMPLE
              vitals-device reminders list --today
              vitals-device reminders list --upcoming
              vitals-device reminders list --group Medicine --json
            """)

    @OptionGroup var phone: PhoneOptions
    @Flag(help: "Show what is overdue, and what is due today.") var today = false
    @Flag(help: "Show what is due in the next 14 days.") var upcoming = false
    @Option(parsing: .unconditional, help: ArgumentHelp("Show only this group.", valueName: "name")) var group: String?

    private static let upcomingDays = 14

    func validate() throws {
        if today, upcoming { throw ValidationError("Say --today or --upcoming.") }
    }

    func run() throws {
        let device = try phone.open()
        let wanted = try group.map { try device.entities.find("group", $0).id }
        func isWanted(_ reminder: Reminder) -> Bool { wanted == nil || reminder.group == wanted }
        guard today || upcoming else { return try showAll(device, device.reminders.all().filter(isWanted)) }
        let agenda = try device.reminders.agenda(now: Timestamp.systemClock())
        let lists =
            today
            ? [("overdue", agenda.overdue), ("today", agenda.today)]
            : [("upcoming", agenda.upcoming(Self.upcomingDays))]
        let entries = lists.flatMap { name, list in list.filter { isWanted($0.reminder) }.map { (name, $0) } }
        if phone.json { return Terminal.json(.array(entries.map { .entry($0.1, $0.0) })) }
        guard !entries.isEmpty else { return Terminal.show(today ? "Nothing is due today." : "Nothing is due soon.") }
        let zone = device.reminders.zone
        Terminal.table(
            ["ID", "DUE", "TITLE", "STATE"],
            entries.map { name, entry in
                let state = entry.state?.display(in: zone) ?? (name == "overdue" ? "overdue" : "")
                return [
                    entry.reminder.displayID, entry.due.display(in: zone), entry.reminder.displayTitle, state,
                ]
            })
    }

    private func showAll(_ device: Device, _ reminders: [Reminder]) throws {
        if phone.json { return Terminal.json(.array(reminders.map { .reminder($0) })) }
        guard !reminders.isEmpty else {
            return Terminal.show(
                "No reminders yet. Add one with: vitals-device reminders add \"Weigh in\" --at 07:30 --every day")
        }
        let (names, zone) = (try device.reminderNames(), device.reminders.zone)
        Terminal.table(
            ["ID", "TITLE", "WHEN", "GROUP", "STATE"],
            reminders.map { reminder in
                [
                    reminder.displayID, reminder.displayTitle, reminder.displaySchedule(in: zone),
                    reminder.group.flatMap { names[$0] } ?? "", reminder.displayState,
                ]
            })
    }
}

struct ReminderShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a reminder with its next dates.",
        discussion: """
            EXAMPLE
              vitals-device reminders show 3f2a
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The reminder's id, or enough of its first characters.") var id: String

    private static let nextCount = 5

    func run() throws {
        let device = try phone.open()
        let (reminder, zone) = (try device.reminder(id), device.reminders.zone)
        let now = Timestamp.systemClock()
        let clock = reminder.schedule?.clock(orElse: zone)
        let next =
            reminder.schedule.flatMap { schedule in
                clock.map { schedule.occurrences(after: now, limit: Self.nextCount, $0) }
            } ?? []
        let current = reminder.current(at: now, in: zone)
        if phone.json {
            return Terminal.json(
                .reminder(
                    reminder,
                    [
                        .init("current", .optional(current?.name)),
                        .init("next", .array(next.map { .string($0.due.rfc3339) })),
                    ]))
        }
        let names = try device.reminderNames()
        Terminal.show("\(reminder.displayTitle)")
        var lines = [("when", reminder.displaySchedule(in: zone))]
        if let trouble = reminder.trouble { lines.append(("", trouble.visible)) }
        if !reminder.body.isEmpty { lines.append(("text", reminder.body.printable)) }
        if let group = reminder.group.flatMap({ names[$0] }) { lines.append(("group", group)) }
        let tags = reminder.tags.compactMap { names[$0] }.sorted()
        if !tags.isEmpty { lines.append(("tags", tags.joined(separator: ", "))) }
        if let kind = reminder.measurement { lines.append(("done by", kind.word.printable)) }
        if let minutes = reminder.repeatMinutes { lines.append(("rings", "every \(minutes) minutes until answered")) }
        for (name, state) in reminder.states.sorted(by: { $0.key > $1.key }).prefix(Self.nextCount) {
            lines.append((name.printable, state.display(in: zone)))
        }
        for occurrence in next { lines.append(("next", occurrence.due.display(in: zone))) }
        for (name, text) in lines {
            Terminal.show("  \(name.padding(toLength: 12, withPad: " ", startingAt: 0))\(text)")
        }
    }
}
