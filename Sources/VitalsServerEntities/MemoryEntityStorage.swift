package import Foundation
internal import Synchronization
package import Vitals
package import VitalsEntities
internal import VitalsServer

/// One user's entities in memory. A simulation runs the decider on it, thousands of histories a minute.
package struct MemoryEntities: Hashable, Sendable {
    package var rows: [UUID: EntityRow] = [:]
    package var aliases: [UUID: UUID] = [:]
    package var answers: [String: RecordedAnswer] = [:]
    package var log: [Int64: EntityLogRow] = [:]
    package var head: EntityLogRow?

    package init() {}

    package mutating func apply(_ changes: EntityChanges) {
        for row in changes.rows { rows[row.id] = row }
        aliases.merge(changes.aliases) { $1 }
        answers.merge(changes.answers) { $1 }
        for row in changes.log { log[row.seq] = row }
        head = changes.log.last ?? head
    }

    package func knows(_ receipt: Receipt?) -> Bool {
        guard let receipt else { return true }
        return EntityLogRow(receipt).map { log[$0.seq] == $0 } ?? false
    }

    package func page(cursors: [String: Int64], limit: Int) -> EntityPage {
        let rows = rows.values.filter { row in cursors[row.type].map { row.seq > $0 } ?? false }.sorted {
            $0.seq < $1.seq
        }
        return EntityPage(rows: Array(rows.prefix(limit)), head: head, hasMore: rows.count > limit)
    }
}

/// The tables of `MemoryEntities` within a transaction: what's stored is kept apart until the commit.
package final class MemoryEntityStorage: EntityStorage {
    private let types: EntityTypes
    private let entities: MemoryEntities
    package private(set) var changes = EntityChanges()

    package init(_ entities: MemoryEntities, types: EntityTypes) {
        self.entities = entities
        self.types = types
    }

    package func aliases(of ids: [UUID]) -> [UUID: UUID] {
        ids.reduce(into: [:]) { $0[$1] = entities.aliases[$1] }
    }

    package func rows(_ ids: [UUID]) -> [EntityRow] { ids.compactMap { entities.rows[$0] } }

    package func stubs(_ ids: [UUID]) -> [EntityStub] { rows(ids).map(EntityStub.init) }

    package func holders(type: String, names: [String]) -> [UUID] {
        let names = Set(names)
        return living(type).filter { row in
            row.value("name").string.map { names.contains(EntityName.folded($0)) } ?? false
        }.map(\.id)
    }

    package func starting(in ranges: [ClosedRange<Int64>], type: String) -> [UUID] {
        guard let likeness = types[type]?.likeness else { return [] }
        return living(type).filter { row in
            likeness.values(of: row.fields).map { found in ranges.contains { $0.contains(found.start) } } ?? false
        }.map(\.id)
    }

    package func referrers(to ids: [UUID]) -> [EntityReference] {
        let ids = Set(ids)
        return entities.rows.values.flatMap { row in
            EntityKeys(row, of: types[row.type]).references.filter { ids.contains($0.key) }.map {
                EntityReference(source: EntityStub(row), target: $0.key, isRequired: $0.value)
            }
        }
    }

    package func answers(to requestIDs: [String]) -> [String: RecordedAnswer] {
        requestIDs.reduce(into: [:]) { $0[$1] = entities.answers[$1] }
    }

    package func store(_ changes: EntityChanges) { self.changes = changes }

    private func living(_ type: String) -> [EntityRow] {
        entities.rows.values.filter { $0.type == type && !$0.isDeleted }
    }
}

/// The entities of all users in memory, for tests of what stands on a store.
package final class MemoryEntityStore: EntityStore {
    private let types: EntityTypes
    private let users = Mutex<[UUID: MemoryEntities]>([:])

    package init(types: EntityTypes) { self.types = types }

    package func transact<Value: Sendable>(
        user: UUID, receipt: Receipt?, _ body: @escaping @Sendable (any EntityStorage, EntityLogRow?) throws -> Value
    ) async throws -> Value {
        try users.withLock { users in
            var entities = users[user] ?? MemoryEntities()
            guard entities.knows(receipt) else { throw SyncStoreError.historyLost }
            let storage = MemoryEntityStorage(entities, types: types)
            let value = try body(storage, entities.head)
            entities.apply(storage.changes)
            users[user] = entities
            return value
        }
    }

    package func page(
        user: UUID, receipt: Receipt?, cursors: [String: Int64], limit: Int
    ) async throws -> EntityPage {
        let entities = entities(of: user)
        guard entities.knows(receipt) else { throw SyncStoreError.historyLost }
        return entities.page(cursors: cursors, limit: limit)
    }

    package func entity(user: UUID, receipt: Receipt?, type: String, id: UUID) async throws -> EntityPage {
        let entities = entities(of: user)
        guard entities.knows(receipt) else { throw SyncStoreError.historyLost }
        var id = id
        while let next = entities.aliases[id] { id = next }
        let row = entities.rows[id].flatMap { $0.type == type ? $0 : nil }
        return EntityPage(rows: row.map { [$0] } ?? [], head: entities.head, hasMore: false)
    }

    package func allAliases(user: UUID) async throws -> [UUID: UUID] { entities(of: user).aliases }

    package var hasEntityTables: Bool { true }

    package func allRows(user: UUID) async throws -> [EntityRow] {
        entities(of: user).rows.values.sorted { $0.seq < $1.seq }
    }

    package func forgetAnswers(before moment: Int64) async throws -> Int {
        users.withLock { users in
            var count = 0
            for user in users.keys {
                let kept = users[user]!.answers.filter { $0.value.performedAt >= moment }
                count += users[user]!.answers.count - kept.count
                users[user]!.answers = kept
            }
            return count
        }
    }

    /// The user's entities now, as a backup.
    package func entities(of user: UUID) -> MemoryEntities { users.withLock { $0[user] ?? MemoryEntities() } }

    package func restore(_ entities: MemoryEntities, of user: UUID) { users.withLock { $0[user] = entities } }
}
