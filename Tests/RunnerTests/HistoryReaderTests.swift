import StepSupport
import TestSupport
import Testing
import Vitals

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointReader
@testable import CheckpointWorkspace

@Suite("The history of a failed check")
struct HistoryReaderTests {
    /// A message as a test of step 8 gives it, with a real drawing.
    private static func message() async throws -> String {
        let server = InMemoryServer()
        let (a, b) = (try Phone("A", server), try Phone("B", server))
        server.receive(Records.weight(70))
        for phone in [a, b] { try await phone.sync() }
        try a.store.edit(Records.id(1), value: 71)
        server.onNext(.push, .loseAnswer)
        try await a.sync()
        try b.store.upsert(Records.weight(80.5, id: Records.id(2)))
        for _ in 0..<2 { server.onNext(.push, .dropRequest) }
        try await b.sync()
        server.forgetEverything()
        return """
            B has v2 70 and the server has <nothing>.
            \(server.timeline.drawing)
            Counterexample (made smaller 3 times): A syncs
            Seed 7; this runs just it:
                vitals-course check 8 --test 'Step08EngineTests/historiesConverge()' --seed 7
            """
    }

    private static func verdict(_ message: String, step: Int = 8, _ outcome: Verdict.Outcome = .wrong) -> Verdict {
        Verdict(
            id: "Step08EngineTests/historiesConverge()", step: step, title: "All phones agree", outcome: outcome,
            message: message)
    }

    @Test("is read from the drawing in a test's message, event by event")
    func reads() async throws {
        let history = try #require(HistoryReader.history(of: Self.verdict(try await Self.message())))
        expect(history.columns, equals: ["A", "B", "server"])
        expect(history.problem, equals: "B has v2 70 and the server has <nothing>.")
        let events = history.events.map { event in
            "\(history.columns[event.column]) \(event.message) [\(event.text)] [\(event.reply)] \(event.times)"
        }
        expect(
            events,
            equals: [
                "server none [gets v1 70] [] 1", "A fromServer [] [v1 70] 1", "A none [v1 70] [] 1",
                "B fromServer [] [v1 70] 1", "B none [v1 70] [] 1", "A none [v2 71] [] 1",
                "A toServer [push v2 71] [] 1", "A lostFromServer [] [responds] 1",
                "A toServer [push v2 71] [takes it] 1", "A fromServer [] [v2 71] 1", "B none [#2 v1 80.5] [] 1",
                "B lostToServer [push #2 v1 80.5] [] 2", "B toServer [push #2 v1 80.5] [takes it] 1",
                "B fromServer [] [v2 71, #2 v1 80.5] 1", "B none [v2 71] [] 1", "server none [loses everything] [] 1",
            ])
        let states = HistoryState.states(of: history)
        expect(states[8].records, equals: [[1: "v2 71"], [1: "v1 70"], [1: "v2 71"]])
        expect(states[8].changed == 2 && states[9].changed == nil && states[14].changed == 1)
        expect(states[14].records[2], equals: [1: "v2 71", 2: "#2 v1 80.5"])
        expect(states[15].records[2], equals: [:])
    }

    @Test("isn't found where nothing is drawn, or where the test passed")
    func nothing() async throws {
        for message in ["", "A server", "One\n    let server\n", "    A   server\nNothing below"] {
            expect(HistoryReader.history(of: Self.verdict(message)) == nil, "\(message)")
        }
        expect(HistoryReader.history(of: Self.verdict(try await Self.message(), .notWritten)) == nil)
    }

    @Test("says how many lines were left out")
    func leftOut() throws {
        let timeline = Timeline()
        for number in 1...40 { timeline.note("v\(number) 70", on: "A") }
        let history = try #require(HistoryReader.history(of: Self.verdict("Wrong.\n\(timeline.drawing)")))
        expect(history.leftOut == 10 && history.events.count == 30)
    }

    @Test("is kept when the check fails, stays while its test doesn't run, and is gone once that passes")
    func keeps() async throws {
        let message = try await Self.message()
        try await WorkspaceFixture.with { fixture in
            let step = try fixture.step(1)
            var failed = CheckReport(step: 1)
            failed.verdicts = [Self.verdict(message, step: 1)]
            fixture.workspace.keepHistory(of: failed, step)
            let kept = try #require(fixture.workspace.failedHistory(of: step))
            expect(kept.events.count, equals: 16)
            expect(fixture.text(".vitals/histories/\(step.id).json")?.contains("\"lostToServer\"") == true)

            var other = CheckReport(step: 1)
            fixture.workspace.keepHistory(of: other, step)
            expect(fixture.workspace.failedHistory(of: step) == kept, "its test didn't run")
            other.verdicts = [Self.verdict(message, step: 2)]
            other.buildOutput = ["broken"]
            fixture.workspace.keepHistory(of: other, step)
            expect(fixture.workspace.failedHistory(of: step) == kept, "it wasn't built")

            var passed = CheckReport(step: 1)
            passed.verdicts = [Self.verdict("", step: 1, .passed)]
            fixture.workspace.keepHistory(of: passed, step)
            expect(fixture.workspace.failedHistory(of: step) == nil)
        }
    }

    @Test("is on the step's page as a list and a drawing in rows, and on no other page; a damaged file is no history")
    func page() async throws {
        let message = try await Self.message()
        try await WorkspaceFixture.with { fixture in
            let step = try fixture.step(1)
            fixture.workspace.keep(HistoryReader.history(of: Self.verdict(message)), of: step)
            let site = try CourseSite(root: fixture.mini.root, workspace: fixture.workspace)
            let page = String(decoding: try #require(try site.file(step.pageName)).contents, as: UTF8.self)
            expect(page.matches(of: /<li data-row="/).count, equals: 16)
            expect(page.matches(of: /<g data-row="/).count, equals: 16)
            for sentence in [
                "A sends “push v2 71” to the server.</p>",
                "The server responds to A, and the response never arrives.",
                "A sends “push v2 71” to the server. The server takes it.",
                "B sends “push #2 v1 80.5”, and it never arrives. That happens 2 times in a row.",
                "The server sends v2 71, #2 v1 80.5 to B.", "B now has v2 71.", "The server loses everything.",
                "the server has &lt;nothing&gt;.",
            ] { expect(page.contains(sentence), "\(sentence)") }
            expect(page.contains("<a href=\"#history\">The history that failed</a>"))
            expect(page.contains("<div class=\"changed\"><dt>server</dt><dd>v2 71</dd></div>"))
            let next = String(decoding: try #require(try site.file("02-greeting.html")).contents, as: UTF8.self)
            expect(!next.contains("id=\"history\""))
            let copy = try CourseSite(root: fixture.mini.root)
            expect(
                !String(decoding: try #require(try copy.file(step.pageName)).contents, as: UTF8.self).contains(
                    "data-row"))

            let path = ".vitals/histories/\(step.id).json"
            let text = try #require(fixture.text(path))
            for damaged in ["{", text.replacing("\"column\" : 2", with: "\"column\" : 7")] {
                try fixture.write(damaged, to: path)
                let page = String(decoding: try #require(try site.file(step.pageName)).contents, as: UTF8.self)
                expect(!page.contains("data-row"))
            }
        }
    }
}
