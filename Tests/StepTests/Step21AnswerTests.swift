import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of what the answers of a push do to the commands.
@Suite("Step 21: the answer", .serialized)
struct Step21AnswerTests {
    private let phone: Step21Phone

    init() throws { phone = try Step21Phone() }

    private func sendNotes(_ count: Int) throws -> [EntityTables.Queued] {
        for number in 0..<count { try phone.add(.create, "note", UUID(), ["title": Step21.to("Note \(number + 1)")]) }
        return try phone.send()
    }

    @Test("an answer belongs to the command with its request id, wherever it stands")
    func matchesByRequest() throws {
        let batch = try sendNotes(2)
        let answers = [
            Step21.result(.applied, to: Step21.command(.delete)), Step21.result(.applied, to: batch[1].command, seq: 8),
            Step21.result(.applied, to: batch[0].command, seq: 7),
        ]
        try phone.answer(batch, answers)
        let seqs = try phone.outbox().map(\.seq)
        expect(
            seqs == [7, 8],
            """
            The server answered the second command first, and one that was never sent. The commands' `seq` should be 7 \
            and 8. They are: \(Self.text(seqs)).
            """)
    }

    @Test("of two answers to one command the first counts")
    func firstAnswerCounts() throws {
        let batch = try sendNotes(1)
        try phone.answer(
            batch,
            [Step21.result(.applied, to: batch[0].command), Step21.result(.rejected, .invalid, to: batch[0].command)])
        let (outbox, dead) = (try phone.outbox(), try phone.deadLetters())
        expect(
            outbox.count == 1 && dead.isEmpty,
            """
            The server said "applied", and then "rejected" for the same command. The first one counts: the outbox has \
            \(outbox.count) commands and there are \(dead.count) dead letters.
            """)
    }

    @Test("a command without an answer stays as it is")
    func leavesTheRest() throws {
        let batch = try sendNotes(2)
        try phone.answer(batch, [Step21.result(.applied, to: batch[1].command)])
        let again = try phone.send()
        expect(
            again.map(\.number) == [1],
            "Only command 2 was answered, so command 1 goes again. The next push takes: \(Step21.list(again.map(\.number)))."
        )
    }

    @Test("a command that was answered or refused meanwhile is left alone")
    func settlesOnce() throws {
        let batch = try sendNotes(2)
        try phone.answer(
            batch,
            [Step21.result(.applied, to: batch[0].command), Step21.result(.rejected, .invalid, to: batch[1].command)])
        try phone.answer(
            batch,
            [
                Step21.result(.applied, to: batch[0].command, seq: 99),
                Step21.result(.rejected, .invalid, to: batch[1].command),
            ])
        let (seqs, dead) = (try phone.outbox().compactMap(\.seq), try phone.deadLetters())
        expect(
            seqs == [5] && dead.count == 1,
            """
            Another sync of this phone got the same answers, later. What's settled stays: `seq` 5, and one dead letter. \
            `seq` is: \(Step21.list(seqs)). And there are \(dead.count) dead letters.
            """)
    }

