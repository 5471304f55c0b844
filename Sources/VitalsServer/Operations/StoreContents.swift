internal import Foundation
internal import GRDB
internal import Vitals

/// How much is in a server's file, for a person.
package struct StoreContents: Codable, Hashable, Sendable {
    package var users: Int
    package var records: Int
    package var entities: Int
    package var samples: Int
    package var devices: Int
    /// The time of the last push, in RFC 3339; nil where there was none.
    package var lastChange: String?

    init(_ db: Database) throws {
        func count(_ table: String) throws -> Int {
            guard try db.tableExists(table) else { return 0 }
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
        users = try count("users")
        records = try count("measurements")
        entities = try count("entities")
        samples = try count("samples")
        devices = try count("device_tokens")
        lastChange = try Self.lastChange(db)
    }

    private static func lastChange(_ db: Database) throws -> String? {
        guard try db.tableExists("sync_log") else { return nil }
        let microseconds = try Int64.fetchOne(db, sql: "SELECT max(applied_at) FROM sync_log")
        return microseconds.map { Timestamp(clamping: $0 / 1000).flooredToSecond.rfc3339 }
    }

    /// The counts that aren't zero, such as `300 records and 2 devices`.
    package var text: String {
        Self.listing([
            (records, "record"), (entities, "entity"), (samples, "sample"), (devices, "device"), (users, "user"),
        ])
    }

    static func listing(_ counts: [(Int, String)]) -> String {
        let texts = counts.filter { $0.0 > 0 }.map { count, noun in
            let plural = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
            return "\(count) \(count == 1 ? noun : String(plural))"
        }
        guard let last = texts.last else { return "nothing" }
        return texts.count == 1 ? last : texts.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// The things that a file has and its backup doesn't.
package struct StoreLoss: Hashable, Sendable {
    var records = 0
    var changedRecords = 0
    var entities = 0
    var changedEntities = 0
    var samples = 0
    var devices = 0

    package var isEmpty: Bool { self == StoreLoss() }

    /// What it is, such as `120 records, 3 changed records and 1 sample`.
    package var text: String {
        StoreContents.listing([
            (records, "record"), (changedRecords, "changed record"), (entities, "entity"),
            (changedEntities, "changed entity"), (samples, "sample"), (devices, "paired device"),
        ])
    }

    /// Compares an open database with the one that is attached to it as `backup`.
    init(_ db: Database) throws {
        let records = "measurements"
        let entities = "entities"
        self.records = try Self.count(db, missing: records)
        changedRecords = try Self.count(
            db, later: records, "(ours.version, ours.updated_at) > (theirs.version, theirs.updated_at)")
        self.entities = try Self.count(db, missing: entities)
        changedEntities = try Self.count(db, later: entities, "ours.version > theirs.version")
        samples = try Self.count(db, missing: "samples")
        devices = try Self.count(db, missing: "device_tokens", by: ["id"])
    }

    private init() {}

    private static func count(
        _ db: Database, missing table: String, by keys: [String] = ["user_id", "id"]
    ) throws -> Int {
        guard try db.tableExists(table, in: "main") else { return 0 }
        var sql = "SELECT count(*) FROM main.\(table) AS ours"
        if try db.tableExists(table, in: "backup") {
            let condition = keys.map { "theirs.\($0) = ours.\($0)" }.joined(separator: " AND ")
            sql += " WHERE NOT EXISTS (SELECT 1 FROM backup.\(table) AS theirs WHERE \(condition))"
        }
        return try Int.fetchOne(db, sql: sql) ?? 0
    }

    private static func count(_ db: Database, later table: String, _ condition: String) throws -> Int {
        guard try db.tableExists(table, in: "main"), try db.tableExists(table, in: "backup") else { return 0 }
        let sql = """
            SELECT count(*) FROM main.\(table) AS ours JOIN backup.\(table) AS theirs
            ON theirs.user_id = ours.user_id AND theirs.id = ours.id WHERE \(condition)
            """
        return try Int.fetchOne(db, sql: sql) ?? 0
    }
}
