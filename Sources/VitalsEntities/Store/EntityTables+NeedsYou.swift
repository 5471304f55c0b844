package import Foundation
import GRDB
package import Vitals

/// An edit that the server didn't take as it was: a person decides what becomes of it.
package struct EntityConflict: Hashable, Sendable, Identifiable {
    /// Its number on this phone.
    package var id: Int64
    /// The command that lost; nil for a row that nobody could place after history was lost.
    package var requestID: String?
    package var entity: UUID
    package var type: String
    /// `changed`, `deleted`, `merged` or `unplaced`.
    package var code: String
    /// The values that lost. For `deleted` and `unplaced`: all fields, so that the entity can be made anew.
    package var fields: [String: JSONValue]
    package var lostAt: Timestamp
}

/// A command that the server refused.
package struct EntityDeadLetter: Hashable, Sendable, Identifiable {
    package var id: Int64
    package var command: EntityCommand
    package var code: String
    /// The place in the command, such as `fields.title`.
    package var path: String?
    package var detail: String?
    package var rejectedAt: Timestamp
    /// The dead letter that must be mended first: it makes an entity that this one needs.
    package var dependsOn: Int64?
}

extension EntityTables {
    // MARK: Keeping

    /// Keeps what lost of a command, so that a person can restore it. Of a create that a device read somewhere, and that was
    /// deleted elsewhere, nothing was a person's: the deletion stands.
    func keepConflict(_ result: EntityResult, of queued: Queued) throws {
        guard rules.contains(.conflictsAreKept) else { return }
        let command = queued.command
        var fields = (try? types[command.type].map { try command.changes(of: $0) })??.mapValues(\.to) ?? [:]
        let code = result.code ?? "changed"
        if code == "deleted" {
            guard !command.isReading else { return }
            let type = types[command.type]
            let noted = try queued.shown.map { try JSONValue(parsing: $0) }
                .map { FieldMap.flat($0) { type?.field($0)?.kind == .map } }
            if let whole = try noted ?? entity(command.id)?.fields { fields = whole.merging(fields) { $1 } }
        } else if !result.fields.isEmpty {
            fields = fields.filter { result.fields.contains($0.key) }
        }
        try insertConflict(id: result.id, type: command.type, code: code, fields: fields, requestID: command.requestID)
    }

    func insertConflict(id: UUID, type: String, code: String, fields: [String: JSONValue], requestID: String?) throws {
        try execute(
            "INSERT INTO entity_conflict (request_id, id, type, code, fields, lost_at) VALUES (?, ?, ?, ?, ?, ?)",
            [
                requestID, id.lowercased, type, code, CanonicalJSON.text(FieldMap.nested(fields)),
                tables.clock().millisecondsSinceEpoch,
            ])
    }

