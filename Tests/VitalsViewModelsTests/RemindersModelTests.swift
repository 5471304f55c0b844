import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures

@testable import VitalsReminders
@testable import VitalsViewModels

@Suite("The models of reminders", .timeLimit(.minutes(5)))
@MainActor
struct RemindersModelTests {
    /// Wednesday, 6 May 2026, 10:00 in Berlin.
    private let clock = StepClock(1_778_054_400_000)
    private let device: Device
    private let phone: PhoneModel
    private var model: RemindersModel { phone.reminders }

    init() throws {
        let store = try MeasurementStore(path: ":memory:", clock: clock.read, rules: .all, features: .all)
        device = Device(store: store, tokens: InMemorySecureStore(), transport: NoTransport())
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
        phone = PhoneModel(
            Dependencies(
                device: device, settings: InMemorySettings(), locale: Locale(identifier: "en_GB"), calendar: calendar,
                clock: clock.read),
            features: ScreenFeature.all)
    }

    @discardableResult
    private func add(_ title: String, at time: String = "07:30", rule: String = "FREQ=DAILY") throws -> UUID {
        var draft = ReminderDraft(title: title)
        (draft.start, draft.time, draft.zone, draft.rule) = ("2026-05-06", time, "Europe/Berlin", rule)
        let id = try device.reminders.add(draft)
        phone.refresh()
        return id
    }

    @Test("the lists say what is due, what comes today and on the next days, and all by group")
    func lists() throws {
        expect(model.emptyText != nil && model.groups.isEmpty)
        try add("Pills")
        try add("Walk", at: "18:00", rule: "FREQ=WEEKLY;BYDAY=WE")
        try device.reminders.add(ReminderDraft(title: "Read"))
        phone.refresh()
        expect(model.overdue.map(\.title), equals: ["Pills"])
        expect(model.overdue.map(\.when), equals: ["Today, 07:30"])
        expect(model.today.map { "\($0.title) \($0.when)" }, equals: ["Walk 18:00"])
        expect(model.upcoming.map(\.title), equals: Array(repeating: "Pills", count: 7).dropLast(0) + ["Walk"])
        let group = try #require(model.groups.first)
        expect(model.groups.count == 1 && group.name == "Reminders")
        expect(group.rows.map(\.title), equals: ["Pills", "Read", "Walk"])
        expect(group.rows.map(\.detail), equals: ["every day at 7:30", "any time", "every Wednesday at 18:00"])
        expect(model.emptyText == nil && model.readOnlyText == nil && model.problem == nil)
        let tab = try #require(phone.tabs.first { $0.route == "reminders" })
        expect(tab.badge(phone) == 1 && tab.title == "Reminders")
    }

