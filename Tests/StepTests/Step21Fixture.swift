import Foundation
import StepSupport
import Vitals
import VitalsEntities
import VitalsServerEntities

/// A phone whose store is in memory, for tests that play the server.
struct Step21Phone {
    let access: EntityAccess

    init() throws {
        let store = try MeasurementStore(path: ":memory:", clock: StepClock().read, features: FeatureList([.entities]))
        access = EntityAccess(store, types: .builtIn)
    }

    /// Something that the user does: one command in the outbox.
    @discardableResult
    func add(
        _ operation: EntityCommand.Operation, _ type: String = "note", _ id: UUID = UUID(),
        _ changes: [String: FieldChange] = [:]
    ) throws -> EntityCommand {
        let command = Step21.command(operation, type, id, changes)
        try access.write { try $0.append(command) }
        return command
    }

    /// The row that a pull has brought.
    func pull(_ row: EntityRow) throws {
        try access.write { tables in
            let state = try tables.state()
            let cursors = state.position.cursors.mapValues { _ in row.seq }
            let page = EntityChangesPage(rows: [row], cursors: cursors, hasMore: false)
            _ = try tables.apply(page, askedAt: state.position, receipt: nil)
        }
    }

    /// Returns the view of an entity after these commands.
    func view(_ id: UUID, _ commands: [EntityTables.Queued]) throws -> Entity? {
        try access.read { try $0.view(of: id, commands) }
    }

    func claim(_ limit: Int = 500) throws -> [EntityTables.Queued] { try access.write { try $0.claim(limit: limit) } }

    /// Marks all commands without an answer as sent, and returns them: a batch that doesn't depend on `claim(limit:)`.
    func send() throws -> [EntityTables.Queued] {
        try access.write { tables in
            try tables.execute("UPDATE entity_outbox SET sent = 1 WHERE seq IS NULL")
            return try tables.queued("seq IS NULL ORDER BY number")
        }
    }

    /// The server's answers to a batch that was sent.
    @discardableResult
    func answer(_ batch: [EntityTables.Queued], _ results: [EntityResult]) throws -> Bool {
        try access.write { tables in
            try tables.apply(results, to: batch, askedAt: try tables.state().position, receipt: nil)
        }
    }

    /// The commands in the outbox, answered or not, in order.
    func outbox() throws -> [EntityTables.Queued] { try access.read { try $0.queued("1 ORDER BY number") } }
    func conflicts() throws -> [EntityConflict] { try access.read { try $0.conflicts() } }
    func deadLetters() throws -> [EntityDeadLetter] { try access.read { try $0.deadLetters() } }
}

/// The server's decider on tables in memory, which a test can look into.
final class Step21Server {
    private var entities = MemoryEntities()
    /// For each command that was decided, whether the decider took it for one whose answer is forgotten.
    private(set) var forgotten: [Bool] = []
    var now: Int64 = 1_000_000_000_000
    /// The number of rows in the log.
    var logCount: Int { entities.log.count }

    /// The row that the server has; nil if there's none.
    func row(_ id: UUID) -> EntityRow? { entities.rows[id] }

    /// Performs a push: all of it, or nothing.
    func perform(_ commands: EntityCommand...) throws -> [EntityResult] {
        let storage = MemoryEntityStorage(entities, types: .builtIn)
        var decider = EntityDecider(
            storage, types: .builtIn, headSeq: entities.head?.seq ?? 0, now: now, makeTag: { .random(in: 1...9_999) })
        var forgotten: [Bool] = []
        decider.observe = { if case .performed(_, _, _, let isForgotten) = $0 { forgotten.append(isForgotten) } }
        let results = try decider.perform(commands)
        self.forgotten += forgotten
        try decider.store()
        entities.apply(storage.changes)
        return results
    }
}

enum Step21 {
    static func command(
        _ operation: EntityCommand.Operation, _ type: String = "note", _ id: UUID = UUID(),
        _ changes: [String: FieldChange] = [:]
    ) -> EntityCommand {
        EntityCommand(
            operation, type: EntityTypes.builtIn[type]!, id: id, updatedAt: Timestamp(millisecondsSinceEpoch: 0)!,
            changes: changes)
    }

    /// Commands as the outbox has them, numbered from 1, none of them answered.
    static func queued(_ commands: EntityCommand...) -> [EntityTables.Queued] {
        commands.enumerated().map { EntityTables.Queued(number: Int64($0) + 1, command: $1) }
    }

    /// Prints values for a message.
    static func list(_ values: [some CustomStringConvertible]) -> String {
        values.isEmpty ? "none" : values.map(\.description).joined(separator: ", ")
    }

    static func to(_ value: String) -> FieldChange { FieldChange(to: .string(value)) }
    static func change(_ base: String, _ to: String) -> FieldChange {
        FieldChange(base: .string(base), to: .string(to))
    }

    static func row(
        _ id: UUID, type: String = "note", seq: Int64 = 1, isDeleted: Bool = false, _ fields: [String: JSONValue] = [:]
    ) -> EntityRow {
        var row = EntityRow(id: id, type: type, version: 1, seq: seq, isDeleted: isDeleted)
        for (name, value) in fields { row.set(name, to: value, stamp: 1) }
        return row
    }

    static func result(
        _ status: EntityResult.Status, _ code: EntityResult.Code? = nil, to command: EntityCommand, seq: Int64 = 5
    ) -> EntityResult {
        var result = EntityResult(status, code, id: command.id, requestID: command.requestID)
        result.seq = seq
        return result
    }
}
