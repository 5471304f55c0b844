import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServerEntities

/// Tests of a server that performs each request once, however often it comes.
@Suite("Step 21: exactly once", .serialized)
struct Step21OnceTests {
    private let server = Step21Server()
    private let id = UUID()

    @Test("a request that comes again gets its first answer, and changes nothing")
    func answersAgain() throws {
        let create = Step21.command(.create, "note", id, ["title": Step21.to("Knee")])
        let first = try server.perform(create)
        let edit = Step21.command(.update, "note", id, ["title": Step21.change("Knee", "Hip")])
        _ = try server.perform(edit)
        let delete = Step21.command(.delete, "note", id)
        let deleted = try server.perform(delete)
        let rows = server.logCount
        let again = try server.perform(create)
        expect(
            again == first,
            """
            The create's answer was lost, so it comes again. The server should give the first answer, \
            \(Self.text(first)). It gives \(Self.text(again)).
            """)
        let twice = try server.perform(delete)
        expect(
            twice == deleted && server.logCount == rows,
            "A repeated request adds nothing to the log. It had \(rows) rows, and has \(server.logCount).")
    }

    @Test("a known request id with other content is refused, and names its place")
    func refusesAnother() throws {
        let create = Step21.command(.create, "note", id, ["title": Step21.to("Knee")])
        _ = try server.perform(create)
        var other = Step21.command(.create, "note", UUID(), ["title": Step21.to("Hip")])
        other.requestID = create.requestID
        let rows = server.logCount
        var thrown: EntityRequestReused?
        do {
            _ = try server.perform(Step21.command(.create, "note", UUID(), ["title": Step21.to("New")]), other)
        } catch let error as EntityRequestReused { thrown = error }
        expect(
            thrown != nil,
            "Another command came under a request id that was used. The first answer isn't its answer, so the push is refused. It was taken."
        )
        expect(
            thrown?.index == 1 && server.logCount == rows,
            "The second command of the push has the used id, so the error's index is 1. It's \(thrown.map { "\($0.index)" } ?? "missing")."
        )
    }

    @Test("an answer is kept for 90 days")
    func forgets() throws {
        let create = Step21.command(.create, "note", id, ["title": Step21.to("Knee")])
        let first = try server.perform(create)
        _ = try server.perform(Step21.command(.delete, "note", id))
        server.now += RecordedAnswer.keptMilliseconds - 1
        let kept = try server.perform(create)
        expect(
            kept == first,
            """
            One millisecond is left of the 90 days, so the server still gives the first answer, \(Self.text(first)). It \
            gives \(Self.text(kept)).
            """)
        server.now += 1
        let late = try server.perform(create)
        expect(
            late[0].status == .conflict,
            """
            After 90 days the answer may be gone, so the server decides anew: the note is deleted by now, and the answer \
            is a conflict. It is \(Self.text(late)).
            """)
    }

    @Test("a request id is free again after 90 days")
    func forgetsTheHash() throws {
        let create = Step21.command(.create, "note", id, ["title": Step21.to("Knee")])
        _ = try server.perform(create)
        var other = Step21.command(.create, "note", UUID(), ["title": Step21.to("Hip")])
        other.requestID = create.requestID
        server.now += RecordedAnswer.keptMilliseconds
        let results: [EntityResult]
        do {
            results = try server.perform(other)
        } catch is EntityRequestReused { results = [] }
        expect(
            results.map(\.status) == [.applied],
            """
            An answer that's 90 days old is as good as none, and so is its hash: another command under its request id is \
            performed. \(results.isEmpty ? "It was refused as a request id that was used." : "The answer is \(Self.text(results)).")
            """)
    }

    @Test("a request that is decided anew is recorded anew")
    func recordsAnew() throws {
        _ = try server.perform(Step21.command(.create, "note", id, ["title": Step21.to("Knee")]))
        let edit = Step21.command(.update, "note", id, ["title": Step21.change("Knee", "Hip")])
        func takeBack() throws {
            _ = try server.perform(Step21.command(.update, "note", id, ["title": Step21.change("Hip", "Knee")]))
        }
        _ = try server.perform(edit)
        try takeBack()
        server.now += RecordedAnswer.keptMilliseconds
        let late = try server.perform(edit)
        try takeBack()
        let rows = server.logCount
        server.now += 1_000
        let again = try server.perform(edit)
        expect(
            again == late && server.logCount == rows,
            """
            After 90 days an edit was decided anew, and a second later it comes again. The new answer is recorded by now, so \
            nothing is performed, and the answer is \(Self.text(late)). It is \(Self.text(again)), and the log has \
            \(server.logCount - rows) new rows.
            """)
    }

    @Test("the decider is told which commands were forgotten")
    func tellsWhatIsForgotten() throws {
        let create = Step21.command(.create, "note", id, ["title": Step21.to("Knee")])
        _ = try server.perform(create)
        server.now += RecordedAnswer.keptMilliseconds
        _ = try server.perform(create, Step21.command(.create, "note", UUID(), ["title": Step21.to("Hip")]))
        expect(
            server.forgotten == [false, true, false],
            """
            A new command, then the same one 90 days later, then another new one: `isForgotten` should be false, true, false. \
            It was: \(Step21.list(server.forgotten)).
            """)
    }

    @Test("a request that is new is performed")
    func performs() throws {
        let create = Step21.command(.create, "note", id, ["title": Step21.to("Knee")])
        let first = try server.perform(create)
        expect(
            first.map(\.requestID) == [create.requestID] && first[0].status == .applied && server.logCount == 1,
            "A new note is applied, and its answer names its request. The answer is \(Self.text(first)).")
    }

    @Test("a refusal is an answer, and is recorded too")
    func recordsRefusals() throws {
        let edit = Step21.command(.update, "note", id, ["title": Step21.change("Knee", "Hip")])
        let first = try server.perform(edit)
        expect(first[0].status == .rejected, "There's no such note, so the edit is rejected: \(Self.text(first)).")
        _ = try server.perform(Step21.command(.create, "note", id, ["title": Step21.to("Knee")]))
        let again = try server.perform(edit)
        expect(
            again == first,
            """
            The edit was rejected, and the phone may have shown that to the user by now. The same request can't be applied \
            later: its answer stays \(Self.text(first)). It is \(Self.text(again)).
            """)
    }

    private static func text(_ results: [EntityResult]) -> String {
        results.map { CanonicalJSON.text($0.json) }.joined(separator: ", ")
    }
}
