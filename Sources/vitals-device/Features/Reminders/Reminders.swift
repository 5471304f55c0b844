import ArgumentParser
import Foundation
import Vitals
import VitalsReminders

extension TerminalFeature {
    static let reminders = TerminalFeature(
        commands: [Reminders.self],
        status: { device in
            let agenda = try device.reminders.agenda(now: Timestamp.systemClock())
            let open = agenda.today.count { $0.state?.isFinal != true }
            let isReadOnly = try !device.reminders.access().isAllowed
            let json = JSONValue.object([
                .init("overdue", .count(agenda.overdue.count)), .init("today", .count(open)),
                .init("readOnly", .bool(isReadOnly)),
            ])
            let text = "\(agenda.overdue.count) overdue, \(open) later today\(isReadOnly ? ", read-only" : "")"
            let hint = isReadOnly ? RemindersReadOnly().description : nil
            return [StatusLine(name: "reminders", text: text, json: json, hint: hint)]
        })
}

struct Reminders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show, add and answer reminders, and ring.",
        discussion: """
            A reminder is due at a time of the clock in a time zone, once or by a rule. `watch` rings; the other commands need
            no network, and the next sync tells your other phones.

            EXAMPLE
              vitals-device reminders add "Weigh in" --at 07:30 --every day --measurement weight
              vitals-device reminders list --today
              vitals-device reminders done 3f2a
              vitals-device reminders watch
            """,
        subcommands: [
            ReminderList.self, ReminderShow.self, ReminderAdd.self, ReminderEdit.self, ReminderDone.self,
            ReminderSnooze.self, ReminderSkip.self, ReminderUndo.self, ReminderDelete.self, ReminderWatch.self,
        ], defaultSubcommand: ReminderList.self)
}
