package import Foundation
package import GRDB
package import Vitals

/// The statements that read and write a phone's entities within one transaction.
package struct EntityTables {
    let tables: RecordTables
    let types: EntityTypes
    let rules: EntityRules

    package init(_ tables: RecordTables, types: EntityTypes, rules: EntityRules) {
        self.tables = tables
        self.types = types
        self.rules = rules
    }

    var database: Database { tables.database }

    package func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try tables.execute(sql, arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    // MARK: Shadow

    package func shadow(_ id: UUID) throws -> EntityRow? {
        try rows("SELECT * FROM entity_shadow WHERE id = ?", [id.lowercased]).first.map { try EntityRow($0) }
    }

    func putShadow(_ row: EntityRow) throws {
        try execute(
            "INSERT OR REPLACE INTO entity_shadow (id, type, version, seq, deleted, fields, stamps) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                row.id.lowercased, row.type, row.version, row.seq, row.isDeleted, CanonicalJSON.text(row.fieldsJSON),
                CanonicalJSON.text(row.stampsJSON),
            ])
    }

    func removeShadow(_ id: UUID) throws { try execute("DELETE FROM entity_shadow WHERE id = ?", [id.lowercased]) }

    // MARK: Map

    /// The identity that an id of this phone stands for: itself, unless it was replaced.
    package func resolve(_ id: String) throws -> String {
        var (current, steps) = (id, 0)
        while let next = try String.fetchOne(
            database.cachedStatement(sql: "SELECT survivor FROM entity_map WHERE id = ?"), arguments: [current]),
            steps < 100
        { (current, steps) = (next, steps + 1) }
        return current
    }

    /// An id, and those that it stands for.
    func spellings(of id: String) throws -> [String] {
        var found = [id]
        var next = 0
        while next < found.count {
            let ids = try String.fetchAll(
                database.cachedStatement(sql: "SELECT id FROM entity_map WHERE survivor = ?"), arguments: [found[next]])
            found += ids.filter { !found.contains($0) }
            next += 1
        }
        return found
    }

    package func map() throws -> [UUID: UUID] {
        try rows("SELECT id, survivor FROM entity_map").reduce(into: [:]) { map, row in
            guard let id = UUID(text: row[0]), let survivor = UUID(text: row[1]) else { return }
            map[id] = survivor
        }
    }

    // MARK: Outbox

    /// A command of the outbox, with what is known of it.
    package struct Queued {
        package var number: Int64
        package var command: EntityCommand
        package var isSent: Bool
        /// The `seq` of the answer; nil while there is none.
        package var seq: Int64?
        package var failures: Int
        /// All fields that were shown when a pull brought the entity's deletion.
        var shown: String?

        package init(
            number: Int64, command: EntityCommand, isSent: Bool = false, seq: Int64? = nil, failures: Int = 0,
            shown: String? = nil
        ) {
            self.number = number
            self.command = command
            self.isSent = isSent
            self.seq = seq
            self.failures = failures
            self.shown = shown
        }
    }

    package func append(_ command: EntityCommand) throws {
        try execute(
            "INSERT INTO entity_outbox (request_id, op, type, id, fields, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
            [
                command.requestID, command.operation.rawValue, command.type, command.id.lowercased,
                CanonicalJSON.text(command.fields), command.updatedAt.millisecondsSinceEpoch,
            ])
    }

    package func queued(_ condition: String, _ arguments: StatementArguments = []) throws -> [Queued] {
        try rows("SELECT * FROM entity_outbox WHERE \(condition)", arguments).map { row in
            Queued(
                number: row["number"], command: try EntityCommand(stored: row), isSent: row["sent"], seq: row["seq"],
                failures: row["failures"], shown: row["shown"])
        }
    }

    /// The number of commands that wait for an answer.
    package func waitingCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM entity_outbox WHERE seq IS NULL") ?? 0
    }

    /// The commands about an entity, under each of its ids, in the order in which they were made.
    func queued(about id: String) throws -> [Queued] {
        // What was done to an id that another identity stands for was done to that one.
        guard try resolve(id) == id else { return [] }
        return try spellings(of: id).flatMap { try queued("id = ?", [$0]) }.sorted { $0.number < $1.number }
    }

    func remove(_ queued: Queued) throws { try execute("DELETE FROM entity_outbox WHERE number = ?", [queued.number]) }
}

extension EntityRow {
    init(_ row: Row) throws {
        guard let id = UUID(text: row["id"]), let fields = try? JSONValue(parsing: row["fields"] as String),
            let stamps = try? JSONValue(parsing: row["stamps"] as String)
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an entity that can't be read") }
        var members: [JSONValue.Member] = [
            .init("id", .string(id.lowercased)), .init("type", .string(row["type"])),
            .init("version", .number(row["version"])), .init("seq", .number(row["seq"])), .init("fields", fields),
            .init("stamps", stamps),
        ]
        if row["deleted"] { members.append(.init("deleted", .bool(true))) }
        do {
            try self.init(json: .object(members))
        } catch {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an entity that can't be read: \(error)")
        }
    }
}

extension EntityCommand {
    init(stored row: Row) throws {
        guard let id = UUID(text: row["id"]), let operation = Operation(rawValue: row["op"]),
            let fields = try? JSONValue(parsing: row["fields"] as String),
            let updatedAt = Timestamp(millisecondsSinceEpoch: row["updated_at"])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a command that can't be read") }
        self.init(
            requestID: row["request_id"], operation, type: row["type"], id: id, updatedAt: updatedAt, fields: fields)
    }
}
