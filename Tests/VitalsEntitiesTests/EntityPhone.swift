import Foundation
import StepSupport
import Vitals
import VitalsEntities

/// A phone in memory, and what its exchange is told by a server that a test plays.
struct EntityPhone {
    let access: EntityAccess

    init(rules: EntityRules = .all) throws {
        let store = try MeasurementStore(path: ":memory:", clock: StepClock().read, features: FeatureList([.entities]))
        access = EntityAccess(store, types: .builtIn, rules: rules)
    }

    @discardableResult
    func create(_ type: String, _ values: [String: JSONValue]) throws -> UUID {
        let id = UUID()
        try access.write { try $0.create(access.types[type]!, id: id, values) }
        return id
    }

    func update(_ id: UUID, _ values: [String: JSONValue]) throws { try access.write { try $0.update(id, values) } }

    func delete(_ id: UUID) throws { try access.write { try $0.delete(id) } }

    func shown(_ id: UUID) throws -> Entity? { try access.read { try $0.entity(id) } }

    func pending() throws -> [EntityCommand] {
        try access.read { try $0.queued("seq IS NULL ORDER BY number") }.map(\.command)
    }

    func state() throws -> EntityTables.State { try access.read { try $0.state() } }

    /// Runs a sync whose requests `respond` answers. Returns the requests.
    @discardableResult
    func sync(
        _ respond: (EntityRequest, SyncContext) throws -> Result<EntityResponse, EntityFailure>
    ) throws -> (requests: [EntityRequest], exchange: EntityExchange) {
        var exchange = try EntityExchange(access)
        var requests: [EntityRequest] = []
        while let (request, context) = try exchange.next() {
            requests.append(request)
            guard requests.count < 100 else { throw EndlessSync() }
            try exchange.received(try respond(request, context))
        }
        return (requests, exchange)
    }

    struct EndlessSync: Error {}
}

/// Answers of a server that does what it should.
enum Answer {
    static func receipt(_ seq: Int64) -> Receipt { Receipt(seq: seq, tag: "00000000000000aa")! }

    static func applied(_ commands: [EntityCommand], seq: Int64) -> EntityResponse {
        let results = commands.map { command in
            var result = EntityResult(.applied, id: command.id, requestID: command.requestID)
            result.seq = seq
            return result
        }
        return EntityResponse(.pushed(results), receipt: receipt(seq))
    }

    static func page(_ rows: [EntityRow] = [], seq: Int64, cursors: [String: Int64], hasMore: Bool = false)
        -> EntityResponse
    {
        let page = EntityChangesPage(rows: rows, cursors: cursors.mapValues { _ in seq }, hasMore: hasMore)
        return EntityResponse(.page(page), receipt: seq == 0 ? nil : receipt(seq))
    }

    /// Takes every command, and has nothing new.
    static func good(_ request: EntityRequest, seq: Int64 = 9) -> Result<EntityResponse, EntityFailure> {
        switch request {
        case .push(let commands): .success(applied(commands, seq: seq))
        case .changes(let cursors, _, _): .success(page(seq: seq, cursors: cursors))
        case .restate:
            .success(EntityResponse(.restated(EntityRestated(replaced: [:], unplaced: [])), receipt: receipt(seq)))
        }
    }

    static func row(_ type: String, _ id: UUID = UUID(), seq: Int64, version: Int64 = 1, _ fields: [String: JSONValue])
        -> EntityRow
    {
        var row = EntityRow(id: id, type: type, version: version, seq: seq)
        for (field, value) in fields { row.set(field, to: value, stamp: version) }
        return row
    }
}
