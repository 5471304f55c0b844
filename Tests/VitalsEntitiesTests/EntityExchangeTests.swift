import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities

/// Exchanges with servers that are slow, broken or hostile: whatever comes, nothing that a person did is lost.
@Suite("An exchange of entities, whatever the server says")
struct EntityExchangeTests {
    let phone: EntityPhone

    init() throws { phone = try EntityPhone() }

    @Test("Commands go in the order in which they were made, and a new edit never changes one that was sent")
    func order() throws {
        let tag = try phone.create("tag", ["name": .string("Morning")])
        try phone.delete(tag)
        try phone.create("tag", ["name": .string("morning")])
        let before = try phone.pending()
        try phone.sync { _, _ in .failure(.failed(.timedOut)) }
        let other = try phone.create("note", ["title": .string("Knee")])
        try phone.update(other, ["body": .string("hurts")])
        let after = try phone.pending()
        expect(after.prefix(3).map(\.json), equals: before.map(\.json))
        expect(after.map(\.operation), equals: [.create, .delete, .create, .create, .update])
    }

    @Test("An answered edit stays on the screen until a pull has reached the end behind it")
    func covered() throws {
        let note = try phone.create("note", ["title": .string("Knee")])
        try phone.sync { request, _ in
            if case .push = request { return Answer.good(request) }
            return .failure(.failed(.timedOut))
        }
        try expect(phone.shown(note)?.text("title"), equals: "Knee")
        try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            // A page that isn't the last: the row may have moved behind it.
            return .success(Answer.page(seq: 10, cursors: cursors, hasMore: cursors.values.allSatisfy { $0 < 10 }))
        }
        try expect(phone.shown(note) == nil, "The last page has passed the answer, and the server has no such note.")
    }

    @Test("A rejected create keeps its id, whatever id the answer names")
    func rejectedIdentity() throws {
        let tag = try phone.create("tag", ["name": .string("Morning")])
        let note = try phone.create("note", ["title": .string("Run"), "tags": .set([tag.lowercased])])
        try phone.sync { request, _ in
            guard case .push(let commands) = request else { return .failure(.failed(.timedOut)) }
            var rejected = EntityResult(.rejected, .invalid, id: UUID(), requestID: commands[0].requestID)
            rejected.seq = 3
            return .success(EntityResponse(.pushed([rejected]), receipt: Answer.receipt(3)))
        }
        let letter = try #require(try phone.access.read { try $0.deadLetters() }.first)
        expect(letter.command.id, equals: tag)
        try phone.access.write { try $0.retry(deadLetter: letter.id, ["name": .string("Evening")]) }
        try expect(phone.shown(tag)?.text("name"), equals: "Evening")
        try expect(phone.shown(note)?.fields["tags"], equals: JSONValue.set([tag.lowercased]))
    }

    @Test("Answers to commands that weren't sent, in another order, or twice")
    func strangeAnswers() throws {
        let one = try phone.create("note", ["title": .string("one")])
        let two = try phone.create("note", ["title": .string("two")])
        try phone.sync { request, _ in
            guard case .push(let commands) = request else { return .failure(.failed(.timedOut)) }
            guard commands.count == 2 else { return .failure(.failed(.timedOut)) }
            var stranger = EntityResult(.rejected, .invalid, id: UUID(), requestID: "never-sent")
            stranger.seq = 4
            var twice = EntityResult(.rejected, .invalid, id: two, requestID: commands[1].requestID)
            twice.seq = 4
            let good = Answer.applied([commands[1]], seq: 3)
            guard case .pushed(let results) = good.body else { return .success(good) }
            return .success(EntityResponse(.pushed([stranger] + results + [twice]), receipt: Answer.receipt(4)))
        }
        try expect(phone.pending().map(\.id), equals: [one])
        try expect(phone.access.read { try $0.deadLetters() }.isEmpty)
        try expect(phone.shown(two)?.text("title"), equals: "two")
    }

    @Test("A push that answers none of its commands changes nothing, and ends the sync")
    func noAnswers() throws {
        try phone.create("note", ["title": .string("one")])
        let (requests, exchange) = try phone.sync { request, _ in
            .success(EntityResponse(.pushed([]), receipt: Answer.receipt(7)))
        }
        expect(requests.count == 1 && !exchange.isDone)
        try expect(phone.pending().count == 1 && phone.state().position.receipt == nil)
    }

    @Test(
        "A cursor that goes back, and a page with more to come that moves none, end the sync", arguments: [true, false])
    func cursors(goesBack: Bool) throws {
        try phone.sync { request, _ in Answer.good(request) }
        let (_, exchange) = try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            let row = Answer.row("note", seq: 8, ["title": .string("from nowhere")])
            return .success(Answer.page([row], seq: goesBack ? 8 : 9, cursors: cursors, hasMore: !goesBack))
        }
        expect(!exchange.isDone)
        try expect(phone.access.read { try $0.everything() }.isEmpty, "The page was dropped.")
        try expect(phone.state().position.cursors.values.allSatisfy { $0 == 9 })
    }

    @Test("A page answered after another sync has moved on counts no more")
    func moved() throws {
        try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request, cursors.values.allSatisfy({ $0 == 0 }) else {
                return Answer.good(request)
            }
            // Meanwhile another process pulls.
            try phone.sync { request, _ in Answer.good(request, seq: 12) }
            let row = Answer.row("note", seq: 3, ["title": .string("old")])
            return .success(Answer.page([row], seq: 5, cursors: cursors))
        }
        try expect(phone.state().position.cursors.values.allSatisfy { $0 == 12 })
        try expect(phone.access.read { try $0.everything() }.isEmpty)
    }

    @Test("A server that knows fewer types is asked once more, for those")
    func fewerTypes() throws {
        var asked: [[String]] = []
        let (_, exchange) = try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            asked.append(cursors.keys.sorted())
            return cursors.count > 2 ? .failure(.unknownType(["group", "tag"])) : Answer.good(request)
        }
        expect(exchange.isDone)
        expect(asked, equals: [["goal", "group", "note", "reminder", "tag", "workout"], ["group", "tag"]])
    }

    @Test("A server without entities is no error, and what waits goes on waiting")
    func absent() throws {
        try phone.create("note", ["title": .string("Knee")])
        let (_, exchange) = try phone.sync { _, _ in .failure(.absent) }
        expect(exchange.failure, equals: .absent)
        try expect(phone.pending().count, equals: 1)
    }

    @Test("Nothing new: the phone asks with its receipt only where it has read everything up to it")
    func notModified() throws {
        var known: [Bool] = []
        for _ in 0..<2 {
            try phone.sync { request, _ in
                if case .changes(_, _, let isKnown) = request { known.append(isKnown) }
                return Answer.good(request)
            }
        }
        try phone.create("note", ["title": .string("Knee")])
        try phone.sync { request, _ in
            if case .changes(_, _, let isKnown) = request { known.append(isKnown) }
            return Answer.good(request, seq: 11)
        }
        expect(known, equals: [false, true, false])
    }

    @Test("A command that the server fails on alone five times, each followed by a pull, becomes a dead letter")
    func exhausted() throws {
        let bad = try phone.create("note", ["title": .string("bad")])
        try phone.create("note", ["title": .string("good")])
        func poisoned(_ request: EntityRequest) -> Result<EntityResponse, EntityFailure> {
            if case .push(let commands) = request, commands.contains(where: { $0.id == bad }) {
                return .failure(.serverError)
            }
            return Answer.good(request)
        }
        for _ in 0..<3 {
            try phone.sync { request, _ in
                if case .changes = request { return .failure(.failed(.timedOut)) }
                return poisoned(request)
            }
        }
        for _ in 0..<5 {
            try expect(phone.access.read { try $0.deadLetters() }.isEmpty, "An outage counts against nobody.")
            try phone.sync { request, _ in poisoned(request) }
        }
        let letters = try phone.access.read { try $0.deadLetters() }
        expect(letters.map(\.command.id), equals: [bad])
        expect(letters.first?.code, equals: "exhausted")
        try phone.sync { request, _ in poisoned(request) }
        try expect(phone.pending().isEmpty)
    }

    @Test("A batch that the server calls malformed costs only the command that it names")
    func refused() throws {
        try phone.create("note", ["title": .string("one")])
        let two = try phone.create("note", ["title": .string("two")])
        try phone.sync { request, _ in
            guard case .push(let commands) = request, let index = commands.firstIndex(where: { $0.id == two }) else {
                return Answer.good(request)
            }
            return .failure(.refused(index: index, code: "request_reused", detail: "It was used before."))
        }
        try expect(phone.pending().isEmpty)
        try expect(phone.access.read { try $0.deadLetters() }.map(\.code), equals: ["request_reused"])
    }

    @Test("A dead letter's dependents are listed under it, and go with it when it's sent again")
    func dependents() throws {
        let group = try phone.create("group", ["name": .string("Morning")])
        let reminder = try phone.create("reminder", ["title": .string("Stretch"), "group": .string(group.lowercased)])
        try phone.update(reminder, ["body": .string("slowly")])
        try phone.sync { request, _ in
            guard case .push(let commands) = request else { return Answer.good(request) }
            let results = commands.enumerated().map { index, command in
                EntityResult(
                    .rejected, index == 0 ? .unknownType : index == 1 ? .referenceUnknown : .unknown, id: command.id,
                    requestID: command.requestID)
            }
            return .success(EntityResponse(.pushed(results)))
        }
        let letters = try phone.access.read { try $0.deadLetters() }
        expect(letters.map(\.dependsOn), equals: [nil, letters[0].id, letters[1].id])
        try phone.access.write { try $0.retry(deadLetter: letters[0].id, ["name": .string("Evening")]) }
        try expect(phone.access.read { try $0.deadLetters() }.isEmpty)
        try expect(phone.pending().map(\.operation), equals: [.create, .create, .update])
        try expect(phone.shown(reminder)?.text("body"), equals: "slowly")
        try expect(phone.shown(group)?.text("name"), equals: "Evening")
    }

    @Test("An edit that was refused isn't dropped when it's sent again, though its entity isn't shown any more")
    func retryOfHidden() throws {
        let note = try phone.create("note", ["title": .string("Knee")])
        try phone.sync { request, _ in Answer.good(request) }
        let row = Answer.row("note", note, seq: 10, ["title": .string("Knee")])
        try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            return .success(Answer.page([row], seq: 10, cursors: cursors))
        }
        try phone.update(note, ["title": .string("Left knee")])
        try phone.sync { request, _ in
            switch request {
            case .push(let commands):
                return .success(
                    EntityResponse(
                        .pushed(commands.map { EntityResult(.rejected, .invalid, id: $0.id, requestID: $0.requestID) }))
                )
            case .changes(let cursors, _, _):
                let gone = EntityRow(id: note, type: "note", version: 2, seq: 12, isDeleted: true)
                return .success(Answer.page([gone], seq: 12, cursors: cursors))
            case .restate: return Answer.good(request)
            }
        }
        let letter = try #require(try phone.access.read { try $0.deadLetters() }.first)
        try phone.access.write { try $0.retry(deadLetter: letter.id, ["title": .string("Right knee")]) }
        try expect(phone.pending().map(\.operation), equals: [.update])
        try expect(phone.access.read { try $0.deadLetters() }.isEmpty)
    }

    @Test("A sync behind an open form: a field that was changed in both is told, and never overwritten unseen")
    func openForm() throws {
        let note = UUID()
        func pull(_ title: String, _ body: String, seq: Int64) throws {
            var row = Answer.row("note", note, seq: seq, ["title": .string(title), "body": .string(body)])
            row.version = seq
            try phone.sync { request, _ in
                guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
                return .success(Answer.page([row], seq: seq, cursors: cursors))
            }
        }
        try pull("Knee", "hurts", seq: 3)
        let seen = try #require(try phone.shown(note)).fields
        try pull("Left knee", "better", seq: 5)
        try phone.access.write { try $0.update(note, ["title": .string("Right knee")], seen: seen) }
        let change = try phone.pending()[0].changes(of: phone.access.types["note"]!)
        expect(change == ["title": FieldChange(base: .string("Knee"), to: .string("Right knee"))], "\(change)")
    }

    @Test("A reminder in a group that isn't there is refused at once")
    func noParent() throws {
        #expect(throws: EntityInvalid.self) {
            try phone.create("reminder", ["title": .string("Stretch"), "group": .string(UUID().lowercased)])
        }
        try expect(phone.pending().isEmpty)
    }

    @Test("A value that breaks a rule of its type is refused at once, and stores nothing")
    func invalid() throws {
        let long = String(repeating: "a", count: 1 << 20)
        let marks = "a" + String(repeating: "\u{301}", count: 40_000)
        for name in ["", "  ", long, marks, "a\0b"] {
            #expect(throws: EntityInvalid.self) { try phone.create("tag", ["name": .string(name)]) }
        }
        #expect(throws: EntityInvalid.self) { try phone.create("reminder", ["title": .string("no group")]) }
        #expect(throws: EntityInvalid.self) {
            try phone.create("workout", ["start": .string("yesterday"), "minutes": .number(3)])
        }
        try expect(phone.pending().isEmpty)
    }

    @Test("A device that moves to another server restates to that one")
    func movedToAnotherServer() throws {
        try phone.access.store.bind(origin: "https://one.example.com")
        let note = Answer.row("note", seq: 3, ["title": .string("Knee")])
        try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            return .success(Answer.page([note], seq: 3, cursors: cursors))
        }
        try phone.access.store.rebind()
        try phone.access.store.bind(origin: "https://two.example.com")
        let (requests, _) = try phone.sync { request, context in
            if case .restate(let rows, _) = request { expect(rows.map(\.id) == [note.id] && context.receipt == nil) }
            return Answer.good(request, seq: 2)
        }
        guard case .restate = requests.first else {
            Issue.record("\(requests)")
            return
        }
        try expect(phone.shown(note.id)?.text("title"), equals: "Knee")
    }
}
