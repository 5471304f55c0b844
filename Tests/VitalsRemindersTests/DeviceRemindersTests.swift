import Foundation
import TestSupport
import Testing
import VitalsEntities
import VitalsFeatures

@testable import Vitals
@testable import VitalsReminders

/// The reminders of a device with a store of its own, in Berlin on Wednesday 6 May 2026.
@Suite("The reminders of a device") struct DeviceRemindersTests {
    private let clock = Locked(Timestamp(rfc3339: "2026-05-06T07:00:00+02:00")!)
    private let device: Device
    private let berlin = TimeZone(identifier: "Europe/Berlin")!

    init() throws {
        let clock = clock
        device = try Device.inMemory(clock: { clock.withLock { $0 } }, features: .all)
    }

    private var reminders: DeviceReminders { device.reminders(in: berlin) }

    private var now: Timestamp { clock.withLock { $0 } }

    private func set(_ time: String) { clock.withLock { $0 = Timestamp(rfc3339: "\(time):00+02:00")! } }

    private func draft(_ title: String = "Pills", _ time: String = "07:30", rule: String = "FREQ=DAILY") -> ReminderDraft {
        var draft = ReminderDraft(title: title)
        (draft.start, draft.time, draft.zone, draft.rule) = ("2026-05-06", time, "Europe/Berlin", rule)
        return draft
    }

    private func change(_ id: UUID, _ body: (inout ReminderDraft) -> Void) throws {
        var draft = ReminderDraft(of: try #require(try reminders.reminder(id)))
        body(&draft)
        try reminders.update(id, draft)
    }

    /// Rings at a time of day, and returns the occurrences that rang.
    private func ring(_ time: String, isStart: Bool = false) throws -> [String] {
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
        expect(try device.entities.entity(try #require(try reminders.reminder(third)?.group))?.text("name"), equals: "Medicine")
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
        refused("rule") { $0.rule = "FREQ=DAILY;BYMONTHDAY=" + Array(repeating: "1", count: 100).joined(separator: ",") }
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

    // MARK: Ringing

    @Test("A snooze survives a change of another field, and rings at its end")
    func snoozeSurvives() throws {
        let id = try reminders.add(draft())
        expect(try ring("2026-05-06T07:30"), equals: ["2026-05-06"])
        try reminders.answer(id, "2026-05-06", .snoozed(until: Timestamp(rfc3339: "2026-05-06T07:40:00+02:00")!))
        try change(id) { $0.title = "Vitamins" }
        try change(id) { $0.body = "with water" }
        expect(try ring("2026-05-06T07:39"), equals: [])
        expect(try ring("2026-05-06T07:40"), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T07:41"), equals: [])
    }

    @Test("A reminder that's moved doesn't ring at its old time, and one that was done rings at its new one")
    func moved() throws {
        let id = try reminders.add(draft(rule: ""))
        expect(try ring("2026-05-06T07:00"), equals: [])
        try change(id) { $0.time = "09:00" }
        expect(try ring("2026-05-06T07:30"), equals: [])
        expect(try ring("2026-05-06T09:00"), equals: ["once"])
        try reminders.answer(id, "once", .completed)
        try change(id) { $0.title = "Vitamins" }
        expect(try ring("2026-05-06T09:01"), equals: [])
        expect(try reminders.reminder(id)?.states, equals: ["once": .completed], "another field keeps the answer")
        try change(id) { $0.start = "2026-05-08" }
        expect(try reminders.reminder(id)?.states, equals: [:])
        expect(try ring("2026-05-08T09:00"), equals: ["once"])
    }

    @Test("What rang is known after a restart: it comes back once, and then not any more")
    func restart() throws {
        try reminders.add(draft())
        expect(try ring("2026-05-06T07:30"), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T07:31"), equals: [])
        expect(try ring("2026-05-06T08:00", isStart: true), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T08:10", isStart: true), equals: [])
    }

    @Test("Alarms that are computed and noted apart ring the same, and a denied permission notes no ring")
    func noted() throws {
        let id = try reminders.add(draft())
        set("2026-05-06T07:30")
        expect(try reminders.take(now: now, isStart: true, mayRing: false).changes.ring, equals: [])
        let changes = try reminders.alarms(now: now)
        expect(changes.ring.map(\.key.occurrence), equals: ["2026-05-06"])
        try reminders.note(changes)
        expect(try reminders.alarms(now: now) == AlarmChanges())
        try reminders.answer(id, "2026-05-06", .completed)
        let ringing = try reminders.take(now: now, isStart: false)
        expect(ringing.withdrawn.map(\.title) == ["Pills"] && ringing.withdrawn.first?.state == .completed)
        expect(ringing.next?.rfc3339, equals: "2026-05-07T05:30:00Z")
    }

    @Test("What rang is forgotten after sixty days, unless it's still due")
    func pruned() throws {
        let daily = try reminders.add(draft())
        try reminders.add(draft("Once", "07:30", rule: ""))
        expect(try ring("2026-05-06T07:30"), equals: ["2026-05-06", "once"])
        try reminders.answer(daily, "2026-05-06", .completed)
        _ = try ring("2026-05-06T07:40")
        expect(try reminders.ringState().rung.count, equals: 2)
        set("2026-07-20T06:00")
        try reminders.delete(daily)
        expect(try ring("2026-07-20T06:00"), equals: [])
        _ = try ring("2026-07-20T06:01")
        expect(try reminders.ringState().rung.keys.map(\.occurrence), equals: ["once"])
        expect(try ring("2026-07-20T06:02"), equals: [])
    }

    @Test("It repeats until it's answered, for as often as it may")
    func repeats() throws {
        var pills = draft()
        pills.repeatMinutes = 5
        let id = try reminders.add(pills)
        let times = ["07:30", "07:34", "07:35", "07:36", "07:47", "07:50"]
        let rang = try times.filter { try !ring("2026-05-06T\($0)").isEmpty }
        expect(rang, equals: ["07:30", "07:35", "07:47", "07:50"])
        expect(try reminders.take(now: now, isStart: false).next?.rfc3339, equals: "2026-05-06T05:55:00Z")
        expect(try ring("2026-05-06T12:00"), equals: ["2026-05-06"])
        expect(try ring("2026-05-06T18:00"), equals: [], "it gives up")
        expect(try ring("2026-05-07T07:30"), equals: ["2026-05-07"])
        try reminders.answer(id, "2026-05-07", .completed)
        expect(try ring("2026-05-07T07:35"), equals: [])
    }

    // MARK: Agenda

    @Test("The agenda has what is overdue, what is due today, and the next days")
    func agenda() throws {
        let pills = try reminders.add(draft())
        try reminders.add(draft("Tea", "16:00"))
        try reminders.add(draft("Dentist", "09:00", rule: "FREQ=MONTHLY"))
        set("2026-05-08T12:00")
        var agenda = try reminders.agenda(now: now)
        func text(_ entries: [Agenda.Entry]) -> [String] { entries.map { "\($0.reminder.title) \($0.occurrence.name)" } }
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
