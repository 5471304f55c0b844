import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities

/// Answers to occurrences, as two phones' ones merge, and as a phone shows its own over the server's.
@Suite("Answers to occurrences") struct EntityAnswerTests {
    /// The browser reads the same cases.
    @Test("The merge has the results of the shared cases")
    func vectors() throws {
        let cases = try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: "Tests/Vectors/answers.json"))))
        let list = try #require(cases.array)
        expect(list.count > 20)
        for vector in list {
            let change = FieldChange(base: vector["base"] ?? .null, to: vector["to"] ?? .null)
            let stays = EntityAnswer.settled(vector["current"] ?? .null, change)
            expect(stays == vector["stays"], "\(vector["name"]?.string ?? "")")
        }
    }

    private static func snooze(_ minute: Int) -> JSONValue {
        .object([.init("snoozedUntil", .string("2026-05-06T07:\(minute):00.000Z"))])
    }

    /// A phone with a pulled reminder.
    private func phone(_ answer: JSONValue = .null) throws -> (EntityPhone, UUID) {
        let (phone, group, id) = (try EntityPhone(), UUID(), UUID())
        try pull(id, group, answer, seq: 5, on: phone)
        return (phone, id)
    }

    private static let field = "occurrences.2026-05-06"

    private func pull(_ id: UUID, _ group: UUID, _ answer: JSONValue, seq: Int64, on phone: EntityPhone) throws {
        let rows = [
            Answer.row("group", group, seq: seq - 1, ["name": .string("Home")]),
            Answer.row(
                "reminder", id, seq: seq, version: seq,
                ["title": .string("Pills"), "group": .string(group.lowercased), Self.field: answer]),
        ]
        try phone.sync { request, _ in
            // The push isn't answered, so the commands wait.
            guard case .changes(let cursors, _, _) = request else { return .failure(.serverError) }
            return .success(Answer.page(rows, seq: seq, cursors: cursors))
        }
    }

    private func shown(_ phone: EntityPhone, _ id: UUID) throws -> JSONValue? {
        try phone.shown(id)?.fields[Self.field]
    }

    @Test("What was done elsewhere and has arrived isn't shown as snoozed because of a snooze that waits here")
    func doneElsewhere() throws {
        let (phone, id) = try phone()
        let group = try #require(try phone.shown(id)?.text("group")).uuid
        try phone.update(id, [Self.field: Self.snooze(40)])
        try expect(shown(phone, id) == Self.snooze(40))
        try pull(id, group, .string("completed"), seq: 9, on: phone)
        try expect(shown(phone, id) == .string("completed"))
        try expect(phone.pending().count, equals: 1)
    }

    @Test(
        "A snooze that waits is shown over an earlier one, and not over a later one", arguments: [(30, 40), (50, 50)])
    func snoozes(elsewhere: Int, stays: Int) throws {
        let (phone, id) = try phone()
        let group = try #require(try phone.shown(id)?.text("group")).uuid
        try phone.update(id, [Self.field: Self.snooze(40)])
        try pull(id, group, Self.snooze(elsewhere), seq: 9, on: phone)
        try expect(shown(phone, id) == Self.snooze(stays))
    }

    @Test("Done here stays done, whatever snooze arrives; and a snooze of what was seen as done is shown")
    func doneHere() throws {
        let (phone, id) = try phone()
        let group = try #require(try phone.shown(id)?.text("group")).uuid
        try phone.update(id, [Self.field: .string("completed")])
        try pull(id, group, Self.snooze(50), seq: 9, on: phone)
        try expect(shown(phone, id) == .string("completed"))
        let (other, seen) = try self.phone(.string("completed"))
        try other.update(seen, [Self.field: Self.snooze(40)])
        try expect(shown(other, seen) == Self.snooze(40))
    }

    @Test("Two edits of one phone don't meet each other: the second is shown")
    func ownEdits() throws {
        let (phone, id) = try phone()
        try phone.update(id, [Self.field: Self.snooze(50)])
        try phone.update(id, [Self.field: Self.snooze(40)])
        try expect(shown(phone, id) == Self.snooze(40), "an earlier snooze on purpose")
        try phone.update(id, [Self.field: .string("completed")])
        try phone.update(id, [Self.field: Self.snooze(45)])
        try expect(shown(phone, id) == Self.snooze(45), "a snooze after \u{201C}done\u{201D} on purpose")
        try phone.update(id, [Self.field: .null])
        try expect(shown(phone, id) == nil)
    }
}

extension String {
    fileprivate var uuid: UUID { UUID(text: self)! }
}
