import Foundation
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities

/// A store of entities with a user, and the commands that tests send to it.
struct EntityFixture: Sendable {
    let store: any EntityStore
    let user: UUID
    /// Nil for the store in memory, which knows no users.
    let sync: (any SyncStore)?
    var service: EntityService

    /// Another moment for the next commands.
    func at(_ moment: Timestamp) -> EntityFixture {
        var other = self
        other.service = EntityService(store: store, types: .builtIn, now: { moment })
        return other
    }

    func by(_ user: UUID) -> EntityFixture {
        EntityFixture(store: store, user: user, sync: sync, service: service)
    }

    func another() async throws -> EntityFixture {
        by(try await sync?.addUser(token: UUID().uuidString) ?? UUID())
    }

    @discardableResult
    func push(_ commands: EntityCommand..., receipt: Receipt? = nil) async throws -> [EntityResult] {
        try await push(commands, receipt: receipt)
    }

    func push(_ commands: [EntityCommand], receipt: Receipt? = nil) async throws -> [EntityResult] {
        try await service.push(commands, user: user, receipt: receipt).body
    }

    func one(_ command: EntityCommand) async throws -> EntityResult { try #require(try await push(command).first) }

    func page(_ types: [String] = EntityTypes.builtIn.names, after seq: Int64 = 0) async throws -> EntityPage {
        try await store.page(
            user: user, receipt: nil, cursors: Dictionary(uniqueKeysWithValues: types.map { ($0, seq) }), limit: 1000)
    }

    func row(_ id: UUID) async throws -> EntityRow? { try await page().rows.first { $0.id == id } }

    func receipt() async throws -> Receipt? { try await page().head?.receipt }

    func restate(
        _ rows: [EntityRow], _ aliases: [UUID: UUID] = [:], receipt: Receipt? = nil
    ) async throws -> EntityDecider.Restated {
        try await service.restate(rows, aliases: aliases, user: user, receipt: receipt).body
    }
}

extension StoreUnderTest {
    func withEntities(_ body: @escaping @Sendable (EntityFixture) async throws -> Void) async throws {
        guard self != .memory else {
            let store = MemoryEntityStore(types: .builtIn)
            return try await body(
                EntityFixture(
                    store: store, user: DevelopmentUser.id, sync: nil,
                    service: EntityService(store: store, types: .builtIn)))
        }
        try await withStore(hasEntities: true) { sync in
            let store = try #require(sync.ability((any EntityStore).self))
            try await body(
                EntityFixture(
                    store: store, user: DevelopmentUser.id, sync: sync,
                    service: EntityService(store: store, types: .builtIn)))
        }
    }
}

extension EntityCommand {
    private static let now = Timestamp(rfc3339: "2026-05-06T07:00:00Z")!

    static func create(
        _ type: String, _ id: UUID, requestID: String = UUID().lowercased, _ values: [String: JSONValue]
    ) -> EntityCommand {
        EntityCommand(
            requestID: requestID, .create, type: EntityTypes.builtIn[type]!, id: id, updatedAt: now,
            changes: values.mapValues { FieldChange(to: $0) })
    }

    static func create(
        _ type: String, requestID: String = UUID().lowercased, _ values: [String: JSONValue]
    ) -> EntityCommand {
        create(type, UUID(), requestID: requestID, values)
    }

    /// - Parameter changes: by field, what the person saw and what they chose.
    static func update(
        _ type: String, _ id: UUID, requestID: String = UUID().lowercased,
        _ changes: [String: (base: JSONValue, to: JSONValue)]
    ) -> EntityCommand {
        EntityCommand(
            requestID: requestID, .update, type: EntityTypes.builtIn[type]!, id: id, updatedAt: now,
            changes: changes.mapValues { FieldChange(base: $0.base, to: $0.to) })
    }

    static func delete(_ type: String, _ id: UUID) -> EntityCommand {
        EntityCommand(.delete, type: type, id: id, updatedAt: now)
    }
}

extension JSONValue {
    static func text(_ text: String) -> JSONValue { .string(text) }
    static func id(_ id: UUID) -> JSONValue { .string(id.lowercased) }
    static func ids(_ ids: UUID...) -> JSONValue { .set(ids.map(\.lowercased)) }
}

/// What a test looks at in a result.
func outcome(_ result: EntityResult) -> String {
    ([result.status.rawValue] + [result.code].compactMap(\.self) + result.fields).joined(separator: " ")
}
