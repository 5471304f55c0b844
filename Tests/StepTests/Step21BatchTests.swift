import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities

/// Tests of the commands that a push claims.
@Suite("Step 21: the batch", .serialized)
struct Step21BatchTests {
    private let phone: Step21Phone

    init() throws { phone = try Step21Phone() }

    @Test("the oldest commands without an answer go first, in the order in which they were made")
    func oldestFirst() throws {
        let (tag, note) = (UUID(), UUID())
        try phone.add(.create, "tag", tag, ["name": Step21.to("Morning")])
        try phone.add(.delete, "tag", tag)
        try phone.add(.create, "tag", UUID(), ["name": Step21.to("Morning")])
        try phone.add(.create, "note", note, ["title": Step21.to("Knee")])
        let batch = try phone.claim(3)
        expect(
            batch.map(\.number) == [1, 2, 3],
            """
            Four commands wait, and the push takes three. They should be 1, 2, 3: in another order, the new tag Morning \
            would join the one that's deleted afterwards. They are: \(Step21.list(batch.map(\.number))).
            """)
        let first = try #require(batch.first, "Four commands wait, and the batch is empty.")
        try phone.answer([first], [Step21.result(.applied, to: first.command)])
        let next = try phone.claim(2)
        expect(
            next.map(\.number) == [2, 3],
            "Command 1 was answered, so the next push of two takes 2 and 3. It takes: \(Step21.list(next.map(\.number)))."
        )
    }

    @Test("a command that was sent, and got no answer, is sent again with the next push")
    func sentOnesToo() throws {
        let group = UUID()
        try phone.add(.create, "group", group, ["name": Step21.to("Health")])
        let lost = try phone.claim()
        try phone.add(
            .create, "reminder", UUID(), ["title": Step21.to("Stretch"), "group": Step21.to(group.lowercased)])
        let batch = try phone.claim()
        expect(
            lost.map(\.number) == [1] && batch.map(\.number) == [1, 2],
            """
            The answer to command 1 was lost, so it goes again, before the reminder that needs its group. The second push \
            should take 1 and 2; it takes: \(Step21.list(batch.map(\.number))).
            """)
    }

    @Test("a batch has no more than the limit, and no more than its bytes")
    func staysSmall() throws {
        let text = String(repeating: "x", count: 30_000)
        for _ in 0..<40 { try phone.add(.create, "note", UUID(), ["title": Step21.to("x"), "body": Step21.to(text)]) }
        let few = try phone.claim(7)
        expect(few.count == 7, "The limit is 7 commands, and the batch has \(few.count).")
        let batch = try phone.claim()
        let first = try #require(batch.first, "Forty commands wait, and the batch is empty.")
        let bytes = batch.reduce(0) { $0 + $1.command.approximateSizeBytes }
        let one = first.command.approximateSizeBytes
        expect(
            bytes <= EntityTables.batchSizeBytes,
            """
            The commands of a batch take at most \(EntityTables.batchSizeBytes) bytes, or the server refuses all of them. \
            These \(batch.count) take \(bytes).
            """)
        expect(
            bytes + one > EntityTables.batchSizeBytes,
            "Each command takes \(one) bytes, so one more would have fitted: the batch has \(batch.count).")
    }

    /// Makes two commands that don't fit into one batch, and a small one.
    private func addTwoLarge() throws {
        let text = String(repeating: "x", count: 500_000)
        for body in [text, text, "x"] {
            try phone.add(.create, "note", UUID(), ["title": Step21.to("Knee"), "body": Step21.to(body)])
        }
    }

    @Test("no command overtakes one that doesn't fit")
    func overtakesNone() throws {
        try addTwoLarge()
        let batch = try phone.claim()
        expect(
            batch.map(\.number) == [1],
            """
            Command 2 doesn't fit beside command 1, and 3 is small. The batch ends before 2, because 3 may need what 2 does. \
            It should be 1 alone. It is: \(Step21.list(batch.map(\.number))).
            """)
    }

    @Test("a command that doesn't fit isn't marked")
    func marksWhatFits() throws {
        try addTwoLarge()
        _ = try phone.claim()
        let sent = try phone.outbox().map(\.isSent)
        expect(
            sent == [true, false, false],
            """
            Command 2 doesn't fit beside command 1, so only 1 goes with this push and only 1 is marked as sent: true, false, \
            false. `isSent` is: \(Step21.list(sent)).
            """)
    }

    @Test("a command that's larger than a batch goes alone")
    func takesALargeOne() throws {
        let text = String(repeating: "x", count: EntityTables.batchSizeBytes)
        try phone.add(.create, "note", UUID(), ["title": Step21.to("Long"), "body": Step21.to(text)])
        try phone.add(.create, "note", UUID(), ["title": Step21.to("Short")])
        let batch = try phone.claim()
        expect(
            batch.map(\.number) == [1],
            """
            Command 1 is larger than a batch. If it never goes, nothing behind it does, so it goes alone. The batch is: \
            \(Step21.list(batch.map(\.number))).
            """)
    }

    @Test("the commands of the batch are marked as sent, and no others")
    func marks() throws {
        for _ in 0..<3 { try phone.add(.create, "note", UUID(), ["title": Step21.to("Knee")]) }
        _ = try phone.claim(2)
        let sent = try phone.outbox().map(\.isSent)
        expect(
            sent == [true, true, false],
            "Two of three commands were claimed, so those two are marked as sent. `isSent` is: \(Step21.list(sent)).")
    }
}