    /// Moves a command out of the queue, so that it blocks nothing. One that the account may not make now is only held: it stays the
    /// person's, and goes by itself once it may.
    func bury(_ queued: Queued, code: String, path: String? = nil, detail: String? = nil) throws {
        guard code != EntityResult.Code.notEntitled.rawValue else { return try hold(queued) }
        let command = queued.command
        try remove(queued)
        try execute(
            """
            INSERT INTO entity_dead (request_id, op, type, id, fields, updated_at, code, path, detail, rejected_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                command.requestID, command.operation.rawValue, command.type, command.id.lowercased,
                CanonicalJSON.text(command.fields), command.updatedAt.millisecondsSinceEpoch, String(code.prefix(64)),
                path.map { String($0.prefix(200)) }, detail.map { String($0.prefix(500)) },
                tables.clock().millisecondsSinceEpoch,
            ])
        try refreshViews(around: [try resolve(command.id.lowercased)])
    }

    /// Counts a 500 that a command got alone. At the fifth it becomes a dead letter.
    package func countFailure(of requestID: String) throws {
        guard let queued = try queued("request_id = ? AND seq IS NULL", [requestID]).first else { return }
        try execute("UPDATE entity_outbox SET failures = failures + 1 WHERE number = ?", [queued.number])
        guard rules.contains(.exhaust), queued.failures + 1 >= Self.maximumFailures else { return }
        try bury(queued, code: "exhausted", detail: "The server failed on it \(Self.maximumFailures) times.")
    }

    static let maximumFailures = 5

    // MARK: Reading

    package func conflicts() throws -> [EntityConflict] {
        try rows("SELECT * FROM entity_conflict ORDER BY number DESC").map { row in
            let type = types[row["type"] as String]
            let json = (try? JSONValue(parsing: row["fields"] as String)) ?? .object([])
            return EntityConflict(
                id: row["number"], requestID: row["request_id"], entity: UUID(text: row["id"]) ?? UUID(),
                type: row["type"],
                code: row["code"], fields: FieldMap.flat(json) { type?.field($0)?.kind == .map },
                lostAt: Timestamp(clamping: row["lost_at"]))
        }
    }

    package func deadLetters() throws -> [EntityDeadLetter] {
        var letters = try rows("SELECT * FROM entity_dead ORDER BY number").map { row in
            EntityDeadLetter(
                id: row["number"], command: try EntityCommand(stored: row), code: row["code"], path: row["path"],
                detail: row["detail"], rejectedAt: Timestamp(clamping: row["rejected_at"]))
        }
        let creates = letters.filter { $0.command.operation == .create }
        for index in letters.indices {
            let needed = references(in: letters[index].command)
            letters[index].dependsOn = creates.first { $0.id < letters[index].id && needed.contains($0.command.id) }?.id
        }
        return letters
    }

    /// The ids that a command needs: its own, and those that it refers to.
    private func references(in command: EntityCommand) -> Set<UUID> {
        guard let type = types[command.type], let changes = try? command.changes(of: type) else { return [command.id] }
        let targets = changes.flatMap { name, change -> [String] in
            guard type.field(name)?.referencedType != nil else { return [] }
            return change.to.texts + [change.to.string].compactMap(\.self)
        }
        return Set(targets.compactMap { UUID(text: $0) } + [command.id])
    }

    // MARK: Deciding

    /// Restores an edit that lost, as a new edit of what is shown now; what was deleted is made anew.
    ///
    /// - Parameter values: fields to use in place of those that were kept, such as another group.
    /// - Throws: `StoreError` with `notFound`; `EntityInvalid`, such as for a group that is gone.
    package func restore(conflict number: Int64, _ values: [String: JSONValue] = [:]) throws {
        guard let conflict = try conflicts().first(where: { $0.id == number }) else {
            throw StoreError(.notFound, "This was decided already.")
        }
        guard let type = types[conflict.type] else {
            throw EntityInvalid("type", "This device doesn't know what a \(conflict.type) is. Update it first.")
        }
        let fields = conflict.fields.merging(values) { $1 }
        if ["deleted", "unplaced"].contains(conflict.code) {
            for field in type.fields where field.isRequiredReference {
                guard let id = fields[field.name]?.string.flatMap({ UUID(text: $0) }), try entity(id) != nil else {
                    throw EntityInvalid("fields.\(field.name)", "The \(field.name) is gone. Choose another one.")
                }
            }
            try create(type, fields)
        } else if !fields.isEmpty {
            try update(conflict.entity, fields)
        }
        try discard(conflict: number)
    }

    package func discard(conflict number: Int64) throws {
        try execute("DELETE FROM entity_conflict WHERE number = ?", [number])
        guard database.changesCount == 1 else { throw StoreError(.notFound, "This was decided already.") }
    }

    /// Sends a refused command again, as a new edit of what is shown now, and everything that depends on it.
    ///
    /// - Parameter values: corrected fields.
    package func retry(deadLetter number: Int64, _ values: [String: JSONValue] = [:]) throws {
        for letter in try withDependents(number) {
            try execute("DELETE FROM entity_dead WHERE number = ?", [letter.id])
            try sendAgain(letter.command, letter.id == number ? values : [:])
        }
    }

    private func sendAgain(_ command: EntityCommand, _ values: [String: JSONValue]) throws {
        guard let type = types[command.type] else {
            throw StoreError(.notFound, "This device doesn't know a \(command.type).")
        }
        let fields = try command.changes(of: type).mapValues(\.to).merging(values) { $1 }
        switch command.operation {
        case .create: try create(type, id: command.id, fields)
        case .update:
            guard try entity(command.id) == nil else { return try update(command.id, fields) }
            // It isn't shown: the server says what became of it, and the values are kept under "needs you".
            try type.validate(fields, isWhole: false)
            let bases = try command.changes(of: type)
            let changes = fields.reduce(into: [:]) {
                $0[$1.key] = FieldChange(base: bases[$1.key]?.base ?? .null, to: $1.value)
            }
            try add(.update, type, command.id, changes, nil)
        case .delete: if try entity(command.id) != nil { try delete(command.id) }
        }
    }

    /// Drops a refused command, and everything that depends on it unless it's to be `alone`.
    package func discard(deadLetter number: Int64, alone: Bool = false) throws {
        for letter in try withDependents(number) where !alone || letter.id == number {
            try execute("DELETE FROM entity_dead WHERE number = ?", [letter.id])
        }
    }

    private func withDependents(_ number: Int64) throws -> [EntityDeadLetter] {
        let letters = try deadLetters()
        guard letters.contains(where: { $0.id == number }) else {
            throw StoreError(.notFound, "This was decided already.")
        }
        var ids: Set<Int64> = [number]
        for letter in letters { if let above = letter.dependsOn, ids.contains(above) { ids.insert(letter.id) } }
        return letters.filter { ids.contains($0.id) }
    }
}
