import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of `vitals-device reminders`, by running it without a server.
@Suite("Reminders in the terminal", .timeLimit(.minutes(5))) struct ReminderCommandTests {
    private let folder: TemporaryFolder
    private let phone: Phone

    init() throws {
        folder = try TemporaryFolder()
        phone = Phone(folder.path("phone"), environment: ["TZ": "Europe/Berlin"])
    }

    private func run(_ words: [String]) async throws -> Run {
        try await blocking { try phone.start(words).finish(withinSeconds: 30) }
    }

    private func json(_ words: String...) async throws -> JSONValue {
        let run = try await run(["reminders"] + words + ["--json"])
        expect(run.status == 0, "\(words): \(run)")
        return try JSONValue(parsing: run.output)
    }

    @Test("are added, edited, answered and deleted")
    func offline() async throws {
        let added = try await phone.run(
            "reminders", "add", "Weigh in", "--at", "07:30", "--on", "2030-01-01", "--every", "day", "--group", "Body",
            "--tag", "Morning", "--measurement", "weight", "--until-answered", "5")
        expect(added.output.hasPrefix("Added Weigh in as ") && added.output.contains("every day at 7:30"), "\(added)")
        let reminder = try #require(try await json("list").array?.first)
        let id = try #require(reminder["id"]?.string)
        let fields = reminder["fields"]
        expect(
            fields?["start"]?.string == "2030-01-01" && fields?["time"]?.string == "07:30"
                && fields?["zone"]?.string == "Europe/Berlin" && fields?["rule"]?.string == "FREQ=DAILY"
                && fields?["measurement"]?.string == "WEIGHT" && fields?["repeat"]?.string == "5", "\(reminder)")
        let table = try await phone.run("reminders")
        expect(table.output.contains("Weigh in") && table.output.contains("Body"), "\(table)")
        let shown = try await phone.run("reminders", "show", String(id.prefix(6)))
        for part in ["every day at 7:30", "Morning", "weight", "every 5 minutes", "2030-01-05 07:30"] {
            expect(shown.output.contains(part), "\(part) in \(shown.output)")
        }

        let done = try await phone.run("reminders", "done", id)
        expect(done.output, equals: "Weigh in of 2030-01-01 is done.\n")
        expect(try await json("skip", id)["occurrence"]?.string, equals: "2030-01-02")
        expect(try await json("undo", id)["occurrence"]?.string, equals: "2030-01-02")
        let snoozed = try await json("snooze", id, "--on", "2030-01-02", "--for", "2h")
        expect(snoozed["state"]?["snoozedUntil"]?.string != nil)
        let edited = try await json(
            "edit", id, "--at", "08:00", "--repeat-rule", "FREQ=MONTHLY;BYDAY=2TU", "--untag", "Morning",
            "--measurement", "",
            "--until-answered", "0")
        expect(edited["words"]?.string, equals: "on the second Tuesday of each month at 8:00")
        expect(edited["fields"]?["occurrences"]?["2030-01-01"]?.string, equals: "completed", "answers stay")
        expect(edited["fields"]?["measurement"] == nil && edited["fields"]?["repeat"] == nil)
        expect(try await json("edit", id, "--any-time")["fields"]?["start"] == nil)
        let status = try await phone.run("status")
        expect(status.output.contains("reminders") && status.output.contains("0 overdue"), "\(status)")
        expect(try await phone.run("reminders", "delete", id).output, equals: "Deleted Weigh in.\n")
        expect(try await phone.run("reminders").output.hasPrefix("No reminders yet."))
    }

    @Test("show a family of emoji and a word in Persian as they are, and no direction")
    func joined() async throws {
        let family = "\u{1F469}\u{200D}\u{1F467} \u{0645}\u{06CC}\u{200C}\u{062E}\u{0648}\u{0631}\u{0645}"
        expect(try await phone.run("reminders", "add", family).output.hasPrefix("Added \(family) as "))
        let table = try await phone.run("reminders", "add", "\u{202E}sllip")
        expect(table.output.hasPrefix("Added \u{FFFD}sllip as "), "\(table)")
    }

    @Test("show what is overdue, due today and due soon")
    func lists() async throws {
        let now = Timestamp.systemClock().millisecondsSinceEpoch
        func at(_ minutes: Int64) -> [String] {
            let text = Timestamp(clamping: now + minutes * 60_000).rfc3339
            return ["--on", String(text.prefix(10)), "--at", String(text.dropFirst(11).prefix(5)), "--zone", "UTC"]
        }
        for words in [["Old"] + at(-3_000), ["Soon"] + at(2_900)] {
            expect(try await run(["reminders", "add"] + words).status, equals: 0)
        }
        expect(try await json("list", "--today").array?.compactMap { $0["fields"]?["title"]?.string }, equals: ["Old"])
        expect(try await json("list", "--upcoming").array?.compactMap { $0["list"]?.string }, equals: ["upcoming"])
        let soon = try await run(["reminders", "list", "--upcoming", "--group", "Reminders"])
        expect(soon.output.contains("Soon") && !soon.output.contains("Old"), "\(soon)")
        expect(try await run(["reminders", "add", "Daily", "--every", "day"] + at(-3_000)).status, equals: 0)
        let past = try await run(["reminders", "snooze", "Daily", "--until", "2020-01-01T00:00:00Z"])
        expect(past.status == 1 && past.errors.contains("still to come"), "it's due: \(past)")
    }

    @Test("say what is wrong, and store nothing")
    func wrongInput() async throws {
        let start = ["reminders", "add", "Pills", "--on", "2030-01-01", "--at", "07:30"]
        expect(try await run(start + ["--every", "day"]).status, equals: 0)
        let id = try #require(try await json("list").array?.first?["id"]?.string)
        expect(
            try await run(["reminders", "add", "Dentist", "--on", "2030-01-01", "--at", "09:00"]).status, equals: 0)
        let cases: [(words: [String], status: Int32, text: String)] = [
            (["reminders", "add", ""], 1, "A reminder needs a title."),
            (["reminders", "add", String(repeating: "x", count: 201)], 1, "at most 200 characters"),
            (["reminders", "add", "a\u{1B}[2J"], 1, "characters that can't be shown"),
            (["reminders", "add", "x", "--every", "day"], 2, "Say at which time"),
            (["reminders", "add", "x", "--at", "7.30"], 1, "such as 07:30"),
            (["reminders", "add", "x", "--at", "07:30", "--zone", "Mars"], 1, "such as Europe/Berlin"),
            (
                ["reminders", "add", "x", "--at", "07:30", "--zone", "Europe/Atlantis"], 1,
                "doesn't know that time zone"
            ),
            (start + ["--repeat-rule", "FREQ=DAILY;COUNT=0"], 1, "COUNT is a number from 1"),
            (start + ["--repeat-rule", "FREQ=DAILY;UNTIL=20200101"], 1, "ends before it begins"),
            (start + ["--repeat-rule", "FREQ=HOURLY"], 1, "DAILY, WEEKLY, MONTHLY or YEARLY"),
            (start + ["--every", "day", "--repeat-rule", "FREQ=DAILY"], 2, "--every or --repeat-rule"),
            (start + ["--measurement", "mood"], 2, "--measurement is one of"),
            (start + ["--until-answered", "-1"], 1, "after 1 to 1440 minutes"),
            (start + ["--group", String(repeating: "x", count: 201)], 1, "The name can't be stored."),
            (start + ["--group", "New", "--tag", String(repeating: "x", count: 201)], 1, "The name can't be stored."),
            (
                ["reminders", "done", "ffffffff"], 1,
                "No reminder is called ffffffff, and no reminder's id starts with it."
            ),
            (["reminders", "done", " "], 1, "The id is empty."),
            (["reminders", "done", id, "--on", "2029-12-31"], 1, "has no such day"),
            (
                ["reminders", "snooze", id, "--on", "2030-01-01", "--until", "2020-01-01T00:00:00Z"], 1,
                "still to come"
            ),
            (["reminders", "snooze", id, "--on", "2030-01-01", "--for", "31d"], 1, "at most 30 days"),
            (["reminders", "snooze", id], 1, "isn't due yet. Its next time is 2030-01-01 07:30."),
            (["reminders", "snooze", id, "--for", "soon"], 2, "invalid"),
            (["reminders", "undo", id], 1, "no answer to undo"),
            (["reminders", "undo", id, "--on", "2030-01-01"], 1, "no answer to undo"),
            (["reminders", "undo", "Dentist"], 1, "no answer to undo"),
            (["reminders", "done", "Dentist", "--on", "2030-01-02"], 1, "it isn't for that day. Leave out --on."),
            (["reminders", "skip", "Dentist", "--on", "tomorrow"], 1, "it isn't for that day. Leave out --on."),
            (["reminders", "add", "\u{200B}\u{2066}"], 1, "A reminder needs a title."),
            (["reminders", "add", "x", "--at", ""], 2, "--at is empty."),
            (["reminders", "add", "x", "--at", "07:30", "--on", ""], 2, "--on is empty."),
            (start + ["--zone", ""], 2, "--zone is empty."),
            (start + ["--repeat-rule", ""], 2, "--repeat-rule is empty."),
            (["reminders", "edit", "Dentist", "--on", ""], 2, "--on is empty."),
            (["reminders", "edit", "Dentist", "--zone", ""], 2, "--zone is empty."),
            (start + ["--repeat-rule", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0"], 1, "from 1 to 366, or from -366 to -1."),
            (["reminders", "edit", id], 2, "Say what to change"),
            (["reminders", "list", "--today", "--upcoming"], 2, "--today or --upcoming"),
        ]
        for (words, status, text) in cases {
            let run = try await run(words)
            expect(
                run.status == status && run.errors.contains(text) && run.output.isEmpty,
                "\(words.map { $0.prefix(20) }): \(run)")
            expect(!run.errors.contains("\u{1B}"), "\(run)")
        }
        expect(try await json("list").array?.count, equals: 2)
        // An answer that was taken back isn't there any more, and the day of a reminder that doesn't repeat is its first one.
        let done = try await phone.run("reminders", "done", "Dentist", "--on", "2030-01-01")
        expect(done.output, equals: "Dentist is done.\n")
        expect(try await phone.run("reminders", "undo", "Dentist").output, equals: "Dentist is open again.\n")
        let again = try await run(["reminders", "undo", "Dentist"])
        expect(again.status == 1 && again.errors.contains("no answer to undo"), "\(again)")
        let groups = try await run(["groups", "--json"])
        expect(try JSONValue(parsing: groups.output).array?.count, equals: 1, "no group is left behind")
    }

    @Test("have an example in each help")
    func help() async throws {
        for name in ["list", "show", "add", "edit", "done", "snooze", "skip", "undo", "delete", "watch"] {
            let help = try await run(["reminders", name, "--help"])
            expect(
                help.status == 0 && help.output.contains("EXAMPLE\n  vitals-device reminders \(name)"), "\(help.output)"
            )
        }
    }
}
