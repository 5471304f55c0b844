import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsReminders

/// Two phones in terminals and a real server process.
@Suite("Reminders between two phones and a server", .timeLimit(.minutes(5))) struct ReminderProgramTests {
    private let folder: TemporaryFolder
    private let server: LiveServer
    private let a: Phone
    private let b: Phone

    init() async throws {
        folder = try TemporaryFolder()
        server = try LiveServer(databaseURL: "sqlite:" + folder.path("server.sqlite"))
        (a, b) = (Phone(folder.path("a")), Phone(folder.path("b")))
        for phone in [a, b] {
            try #require(try await phone.run("login", "--server", server.url, input: "dev-token\n").status == 0)
        }
    }

    private func run(_ phone: Phone, _ words: [String]) async throws -> Run {
        try await blocking { try phone.start(["reminders"] + words).finish(withinSeconds: 30) }
    }

    @discardableResult
    private func json(_ phone: Phone, _ words: String...) async throws -> JSONValue {
        let run = try await run(phone, words + ["--json"])
        expect(run.status == 0, "\(words): \(run)")
        return try JSONValue(parsing: run.output)
    }

    private func sync(_ phones: Phone...) async throws {
        for phone in phones { try await expect(phone.run("sync").status, equals: 0) }
    }

    /// Adds a daily reminder that was due two minutes ago, and returns its id.
    private func addDue(_ phone: Phone, _ title: String, _ more: String...) async throws -> String {
        let due = Timestamp(clamping: Timestamp.systemClock().millisecondsSinceEpoch - 120_000).rfc3339
        let words = [
            "add", title, "--on", String(due.prefix(10)), "--at", String(due.dropFirst(11).prefix(5)), "--zone", "UTC",
            "--every", "day", "--json",
        ]
        let run = try await run(phone, words + more)
        try #require(run.status == 0, "\(run)")
        return try #require(try JSONValue(parsing: run.output)["id"]?.string)
    }

    /// The events that a phone that watches has shown, such as `ring Pills` and `withdraw Pills completed`.
    private func events(_ watching: RunningProgram) -> [String] {
        watching.outputSoFar.split(separator: "\n").compactMap { line in
            guard let json = try? JSONValue(parsing: String(line)), let event = json["event"]?.string else {
                return nil
            }
            return [event, json["title"]?.string, json["reason"]?.string].compactMap(\.self).joined(separator: " ")
        }
    }

    private func watch(_ phone: Phone) async throws -> RunningProgram {
        try await blocking { try phone.start(["reminders", "watch", "--json"]) }
    }

    @Test("What was completed on A doesn't ring on B, which syncs before it rings")
    func completedElsewhere() async throws {
        let pills = try await addDue(a, "Pills")
        _ = try await addDue(a, "Tea")
        try await sync(a, b)
        try await json(a, "done", String(pills.prefix(8)))
        try await sync(a)
        let watching = try await watch(b)
        try await until("the other one rings") { events(watching).contains("ring Tea") }
        expect(events(watching), equals: ["ring Tea"])
        expect(watching.kill())
        expect(try await json(b, "list", "--today").array?.compactMap { $0["state"]?.string }, equals: ["completed"])
    }

    @Test("What rings on B and is completed on A is withdrawn at once, and B rings without a server, too")
    func withdrawn() async throws {
        let pills = try await addDue(a, "Pills")
        try await sync(a, b)
        let watching = try await watch(b)
        try await until("it rings") { events(watching).contains("ring Pills") }
        try await json(a, "done", pills)
        try await sync(a)
        try await until("it's withdrawn") { events(watching).contains("withdraw Pills completed") }
        server.stop()
        _ = try await addDue(b, "Tea")
        try await until("another window's reminder rings") { events(watching).contains("ring Tea") }
        expect(events(watching), equals: ["ring Pills", "withdraw Pills completed", "ring Tea"])
        expect(watching.kill())
    }

    @Test("A snooze made on A survives a change of another field on B, and rings on both at its end, once")
    func snooze() async throws {
        let pills = try await addDue(a, "Pills")
        try await sync(a, b)
        let end = Timestamp(clamping: Timestamp.systemClock().millisecondsSinceEpoch + 8_000)
        try await json(a, "snooze", pills, "--until", end.rfc3339)
        try await json(b, "edit", pills, "--title", "Vitamins", "--body", "with water")
        try await sync(a, b, a)
        let shown = try #require(try await json(a, "list", "--upcoming").array)
        expect(shown.allSatisfy { $0["fields"]?["title"]?.string == "Vitamins" })
        let watching = [try await watch(a), try await watch(b)]
        for program in watching {
            try await until("the snooze ends") { events(program).contains("ring Vitamins") }
            expect(Timestamp.systemClock() >= end)
            expect(events(program), equals: ["ring Vitamins"])
        }
        for program in watching { expect(program.kill()) }
    }

    @Test("A reminder that's moved to tomorrow leaves the screen, and rings no more today")
    func moved() async throws {
        let pills = try await addDue(a, "Pills")
        let watching = try await watch(a)
        try await until("it rings") { events(watching) == ["ring Pills"] }
        try await json(a, "edit", pills, "--on", "tomorrow")
        try await until("it's withdrawn") { events(watching) == ["ring Pills", "withdraw Pills gone"] }
        _ = try await addDue(a, "Tea")
        try await until("another one rings") { events(watching).contains("ring Tea") }
        expect(events(watching).count, equals: 3)
        expect(watching.kill())
    }

    @Test("After a forced stop what has no answer comes back exactly once")
    func forcedStop() async throws {
        _ = try await addDue(a, "Pills")
        for expected in [["ring Pills"], ["ring Pills"], []] {
            let watching = try await watch(a)
            let tea = try await addDue(a, "Tea")
            try await until("another one rings") { events(watching).contains("ring Tea") }
            expect(events(watching).filter { $0.hasPrefix("ring") && $0 != "ring Tea" }, equals: expected)
            expect(watching.kill())
            try await json(a, "delete", tea)
        }
    }

    @Test("A weigh-in is completed by a weight that is typed, on the other phone too, and not by an import")
    func measured() async throws {
        let weighing = try await addDue(a, "Weigh in", "--measurement", "weight")
        let day = try #require(try await json(a, "show", weighing)["current"]?.string)
        try await sync(a, b)
        let export = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_DE">
             <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="72"
              creationDate="\(day) 12:00:00 +0000" startDate="\(day) 12:00:00 +0000" endDate="\(day) 12:00:00 +0000"/>
            </HealthData>
            """
        let imported = try await a.run("import", "-", "--json", input: export)
        expect(try JSONValue(parsing: imported.output)["added"] == .number(1), "\(imported)")
        expect(try await json(a, "show", weighing)["fields"]?["occurrences"] ?? .null, equals: .null)
        try await a.run("add", "weight", "72.3", "kg", "--at", "\(day)T12:00:00Z")
        try await sync(a, b)
        for phone in [a, b] {
            let shown = try await json(phone, "show", weighing)
            expect(shown["fields"]?["occurrences"]?[day]?.string, equals: "completed")
        }
    }

    @Test("ctrl-c ends the watching cleanly, in text for people and with a title that moves no cursor")
    func text() async throws {
        _ = try await addDue(a, "Pills")
        let device = try Device(directory: a.directory, features: .all)
        let group = try device.entities.list("group")[0].id
        let reminder = try #require(try device.reminders.all().first)
        // Such a title comes by a sync or from a file.
        try EntityAccess(device.store, types: .builtIn).write {
            try $0.update(
                reminder.id, ["title": .string("a\u{1B}[2J\u{9B}2J\nzz"), "group": .string(group.lowercased)])
        }
        let watching = try await blocking { try a.start(["reminders", "watch"]) }
        try await until("it rings") { watching.outputSoFar.contains("reminders done") }
        kill(watching.processID, SIGINT)
        let run = try await blocking { try watching.finish(withinSeconds: 20) }
        expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        expect(
            !run.output.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }, "\(run)")
        expect(run.output.split(separator: "\n").count, equals: 2, "\(run)")
    }
}