    @Test("the command is settled as it's stored, with what a pull has noted in it")
    func settlesTheStored() throws {
        let id = UUID()
        try phone.pull(Step21.row(id, ["title": .string("Knee"), "body": .string("left")]))
        try phone.access.write { try $0.update(id, ["title": .string("Hip")]) }
        let batch = try phone.send()
        // The deletion arrives while the push is on its way. Chapter 22 notes what was shown; here the test does.
        try phone.pull(Step21.row(id, seq: 2, isDeleted: true))
        try phone.access.write {
            try $0.execute(#"UPDATE entity_outbox SET shown = '{"body":"left","title":"Hip"}'"#)
        }
        try phone.answer(batch, [Step21.result(.conflict, .deleted, to: batch[0].command)])
        let kept = try phone.conflicts()
        expect(
            kept.map(\.fields) == [["title": .string("Hip"), "body": .string("left")]],
            """
            The note was deleted on another phone, and a pull noted in the stored command all that was shown of it. The \
            batch's copy is older. What lost should be kept whole: body left, title Hip. What's kept: \
            \(Step21.list(kept.map { CanonicalJSON.text(.object($0.fields.map { .init($0.key, $0.value) })) })).
            """)
    }

    @Test("an applied command gets its number, and stays on the screen")
    func keepsApplied() throws {
        let id = UUID()
        try phone.access.write { try $0.create(EntityTypes.builtIn["note"]!, id: id, ["title": .string("Knee")]) }
        let batch = try phone.send()
        try phone.answer(batch, [Step21.result(.applied, to: batch[0].command, seq: 7)])
        let (outbox, shown) = (try phone.outbox(), try phone.access.read { try $0.entity(id) })
        expect(
            outbox.map(\.seq) == [7],
            """
            The server has the note, and no pull has brought it yet. The command stays in the outbox, with `seq` 7. The \
            outbox has \(outbox.count) commands, and their `seq` is: \(Self.text(outbox.map(\.seq))).
            """)
        guard outbox.count == 1 else { return }
        expect(
            shown?.text("title") == "Knee" && shown?.waits == false,
            """
            The outbox has the answered command, so the view still shows the note Knee, and it doesn't wait any more. It \
            shows \(Step21ViewTests.text(shown)), and `waits` is \(shown.map { "\($0.waits)" } ?? "nowhere"). Look at \
            `view(of:_:)`.
            """)
    }

    @Test("what lost is kept for the user, and the command is answered")
    func keepsWhatLost() throws {
        let id = UUID()
        try phone.pull(Step21.row(id, ["title": .string("Knee"), "body": .string("left")]))
        try phone.access.write { try $0.update(id, ["title": .string("Hip"), "body": .string("right")]) }
        let batch = try phone.send()
        var conflict = Step21.result(.conflict, .changed, to: batch[0].command, seq: 7)
        conflict.fields = ["title"]
        try phone.answer(batch, [conflict])
        let (kept, outbox) = (try phone.conflicts(), try phone.outbox())
        expect(
            kept.map(\.fields) == [["title": .string("Hip")]],
            """
            The server kept its own title, so "Hip" belongs under "needs you", where the user can restore it. There are \
            \(kept.count) conflicts.
            """)
        expect(
            outbox.map(\.seq) == [7],
            "A conflict is an answer, too: the command has `seq` 7 then. `seq` is: \(Self.text(outbox.map(\.seq))).")
    }

    @Test("a rejected command becomes a dead letter, and the others go on")
    func buriesRejected() throws {
        let batch = try sendNotes(2)
        var rejected = Step21.result(.rejected, .invalid, to: batch[0].command)
        (rejected.path, rejected.detail) = ("fields.title", "It's empty.")
        try phone.answer(batch, [rejected, Step21.result(.applied, to: batch[1].command)])
        let (dead, outbox) = (try phone.deadLetters(), try phone.outbox())
        expect(
            outbox.map(\.number) == [2],
            "Command 1 was rejected. It leaves the outbox, or it's sent for ever. The outbox has: \(Step21.list(outbox.map(\.number)))."
        )
        expect(
            dead.map(\.command.requestID) == [batch[0].command.requestID],
            "Command 1 was rejected, so the user finds it among the dead letters. There are \(dead.count).")
        expect(
            dead.first?.code == "invalid" && dead.first?.path == "fields.title" && dead.first?.detail == "It's empty.",
            """
            A dead letter says why: the code invalid, the place fields.title, the sentence "It's empty." It says \
            \(dead.first.map { "\($0.code), \($0.path ?? "no place"), \($0.detail ?? "no sentence")" } ?? "nothing").
            """)
    }

    @Test("a rejected command without a code gets the code rejected")
    func needsNoCode() throws {
        let batch = try sendNotes(1)
        try phone.answer(batch, [Step21.result(.rejected, to: batch[0].command)])
        let dead = try phone.deadLetters()
        expect(
            dead.map(\.code) == ["rejected"],
            """
            The server rejected the command without saying a code, so the dead letter has the code "rejected". It has \
            \(dead.first.map { "\"\($0.code)\"" } ?? "none, because there's no dead letter").
            """)
    }

    @Test("answers that settle nothing don't count as progress")
    func counts() throws {
        let batch = try sendNotes(1)
        let strange = try phone.answer(batch, [Step21.result(.applied, to: Step21.command(.delete))])
        expect(
            !strange,
            "The server answered only a command that wasn't sent, so nothing was settled. If that counts as progress, the next push is the same, for ever."
        )
        let right = try phone.answer(batch, [Step21.result(.applied, to: batch[0].command)])
        expect(right, "The command was answered, and the sync should go on. It takes the answers for none.")
    }

    @Test("a command that was settled before isn't counted again")
    func countsOnce() throws {
        let batch = try sendNotes(1)
        let answers = [Step21.result(.applied, to: batch[0].command)]
        let (first, second) = (try phone.answer(batch, answers), try phone.answer(batch, answers))
        expect(
            first && !second,
            """
            One answer came twice. The first time it settles a command, and the second time none: the counts are 1 and 0. \
            Yours are \(first ? "more than 0" : "0") and \(second ? "more than 0" : "0").
            """)
    }

    @Test("a conflict and a rejection are counted like any other answer")
    func countsAllKinds() throws {
        let batch = try sendNotes(1)
        let lost = try phone.answer(batch, [Step21.result(.conflict, .changed, to: batch[0].command)])
        expect(lost, "The only answer was a conflict. That settles a command, so the count is 1. Yours is 0.")
        let next = try sendNotes(1)
        let refused = try phone.answer(next, [Step21.result(.rejected, .invalid, to: next[0].command)])
        expect(refused, "The only answer was a rejection. That settles a command, so the count is 1. Yours is 0.")
    }

    private static func text(_ seqs: [Int64?]) -> String { Step21.list(seqs.map { $0.map { "\($0)" } ?? "nil" }) }
}
