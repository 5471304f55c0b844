import Foundation
import TestSupport
import Testing
import VitalsEntities
import VitalsFeatures

@testable import Vitals
@testable import VitalsReminders

/// The reminders of a device with a store of its own, in Berlin on Wednesday 6 May 2026.
@Suite("The reminders of a device") struct DeviceRemindersTests {
    let clock = Locked(Timestamp(rfc3339: "2026-05-06T07:00:00+02:00")!)
    let device: Device
    let berlin = TimeZone(identifier: "Europe/Berlin")!

    init() throws {
        let clock = clock
        device = try Device.inMemory(clock: { clock.withLock { $0 } }, features: .all)
    }

    var reminders: DeviceReminders { device.reminders(in: berlin) }

    var now: Timestamp { clock.withLock { $0 } }

    func set(_ time: String) { clock.withLock { $0 = Timestamp(rfc3339: "\(time):00+02:00")! } }

    func draft(_ title: String = "Pills", _ time: String = "07:30", rule: String = "FREQ=DAILY")
        -> ReminderDraft
    {
        var draft = ReminderDraft(title: title)
        (draft.start, draft.time, draft.zone, draft.rule) = ("2026-05-06", time, "Europe/Berlin", rule)
        return draft
    }

    func change(_ id: UUID, _ body: (inout ReminderDraft) -> Void) throws {
        var draft = ReminderDraft(of: try #require(try reminders.reminder(id)))
        body(&draft)
        try reminders.update(id, draft)
    }

    /// Rings at a time of day, and returns the occurrences that rang.
    func ring(_ time: String, isStart: Bool = false) throws -> [String] {
        set(time)
        return try reminders.take(now: now, isStart: isStart).changes.ring.map(\.key.occurrence)
    }

    // MARK: Writing

    @Test("A reminder without a group goes into the only one, or into one called Reminders")
    func groups() throws {
        let first = try reminders.add(draft())
        let made = try #require(try device.entities.list("group").first)
        expect(made.text("name"), equals: "Reminders")
        expect(try reminders.reminder(first)?.group, equals: made.id)
        try device.entities.create("group", ["name": .string("Medicine")])
        let second = try reminders.add(draft("Tea"))
        expect(try reminders.reminder(second)?.group, equals: made.id, "by its name, where there are several")
        expect(try device.entities.list("group").count, equals: 2)
        try device.entities.delete(made.id)
        let third = try reminders.add(draft("Walk"))
        expect(
            try device.entities.entity(try #require(try reminders.reminder(third)?.group))?.text("name"),
            equals: "Medicine")
        expect(try reminders.reminder(first) == nil, "it went with its group")
    }

    @Test("What can't be stored is refused in a sentence, and nothing is stored, not even a group")
    func refusals() throws {
        func refused(_ field: String, _ body: (inout ReminderDraft) -> Void) {
            var wrong = draft()
            body(&wrong)
            let error = #expect(throws: ReminderInvalid.self) { try reminders.add(wrong) }
            expect(error?.field, equals: field)
            expect(error?.detail.hasSuffix(".") == true, "\(error?.detail ?? "")")
        }
        refused("title") { $0.title = "" }
        refused("title") { $0.title = " \u{3000}" }
        refused("title") { $0.title = String(repeating: "x", count: 1 << 20) }
        refused("title") { $0.title = "\u{1B}[2J\u{7}" }
        refused("title") { $0.title = "two\nlines" }
        refused("body") { $0.body = String(repeating: "x", count: 40_000) }
        refused("zone") { $0.zone = "Europe/Atlantis" }
        refused("zone") { $0.zone = "Mars" }
        refused("start") { $0.start = "2026-02-30" }
        refused("start") { $0.start = "" }
        refused("time") { $0.time = "7.30" }
        refused("rule") { $0.rule = "FREQ=DAILY;COUNT=0" }
        refused("rule") { $0.rule = "FREQ=DAILY;UNTIL=20260505" }
        refused("rule") {
            $0.rule = "FREQ=DAILY;BYMONTHDAY=" + Array(repeating: "1", count: 100).joined(separator: ",")
        }
        refused("rule") { $0.rule = "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=32" }
        refused("rule") { ($0.start, $0.rule) = ("2026-02-01", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30") }
        refused("group") { $0.group = UUID() }
        refused("tags") { $0.tags = [UUID()] }
        refused("measurement") { $0.measurement = MetricKind(rawValue: "MOOD") }
        refused("repeat") { $0.repeatMinutes = 0 }
        refused("repeat") { $0.repeatMinutes = 1_441 }
        expect(try device.entities.list("group").isEmpty && reminders.all().isEmpty)
        // What is merely large is stored.
        try reminders.add(draft(rule: "FREQ=DAILY;COUNT=1000000"))
    }

    @Test("An answer is for a day that the reminder has, and a snooze ends later than now and within 30 days")
    func answers() throws {
        let id = try reminders.add(draft(rule: "FREQ=WEEKLY;BYDAY=WE"))
        func refused(_ field: String, _ occurrence: String, _ state: OccurrenceState) {
            let error = #expect(throws: ReminderInvalid.self) { try reminders.answer(id, occurrence, state) }
            expect(error?.field, equals: field)
        }
        refused("occurrence", "2026-05-07", .completed)
        refused("occurrence", "once", .completed)
        refused("occurrence", "", .completed)
        refused("until", "2026-05-06", .snoozed(until: now))
        refused("until", "2026-05-06", .snoozed(until: Timestamp(rfc3339: "2026-06-05T05:00:00.001Z")!))
        let until = Timestamp(rfc3339: "2026-06-05T05:00:00Z")!
        try reminders.answer(id, "2026-05-06", .snoozed(until: until))
        expect(try reminders.reminder(id)?.states, equals: ["2026-05-06": .snoozed(until: until)])
        try reminders.answer(id, "2026-05-06", nil)
        expect(try reminders.reminder(id)?.states, equals: [:])
        let error = #expect(throws: StoreError.self) { try reminders.answer(UUID(), "once", .completed) }
        expect(error?.code, equals: .notFound)
    }

    @Test("A reminder for any time can be done, and one that can't be read here is shown and says why")
    func unscheduled() throws {
        let id = try reminders.add(ReminderDraft(title: "Read"))
        try reminders.answer(id, "once", .completed)
        let group = try device.entities.list("group")[0].id
        let odd = try device.entities.create(
            "reminder",
            [
                "title": .string("Odd"), "group": .string(group.lowercased), "start": .string("2026-05-06"),
                "time": .string("07:30"), "zone": .string("UTC"), "rule": .string("FREQ=HOURLY"),
            ])
        let reminder = try #require(try reminders.reminder(odd))
        expect(reminder.schedule == nil && reminder.trouble?.contains("can't be read here") == true)
        expect(try ring("2026-05-07T12:00"), equals: [])
        // Its title can be changed, and the schedule stays what the other phone wrote.
        try change(odd) { $0.title = "Odd one" }
        expect(try device.entities.entity(odd)?.text("rule"), equals: "FREQ=HOURLY")
        expect(try reminders.agenda(now: now).unscheduled.map(\.title), equals: ["Odd one", "Read"])
        // Nor does a title that isn't one here keep a person from editing the rest. It came by a sync.
        let bell = UUID()
        try EntityAccess(device.store, types: .builtIn).write {
            try $0.create(
                try #require(EntityTypes.builtIn["reminder"]), id: bell,
                ["title": .string("\u{7}Pills"), "group": .string(group.lowercased)])
        }
        try change(bell) { $0.body = "with water" }
        expect(try reminders.reminder(bell)?.body, equals: "with water")
        #expect(throws: ReminderInvalid.self) { try change(bell) { $0.title = "\u{7}Vitamins" } }
    }

    @Test("Only what a person changed is written")
    func narrowEdits() throws {
        let id = try reminders.add(draft())
        var mine = ReminderDraft(of: try #require(try reminders.reminder(id)))
        try change(id) { $0.body = "with water" }
        mine.title = "Vitamins"
        try reminders.update(id, mine)
        let reminder = try #require(try reminders.reminder(id))
        expect(reminder.title == "Vitamins" && reminder.body == "with water")
    }

    // MARK: Agenda

    @Test("The agenda has what is overdue, what is due today, and the next days")
    func agenda() throws {
        let pills = try reminders.add(draft())
        try reminders.add(draft("Tea", "16:00"))
        try reminders.add(draft("Dentist", "09:00", rule: "FREQ=MONTHLY"))
        set("2026-05-08T12:00")
        var agenda = try reminders.agenda(now: now)
        func text(_ entries: [Agenda.Entry]) -> [String] {
            entries.map { "\($0.reminder.title) \($0.occurrence.name)" }
        }
        expect(text(agenda.overdue), equals: ["Dentist 2026-05-06", "Tea 2026-05-07", "Pills 2026-05-08"])
        expect(text(agenda.today), equals: ["Tea 2026-05-08"])
        expect(text(agenda.upcoming(1)), equals: ["Pills 2026-05-09", "Tea 2026-05-09"])
        expect(agenda.upcoming(31).contains { $0.reminder.title == "Dentist" })
        try reminders.answer(pills, "2026-05-08", .completed)
        try reminders.answer(pills, "2026-05-07", .snoozed(until: Timestamp(rfc3339: "2026-05-08T20:00:00+02:00")!))
        agenda = try reminders.agenda(now: now)
        expect(text(agenda.overdue), equals: ["Dentist 2026-05-06", "Tea 2026-05-07"])
        expect(text(agenda.today), equals: ["Pills 2026-05-08", "Tea 2026-05-08", "Pills 2026-05-07"])
        let reminder = try #require(try reminders.reminder(pills))
        expect(reminder.current(at: now, in: berlin)?.name, equals: "2026-05-07")
    }

    // MARK: Measurements

    @Test("A weight that is recorded here completes its own local day; an import, an edit and another kind don't")
    func measured() throws {
        var weighing = draft("Weigh in", "07:30")
        weighing.measurement = .weight
        let id = try reminders.add(weighing)
        var once = draft("Weigh once", "07:30", rule: "")
        once.measurement = .weight
        let other = try reminders.add(once)
        func states() throws -> [String: OccurrenceState] { try reminders.reminder(id)?.states ?? [:] }

        try device.add(.steps, 100)
        let imported = try Vitals.Measurement.create(
            kind: .weight, value: 72, unit: .kilograms, recordedAt: now, now: now, id: UUID())
        try device.importing { try $0.add(imported) }
        try device.edit(imported.id, value: 73)
        expect(try states(), equals: [:])

        // As when the server had refused it, and it goes back into its row to be sent again.
        let second = try Vitals.Measurement.create(
            kind: .weight, value: 72, unit: .kilograms, recordedAt: now, now: now, id: UUID())
        try device.importing { try $0.add(second) }
        try device.store.write { try ReminderTables($0).complete(by: second, zone: berlin) }
        expect(try states(), equals: [:])

        // In Berlin it's Thursday already.
        try device.add(.weight, 72.4, recordedAt: Timestamp(rfc3339: "2026-05-06T22:30:00Z"))
        expect(try states(), equals: ["2026-05-07": .completed])
        expect(try reminders.reminder(other)?.states, equals: [:])
        try reminders.answer(id, "2026-05-06", .skipped)
        try device.add(.weight, 72.4)
        expect(try states()["2026-05-06"], equals: .skipped, "it was answered")
        expect(try reminders.reminder(other)?.states, equals: ["once": .completed])
        try device.add(.weight, 72.4, recordedAt: Timestamp(rfc3339: "2026-05-05T12:00:00Z"))
        expect(try states().count, equals: 2, "it had not begun")
    }
}
