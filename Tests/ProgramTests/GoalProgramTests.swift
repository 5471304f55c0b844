import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of `vitals-device trend` and `goal`, alone and between two phones with a real server.
@Suite("Goal and trend in the terminal", .timeLimit(.minutes(5))) struct GoalProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func phone(_ name: String) -> Phone {
        Phone(folder.path(name), environment: ["TZ": "Europe/Berlin"])
    }

    private func run(_ phone: Phone, _ words: [String]) async throws -> Run {
        try await blocking { try phone.start(words).finish(withinSeconds: 30) }
    }

    private func json(_ phone: Phone, _ words: String...) async throws -> JSONValue {
        let run = try await run(phone, words + ["--json"])
        expect(run.status == 0, "\(words): \(run)")
        return try JSONValue(parsing: run.output)
    }

    /// Twenty days of weights up to today, an eighth of a kilogram less each day.
    private func addWeights(_ phone: Phone) async throws {
        let now = Timestamp.systemClock().flooredToSecond
        for day in 0..<20 {
            let at = now.advanced(byMilliseconds: Int64(day - 19) * 86_400_000) ?? now
            let added = try await run(phone, ["add", "weight", "\(80 - Double(day) / 8)", "kg", "--at", at.rfc3339])
            expect(added.status == 0, "\(added)")
        }
    }

    @Test("a goal is set, shown, changed and removed, and the trend says when it's reached")
    func offline() async throws {
        let phone = phone("a")
        let none = try await run(phone, ["trend"])
        expect(none.status == 1 && none.errors.contains("There is no weight yet."), "\(none)")
        expect(try await run(phone, ["goal"]).output.hasPrefix("There is no goal. Set one with:"))
        try await addWeights(phone)
        let set = try await run(phone, ["goal", "set", "76", "kg", "--by", "2199-03-01"])
        expect(set.output, equals: "Your goal is 76.0 kg by 2199-03-01.\n", "\(set)")
        expect(try await run(phone, ["goal"]).output, equals: "76.0 kg by 2199-03-01\n")
        let trend = try await run(phone, ["trend", "weight"])
        expect(
            trend.output.firstMatch(
                of:
                    /^trend    78\.6 kg on \d{4}-\d\d-\d\d\nrate     -0\.5 kg a week\ngoal     76\.0 kg by 2199-03-01\noutlook  at this rate you get there on \d{4}-\d\d-\d\d\n$/
            ) != nil, "\(trend)")
        let whole = try await json(phone, "trend")
        expect(whole["days"]?.array?.count == 20 && whole["outlook"]?["state"] == .string("reachedOn"), "\(whole)")
        expect(whole["goal"]?["fields"]?["kind"] == .string("WEIGHT") && whole["unit"] == .string("KG"))
        expect(try await run(phone, ["goal", "remove"]).output, equals: "The goal is removed.\n")
        expect(try await json(phone, "goal"), equals: .null)
        expect(try await run(phone, ["goal", "remove"]).status, equals: 1)
    }

    @Test("a rate that rounds to zero has no sign")
    func standstill() async throws {
        let phone = phone("a")
        let now = Timestamp.systemClock().flooredToSecond
        for day in 0..<9 {
            let at = now.advanced(byMilliseconds: Int64(day - 8) * 86_400_000) ?? now
            let value = "\(80 - Double(day) / 1_000)"
            _ = try await run(phone, ["add", "weight", value, "kg", "--at", at.rfc3339])
        }
        let trend = try await run(phone, ["trend"])
        expect(trend.output.contains("\nrate     0.0 kg a week\n"), "\(trend)")
    }

    @Test(
        "what is no goal is refused in a sentence",
        arguments: [
            (["nan", "kg"], "A goal is a number, such as 70."), (["much"], "A goal is a number, such as 70."),
            (["0", "kg"], "A goal is between 0.1 and 1000 kg."),
            (["70", "km"], "A weight is in kilograms or pounds."),
            (["70", "kg", "--by", "2026-02-30"], "--by is a day, such as 2027-03-01."),
            (["70", "kg", "--by", "2020-01-01"], "The day of a goal is in the future"),
        ])
    func refuses(words: [String], sentence: String) async throws {
        let phone = phone("a")
        let refused = try await run(phone, ["goal", "set"] + words)
        expect(refused.status != 0 && refused.errors.contains(sentence), "\(refused)")
        expect(try await json(phone, "goal"), equals: .null)
    }

    @Test("two phones that each set a goal offline end up with the one that was set last")
    func syncs() async throws {
        let server = try LiveServer(databaseURL: "sqlite:\(folder.path("server.sqlite"))")
        let (a, b) = (phone("a"), phone("b"))
        for phone in [a, b] {
            let login = try await blocking {
                try phone.start(["login", "--server", server.url], input: "dev-token\n")
                    .finish(withinSeconds: 30)
            }
            try #require(login.status == 0, "\(login)")
        }
        expect(try await run(a, ["goal", "set", "70", "kg"]).status, equals: 0)
        try await Task.sleep(for: .milliseconds(1_100))
        expect(try await run(b, ["goal", "set", "72", "kg"]).status, equals: 0)
        for phone in [a, b, a, b] {
            let sync = try await run(phone, ["sync"])
            expect(sync.status == 0, "\(sync)")
        }
        for phone in [a, b] { expect(try await run(phone, ["goal"]).output, equals: "72.0 kg\n") }
        expect(try await run(a, ["goal", "set", "150", "lb"]).status, equals: 0)
        for phone in [a, b] { _ = try await run(phone, ["sync"]) }
        expect(try await run(b, ["goal"]).output, equals: "68.0 kg\n")
        expect(try await run(b, ["goal", "remove"]).status, equals: 0)
        for phone in [b, a] { _ = try await run(phone, ["sync"]) }
        expect(try await json(a, "goal"), equals: .null)
    }
}