    @Test("an answer moves an occurrence, and undo brings back the one before")
    func answers() throws {
        let id = try add("Pills")
        model.snooze(try #require(model.overdue.first), minutes: 10)
        let snoozed = try #require(model.today.first)
        expect(snoozed.state == .snoozed && snoozed.when == "10:10" && snoozed.isOpen && model.overdue.isEmpty)
        expect(snoozed.stateText, equals: "Snoozed until Today, 10:10")
        model.done(snoozed)
        expect(model.last?.text, equals: "Pills: done")
        expect(model.today.first?.state == .done && model.today.first?.isOpen == false)
        model.undo()
        expect(model.today.first?.state == .snoozed && model.last == nil, "the snooze is back")
        model.skip(try #require(model.today.first))
        expect(model.today.first?.stateText, equals: "Skipped")
        clock.advance(byMilliseconds: 3_600_000)
        model.undo()
        expect(model.problem == nil && model.overdue.map(\.state) == [.open], "a snooze that is over is none")
        model.done(try #require(model.overdue.first))
        model.reopen(try #require(model.today.first { $0.state == .done }))
        expect(model.overdue.count, equals: 1)
        expect(try device.reminders.reminder(id)?.states.isEmpty == true)
        model.undo()
        expect(model.today.first?.state == .done)
    }

    @Test("a snooze that is too long is refused in a sentence, and what is gone is no error")
    func refused() throws {
        let id = try add("Pills")
        let item = try #require(model.overdue.first)
        model.snooze(item, minutes: 60 * 24 * 31)
        expect(model.problem, equals: "A reminder can be snoozed for at most 30 days.")
        expect(model.last == nil)
        model.delete(id)
        model.delete(id)
        model.done(item)
        expect(model.problem == nil && model.groups.allSatisfy(\.rows.isEmpty) && model.editing(id) == nil)
    }

    @Test("the form says the rule in words and shows the next five times, and saves what it says")
    func form() throws {
        let form = model.adding()
        expect(form.title == "New reminder" && form.draft.day == "2026-05-06" && form.draft.time == "11:00")
        form.draft.title = "  Pills "
        form.draft.time = "07:30"
        expect(form.words, equals: "on Wednesday 6 May 2026 at 7:30")
        expect(form.preview.isEmpty)
        form.draft.repetition = .weekdays
        expect(form.words, equals: "every weekday at 7:30")
        expect(
            form.preview,
            equals: [
                "7 May 2026, 07:30", "8 May 2026, 07:30", "11 May 2026, 07:30", "12 May 2026, 07:30",
                "13 May 2026, 07:30",
            ])
        (form.draft.end, form.draft.count) = (.afterCount, "3")
        expect(form.words == "every weekday at 7:30, 3 times" && form.preview.count == 2)
        (form.draft.measurement, form.draft.repeatMinutes) = ("WEIGHT", "5")
        expect(form.save(), "\(form.errors) \(form.problem ?? "")")
        phone.refresh()
        let reminder = try #require(try device.reminders.all().first)
        expect(reminder.title == "Pills" && reminder.measurement == .weight && reminder.repeatMinutes == 5)
        expect(reminder.schedule?.rule?.text, equals: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=3")
        let again = try #require(model.editing(reminder.id))
        expect(again.title == "Edit reminder" && again.draft.repetition == .weekdays && again.draft.end == .afterCount)
        expect(again.draft.count == "3" && again.draft.repeatMinutes == "5" && again.draft.zone == "Europe/Berlin")
    }

    @Test("each rule that is offered is read back as the same choice, and others as a rule")
    func choices() throws {
        for choice in ReminderRepetition.allCases where choice != .custom {
            expect(ReminderRepetition(choice.rule ?? ""), equals: choice)
            expect(ReminderRepetition((choice.rule ?? "FREQ=DAILY;BYDAY=MO") + ";COUNT=2") != .never)
        }
        expect(ReminderRepetition("FREQ=MONTHLY;BYDAY=2TU"), equals: .custom)
        expect(ReminderRepetition("FREQ=HOURLY"), equals: .custom)
        let id = try add("Pills", rule: "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270605")
        let form = try #require(model.editing(id))
        expect(form.draft.rule, equals: "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270605")
        expect(form.words, equals: "on the last Friday of each month at 7:30, until 5 June 2027")
    }

    @Test("what can't be stored is said at its field, and nothing is stored")
    func validation() throws {
        let form = model.adding()
        expect(!form.save())
        expect(form.errors.title, equals: "A reminder needs a title.")
        form.draft.title = "Pills"
        form.draft.time = "7:30"
        expect(!form.save() && form.errors.title == nil)
        expect(form.errors.time, equals: "The time is hours and minutes, such as 07:30.")
        expect(form.words == nil && form.preview.isEmpty && form.scheduleProblem == form.errors.time)
        (form.draft.time, form.draft.zone) = ("07:30", "Europe/Atlantis")
        expect(!form.save() && form.errors.zone?.hasSuffix("such as Europe/Berlin.") == true)
        (form.draft.zone, form.draft.repetition, form.draft.rule) = ("Europe/Berlin", .custom, "FREQ=HOURLY")
        expect(!form.save())
        expect(form.errors.rule, equals: "A rule repeats DAILY, WEEKLY, MONTHLY or YEARLY.")
        (form.draft.repetition, form.draft.end, form.draft.count) = (.daily, .afterCount, "none")
        expect(!form.save() && form.errors.rule?.hasPrefix("The number of times") == true)
        (form.draft.end, form.draft.lastDay) = (.onDay, "2026-05-05")
        expect(!form.save())
        expect(form.errors.rule, equals: "The reminder ends before it begins. Choose a later end.")
        (form.draft.end, form.draft.repeatMinutes) = (.never, "often")
        expect(!form.save() && form.errors.rule == nil)
        expect(form.errors.repeatMinutes, equals: "It can ring again after 1 to 1440 minutes.")
        form.draft.repeatMinutes = "2000"
        expect(!form.save() && form.errors.repeatMinutes == "It can ring again after 1 to 1440 minutes.")
        (form.draft.repeatMinutes, form.draft.day) = ("", "")
        expect(!form.save() && form.errors.start == "A reminder that rings needs a first day.")
        expect(try device.reminders.all().isEmpty)
        form.draft.rings = false
        expect(form.save() && form.scheduleProblem == nil)
    }

    @Test("a form changes only what the person changed, and can't save what was deleted meanwhile")
    func openForm() throws {
        let id = try add("Pills")
        let form = try #require(model.editing(id))
        form.draft.title = "Pills, with water"
        var other = ReminderDraft(of: try #require(try device.reminders.reminder(id)))
        (other.time, other.body) = ("09:00", "two")
        try device.reminders.update(id, other)
        expect(form.save())
        let reminder = try #require(try device.reminders.reminder(id))
        expect(reminder.title == "Pills, with water" && reminder.body == "two")
        expect(reminder.schedule?.time.text, equals: "09:00")
        model.delete(id)
        form.draft.title = "Gone"
        expect(!form.save())
        expect(form.problem, equals: "The reminder was deleted meanwhile. Nothing was saved.")
    }

    @Test("a schedule that nobody touched in the form stays as it's written")
    func untouchedSchedule() throws {
        let group = try device.entities.create("group", ["name": .string("Medicine")])
        for rule in ["COUNT=5;FREQ=DAILY", "FREQ=HOURLY"] {
            let id = try device.entities.create(
                "reminder",
                [
                    "title": .string("Pills"), "group": .string(group.lowercased), "start": .string("2026-05-06"),
                    "time": .string("07:30"), "zone": .string("Europe/Berlin"), "rule": .string(rule),
                ])
            let form = try #require(model.editing(id))
            form.draft.title = "Pills, with water"
            expect(form.save(), "\(form.errors)")
            let entity = try #require(try device.entities.entity(id))
            expect(entity.text("rule") == rule && entity.text("title") == "Pills, with water")
        }
    }

    @Test("pickers in UTC show the day and the time of the reminder's own clock")
    func pickers() throws {
        let form = model.adding()
        (form.draft.day, form.draft.time, form.draft.zone) = ("2026-05-06", "07:30", "America/New_York")
        expect(Timestamp(form.firstMoment).rfc3339, equals: "2026-05-06T07:30:00Z")
        form.firstMoment = try #require(Timestamp(rfc3339: "2026-12-31T23:59:59Z")).date
        expect(form.draft.day == "2026-12-31" && form.draft.time == "23:59")
        form.lastMoment = try #require(Timestamp(rfc3339: "1969-12-31T12:00:00Z")).date
        expect(form.draft.lastDay, equals: "1969-12-31")
    }

    @Test("an account without premium access reads everything and changes nothing")
    func readOnly() throws {
        let id = try add("Pills")
        try device.store.write { tables in
            try ReminderTables(tables).noteAccount(AccountAnswer(isAllowed: false, isRequired: true))
        }
        phone.refresh()
        let text = "Reminders are read-only: your server asks for premium access. Everything is still here, and syncs."
        expect(model.readOnlyText == text && model.overdue.count == 1)
        model.done(try #require(model.overdue.first))
        expect(model.problem == text && model.last == nil && model.overdue.count == 1)
        let form = try #require(model.editing(id))
        form.draft.title = "Other"
        expect(form.readOnlyText == text && !form.save() && form.problem == text)
    }

    @Test("a change asks for a sync, and one that was refused doesn't")
    func asksForSync() throws {
        try add("Pills")
        var count = 0
        let model = RemindersModel(
            device: device, formatter: { [phone] in phone.settings.formatter }, clock: clock.read,
            onEdit: { count += 1 })
        model.refresh()
        let item = try #require(model.overdue.first)
        model.snooze(item, minutes: -5)
        expect(count == 0 && model.problem != nil)
        model.done(item)
        model.undo()
        expect(count == 2 && model.problem == nil)
        expect(!model.adding().save() && count == 2)
    }

    @Test("a new reminder rings at the time that its form suggests, also if nobody touches it")
    func keepsTheSuggestion() throws {
        let form = model.adding()
        form.draft.title = "Pills"
        expect(form.words, equals: "on Wednesday 6 May 2026 at 11:00")
        expect(form.save(), "\(form.errors)")
        phone.refresh()
        expect(model.today.map(\.when), equals: ["11:00"])
    }

    @Test("a hostile title stays on its line, and a schedule that can't be read is said")
    func hostile() throws {
        let group = try device.takeFromElsewhere("group", ["name": .string("a\u{1B}[2J\nb\u{202E}")])
        try device.takeFromElsewhere(
            "reminder",
            [
                "title": .string("a\u{1B}[2J\nb\u{202E}"), "group": .string(group.lowercased),
                "start": .string("2026-05-06"), "time": .string("\u{202E}"), "zone": .string("x"),
            ])
        phone.refresh()
        let row = try #require(model.groups.first?.rows.first)
        expect(!row.isReadable && row.detail.contains("can't be read"), "\(row.detail)")
        for text in [row.title, row.detail, row.spoken, model.groups[0].name] {
            expect(!text.contains { $0.isNewline || $0 == "\u{1B}" }, "\(text)")
        }
    }

    @Test("a device without reminders has empty lists, and says why")
    func withoutTheFeature() throws {
        let model = RemindersModel(device: try .inMemory(), formatter: { [phone] in phone.settings.formatter })
        model.refresh()
        expect(model.problem != nil && model.groups.isEmpty)
    }
}
