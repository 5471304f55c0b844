package import Foundation
package import Vitals

extension Device {
    /// The groups, tags, notes and other entities of this device.
    ///
    /// A device that wasn't opened with the feature `entities` has no tables for them: each call throws `StoreError` then.
    package var entities: DeviceEntities { DeviceEntities(EntityAccess(store, types: .builtIn)) }
}

/// The entities of one device, to read and to change. Each call that writes is one transaction: once it returns, the change is
/// safe, and the next sync sends it.
package struct DeviceEntities: Sendable {
    private let access: EntityAccess

    init(_ access: EntityAccess) { self.access = access }

    package var types: EntityTypes { access.types }

    // MARK: Reading

    /// The entities of a type, sorted by name or title.
    ///
    /// - Parameters:
    ///   - after: the last entity of the list before; nil for the beginning.
    ///   - limit: the most entities to return, 1 or more.
    /// - Throws: `StoreError`.
    package func list(_ type: String, after: Entity? = nil, limit: Int = 500) throws -> [Entity] {
        try access.read { try $0.list(type, after: after, limit: limit) }
    }

    /// The entity with an id, also by one that the server replaced; nil if a person sees none.
    ///
    /// - Throws: `StoreError`.
    package func entity(_ id: UUID) throws -> Entity? { try access.read { try $0.entity(id) } }

    /// The number of changes that wait for the server.
    ///
    /// - Throws: `StoreError`.
    package func waitingCount() throws -> Int { try access.read { try $0.waitingCount() } }

    /// The number of these that the server refuses because the account may not make them now. They go by themselves once it may.
    ///
    /// - Throws: `StoreError`.
    package func heldCount() throws -> Int { try access.read { try $0.heldCount() } }

    // MARK: Writing

    /// Makes an entity.
    ///
    /// A tag or group whose name another one has is joined with that one by the server.
    ///
    /// - Returns: its id.
    /// - Throws: `EntityInvalid` for a value that breaks a rule of the type, or a name that can't be seen; `StoreError`.
    @discardableResult
    package func create(_ type: String, _ values: [String: JSONValue]) throws -> UUID {
        guard let type = types[type] else { throw EntityInvalid("type", "This device doesn't know the type.") }
        try type.validateTyped(values)
        let id = UUID()
        try access.write { try $0.create(type, id: id, values) }
        return id
    }

    /// Changes fields of an entity; `null` removes one.
    ///
    /// - Parameter seen: the fields that the person saw when they began, such as those of an open form; nil for those that are
    ///   shown now.
    /// - Throws: `EntityInvalid`; `StoreError` with `notFound`.
    package func update(_ id: UUID, _ values: [String: JSONValue], seen: [String: JSONValue]? = nil) throws {
        try access.write { tables in
            if let shown = try tables.entity(id) {
                try types[shown.type]?.validateTyped(values, seen: seen ?? shown.fields)
            }
            try tables.update(id, values, seen: seen)
        }
    }

    /// Deletes an entity, and what can't exist without it.
    ///
    /// - Throws: `StoreError` with `notFound`.
    package func delete(_ id: UUID) throws { try access.write { try $0.delete(id) } }

    // MARK: Needs you

    /// The edits that lost, the latest first.
    ///
    /// - Throws: `StoreError`.
    package func conflicts() throws -> [EntityConflict] { try access.read { try $0.conflicts() } }

    /// The commands that the server refused, the oldest first.
    ///
    /// - Throws: `StoreError`.
    package func deadLetters() throws -> [EntityDeadLetter] { try access.read { try $0.deadLetters() } }

    /// Restores an edit that lost, as a new edit. What was deleted is made anew.
    ///
    /// - Parameters:
    ///   - number: the conflict's `id`.
    ///   - values: fields to use in place of those that were kept, such as another group.
    /// - Throws: `EntityInvalid`, such as for a group that is gone; `StoreError` with `notFound`.
    package func restore(conflict number: Int64, _ values: [String: JSONValue] = [:]) throws {
        try access.write { tables in
            if let conflict = try tables.conflicts().first(where: { $0.id == number }) {
                try types[conflict.type]?.validateTyped(values)
            }
            try tables.restore(conflict: number, values)
        }
    }

    /// Forgets an edit that lost.
    ///
    /// - Throws: `StoreError` with `notFound`.
    package func discard(conflict number: Int64) throws { try access.write { try $0.discard(conflict: number) } }

    /// Sends a refused command again, with corrected fields, and everything that depends on it.
    ///
    /// - Parameters:
    ///   - number: the dead letter's `id`.
    ///   - values: fields to use in place of those that were refused.
    /// - Throws: `EntityInvalid`; `StoreError` with `notFound`.
    package func retry(deadLetter number: Int64, _ values: [String: JSONValue] = [:]) throws {
        try access.write { tables in
            if let letter = try tables.deadLetters().first(where: { $0.id == number }) {
                try types[letter.command.type]?.validateTyped(values)
            }
            try tables.retry(deadLetter: number, values)
        }
    }

    /// Forgets a refused command, and everything that depends on it.
    ///
    /// - Throws: `StoreError` with `notFound`.
    package func discard(deadLetter number: Int64) throws {
        try access.write { try $0.discard(deadLetter: number) }
    }
}
