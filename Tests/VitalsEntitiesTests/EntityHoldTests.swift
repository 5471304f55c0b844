import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities

/// Commands that the account may not make now: they wait, nothing else waits for them, and they go by themselves.
@Suite("Held commands of entities") struct EntityHoldTests {
    let phone: EntityPhone

    init() throws { phone = try EntityPhone() }

    /// A server that takes no commands on reminders, and everything else.
    private func locked(_ request: EntityRequest) -> Result<EntityResponse, EntityFailure> {
        guard case .push(let commands) = request else { return Answer.good(request) }
        let results = commands.map { command in
            var result =
                command.type == "reminder"
                ? EntityResult(.rejected, .notEntitled, id: command.id) : EntityResult(.applied, id: command.id)
            result.requestID = command.requestID
            result.seq = 9
            return result
        }
        return .success(EntityResponse(.pushed(results), receipt: Answer.receipt(9)))
    }

    private func held() throws -> Int { try phone.access.read { try $0.heldCount() } }

    private func pushed(_ requests: [EntityRequest]) -> [[String]] {
        requests.compactMap { request in
            guard case .push(let commands) = request else { return nil }
            return commands.map { "\($0.operation) \($0.type)" }
        }
    }

    /// A reminder that the server doesn't know, in a group that it knows.
    private func reminder(_ access: EntityAccess? = nil) throws -> UUID {
        let (access, group, id) = (access ?? phone.access, UUID(), UUID())
        var exchange = try EntityExchange(access)
        while let (request, _) = try exchange.next() {
            guard case .changes(let cursors, _, _) = request else { continue }
            let row = Answer.row("group", group, seq: 5, ["name": .string("Home")])
            try exchange.received(.success(Answer.page([row], seq: 5, cursors: cursors)))
        }
        let values = ["title": JSONValue.string("Pills"), "group": .string(group.lowercased)]
        try access.write { try $0.create(access.types["reminder"]!, id: id, values) }
        return id
    }

    @Test("A held command stays in the view and counts as waiting, and what doesn't need it goes on")
    func waits() throws {
        let id = try reminder()
        try phone.create("note", ["title": .string("Knee")])
        let (requests, exchange) = try phone.sync { request, _ in locked(request) }
        expect(exchange.isDone, "The sync is no failure.")
        expect(pushed(requests), equals: [["create reminder", "create note"]])
        try expect(phone.pending().map(\.type), equals: ["reminder"])
        try expect(phone.shown(id)?.text("title"), equals: "Pills")
        try expect(phone.shown(id)?.waits, equals: true)
        try expect(held(), equals: 1)
        try expect(phone.access.read { try $0.waitingCount() }, equals: 1)
        try expect(phone.access.read { try $0.deadLetters() }.isEmpty)
    }

    @Test("An update behind a held create isn't sent in that sync, and the next sync tries each command once")
    func order() throws {
        let id = try reminder()
        // A push holds 500, so the update comes with a later one.
        for number in 0..<600 { try phone.create("note", ["title": .string("\(number)")]) }
        try phone.update(id, ["title": .string("More pills")])
        let (requests, exchange) = try phone.sync { request, _ in locked(request) }
        expect(exchange.isDone)
        expect(pushed(requests).map(\.count), equals: [500, 101])
        try expect(phone.pending().map(\.operation), equals: [.create, .update])
        try expect(held(), equals: 2)
        let (again, end) = try phone.sync { request, _ in locked(request) }
        expect(end.isDone)
        expect(pushed(again), equals: [["create reminder", "update reminder"]])
        try expect(held(), equals: 2)
    }

    @Test("An edit of what is held waits with it, also one that's made while the sync runs")
    func madeMeanwhile() throws {
        let id = try reminder()
        var isFirst = true
        let (requests, _) = try phone.sync { request, _ in
            if case .push = request, isFirst {
                isFirst = false
                try phone.update(id, ["title": .string("More pills")])
                try phone.create("tag", ["name": .string("Health")])
            }
            return locked(request)
        }
        // The tag was made while the first push ran, and goes with the second one.
        expect(pushed(requests), equals: [["create reminder"], ["create tag"]])
        try expect(held(), equals: 2)
    }

    @Test("After the grant everything goes by itself, in its order")
    func granted() throws {
        let id = try reminder()
        try phone.update(id, ["title": .string("More pills")])
        try phone.sync { request, _ in locked(request) }
        try phone.delete(id)
        try expect(held(), equals: 3)
        let (requests, _) = try phone.sync { request, _ in Answer.good(request) }
        expect(pushed(requests), equals: [["create reminder", "update reminder", "delete reminder"]])
        try expect(held() == 0 && phone.pending().isEmpty)
    }

    @Test("A sync that doesn't reach the server leaves nothing behind that a later one wouldn't send")
    func unreachable() throws {
        _ = try reminder()
        try phone.sync { request, _ in locked(request) }
        try phone.sync { _, _ in .failure(.failed(.timedOut)) }
        try phone.sync { request, _ in Answer.good(request) }
        try expect(phone.pending().isEmpty)
    }

    @Test("A hold survives a restart, and so does what it holds")
    func restart() throws {
        let folder = try TemporaryFolder()
        func open() throws -> EntityAccess {
            EntityAccess(
                try MeasurementStore(
                    path: folder.path("phone.sqlite"), clock: StepClock().read, features: FeatureList([.entities])),
                types: .builtIn)
        }
        do {
            let access = try open()
            _ = try reminder(access)
            var exchange = try EntityExchange(access)
            while let (request, _) = try exchange.next() { try exchange.received(locked(request)) }
        }
        let access = try open()
        try expect(access.read { try $0.heldCount() }, equals: 1)
        try expect(access.read { try $0.list("reminder", limit: 9) }.map { $0.text("title") }, equals: ["Pills"])
        var exchange = try EntityExchange(access)
        while let (request, _) = try exchange.next() { try exchange.received(Answer.good(request)) }
        try expect(access.read { (try $0.heldCount(), try $0.waitingCount()) } == (0, 0))
    }

    @Test("After a lost history a held command is sent like the others")
    func historyLost() throws {
        _ = try reminder()
        try phone.sync { request, _ in locked(request) }
        var isLost = true
        let (requests, exchange) = try phone.sync { request, _ in
            if case .push = request, isLost {
                isLost = false
                return .failure(.historyLost)
            }
            return Answer.good(request)
        }
        expect(exchange.isDone)
        expect(pushed(requests), equals: [["create reminder"], ["create reminder"]])
        try expect(phone.pending().isEmpty)
    }
}
