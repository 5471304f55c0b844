package import Foundation
package import GRDB
package import Vitals
package import VitalsEntities
package import VitalsServer

extension SQLiteMigration {
    /// Entities, what they're found by, their log, and the answers to requests. On PostgreSQL it's
    /// `db/migrations/0010-entities.sql`, where the tables are explained.
    package static let entities = SQLiteMigration(
        name: "10 entities",
        sql: """
            CREATE TABLE entities (
              user_id     TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              id          TEXT    NOT NULL,
              type        TEXT    NOT NULL,
              version     INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
              seq         INTEGER NOT NULL,
              deleted     INTEGER NOT NULL,
              fields      TEXT    NOT NULL,
              stamps      TEXT    NOT NULL,
              folded_name TEXT,
              started_at  INTEGER,
              PRIMARY KEY (user_id, id)
            ) STRICT;
            CREATE UNIQUE INDEX entities_seq ON entities (user_id, type, seq);
            CREATE UNIQUE INDEX entities_name ON entities (user_id, type, folded_name) WHERE folded_name IS NOT NULL;
            CREATE INDEX entities_start ON entities (user_id, type, started_at) WHERE started_at IS NOT NULL;

            CREATE TABLE entity_references (
              user_id  TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              target   TEXT    NOT NULL,
              source   TEXT    NOT NULL,
              required INTEGER NOT NULL,
              PRIMARY KEY (user_id, target, source)
            ) STRICT;
            CREATE INDEX entity_references_source ON entity_references (user_id, source);

            CREATE TABLE entity_aliases (
              user_id  TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              id       TEXT NOT NULL,
              survivor TEXT NOT NULL,
              PRIMARY KEY (user_id, id)
            ) STRICT;

            CREATE TABLE entity_answers (
              user_id      TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              request_id   TEXT    NOT NULL,
              payload_hash TEXT    NOT NULL,
              result       TEXT    NOT NULL,
              performed_at INTEGER NOT NULL,
              PRIMARY KEY (user_id, request_id)
            ) STRICT;
            CREATE INDEX entity_answers_time ON entity_answers (performed_at);

            CREATE TABLE entity_log (
              user_id TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              seq     INTEGER NOT NULL,
              tag     INTEGER NOT NULL,
              PRIMARY KEY (user_id, seq)
            ) STRICT;
            """)
}

/// SQLite has one writer at a time, so the transaction itself is the lock.
extension SQLiteSyncStore: EntityStore {
    package func transact<Value: Sendable>(
        user: UUID, receipt: Receipt?,
        _ body: @escaping @Sendable (any EntityStorage, EntityLogRow?) throws -> Value
    ) async throws -> Value {
        try await write { db in
            let storage = SQLiteEntityStorage(db, user: user)
            return try body(storage, try storage.checkedHead(receipt))
        }
    }

    package func page(
        user: UUID, receipt: Receipt?, cursors: [String: Int64], limit: Int
    ) async throws -> EntityPage {
        try await read(forPullOf: user) { db in
            let storage = SQLiteEntityStorage(db, user: user)
            let head = try storage.checkedHead(receipt)
            let (ids, hasMore) = try storage.pageIDs(cursors: cursors, limit: limit)
            let rows = try storage.rows(ids).sorted { $0.seq < $1.seq }
            return EntityPage(rows: rows, head: head, hasMore: hasMore)
        }
    }

    package func entity(user: UUID, receipt: Receipt?, type: String, id: UUID) async throws -> EntityPage {
        try await read(forPullOf: user) { db in
            let storage = SQLiteEntityStorage(db, user: user)
            let head = try storage.checkedHead(receipt)
            var id = id
            while let next = try storage.aliases(of: [id])[id] { id = next }
            return EntityPage(rows: try storage.rows([id]).filter { $0.type == type }, head: head, hasMore: false)
        }
    }

    package func allRows(user: UUID) async throws -> [EntityRow] {
        try await read { db in
            guard try db.tableExists("entities") else { return [] }
            let sql = "SELECT \(SQLiteEntityStorage.columns) FROM entities WHERE user_id = ? ORDER BY seq"
            return try Row.fetchAll(db, sql: sql, arguments: [user.lowercased]).map(EntityRow.init)
        }
    }

    package func allAliases(user: UUID) async throws -> [UUID: UUID] {
        try await read { db in
            guard try db.tableExists("entity_aliases") else { return [:] }
            let sql = "SELECT id, survivor FROM entity_aliases WHERE user_id = ?"
            return try Row.fetchAll(db, sql: sql, arguments: [user.lowercased]).reduce(into: [:]) { aliases, row in
                if let id = UUID(text: row[0]) { aliases[id] = UUID(text: row[1]) }
            }
        }
    }

    package func forgetAnswers(before moment: Int64) async throws -> Int {
        try await write { db in
            guard try db.tableExists("entity_answers") else { return 0 }
            try db.execute(sql: "DELETE FROM entity_answers WHERE performed_at < ?", arguments: [moment])
            return db.changesCount
        }
    }

    package var hasEntityTables: Bool { pushHooks.contains { $0.table == SQLitePushHook.entities.table } }
}

extension SQLitePushHook {
    package static let entities = PushHook.records(in: "entities")
}

/// One user's tables within a transaction on SQLite. Statements are cached, and run once for each value: there's no round trip
/// to save.
private struct SQLiteEntityStorage: EntityStorage {
    private let db: Database
    private let user: String

    static let columns = "id, type, version, seq, deleted, fields, stamps"

    init(_ db: Database, user: UUID) {
        self.db = db
        self.user = user.lowercased
    }

    /// - Throws: `SyncStoreError.unknownUser` or `.historyLost`.
    func checkedHead(_ receipt: Receipt?) throws -> EntityLogRow? {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM users WHERE id = ?")
        guard try Bool.fetchOne(statement, arguments: [user]) != nil else { throw SyncStoreError.unknownUser }
        if let receipt {
            guard let named = EntityLogRow(receipt), try logRow("AND seq = \(named.seq)") == named else {
                throw SyncStoreError.historyLost
            }
        }
        return try logRow("ORDER BY seq DESC LIMIT 1")
    }

    private func logRow(_ condition: String) throws -> EntityLogRow? {
        try Row.fetchOne(db, sql: "SELECT seq, tag FROM entity_log WHERE user_id = ? \(condition)", arguments: [user])
            .map { EntityLogRow(seq: $0[0], tag: $0[1]) }
    }

    /// The rows of the next page, and whether others follow them.
    func pageIDs(cursors: [String: Int64], limit: Int) throws -> (ids: [UUID], hasMore: Bool) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, seq, length(CAST(fields AS BLOB)) + length(CAST(stamps AS BLOB)) AS size
                FROM entities WHERE user_id = ? AND type = ? AND seq > ? ORDER BY seq LIMIT ?
                """)
        var found: [(seq: Int64, id: UUID?, size: Int)] = []
        for (type, cursor) in cursors {
            // SQLite reads a text to measure its size, so stop once they exceed a page.
            let rows = try Row.fetchCursor(statement, arguments: [user, type, cursor, limit + 1])
            var total = 0
            while total <= EntityPage.sizeBytes, let row = try rows.next() {
                found.append((row[1], UUID(text: row[0]), row[2]))
                total += row[2] as Int
            }
        }
        found.sort { $0.seq < $1.seq }
        var (ids, total) = ([UUID](), 0)
        for (_, id, size) in found {
            total += size
            guard ids.count < limit, ids.isEmpty || total <= EntityPage.sizeBytes else { break }
            if let id { ids.append(id) }
        }
        return (ids, ids.count < found.count)
    }

    // MARK: Reading

    func aliases(of ids: [UUID]) throws -> [UUID: UUID] {
        let statement = try db.cachedStatement(
            sql: "SELECT survivor FROM entity_aliases WHERE user_id = ? AND id = ?")
        return try ids.reduce(into: [:]) { aliases, id in
            let survivor = try String.fetchOne(statement, arguments: [user, id.lowercased])
            aliases[id] = survivor.flatMap { UUID(text: $0) }
        }
    }

    func rows(_ ids: [UUID]) throws -> [EntityRow] {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM entities WHERE user_id = ? AND id = ?")
        return try ids.compactMap { try Row.fetchOne(statement, arguments: [user, $0.lowercased]).map(EntityRow.init) }
    }

    func stubs(_ ids: [UUID]) throws -> [EntityStub] {
        let statement = try db.cachedStatement(
            sql: "SELECT type, version, deleted FROM entities WHERE user_id = ? AND id = ?")
        return try ids.compactMap { id in
            try Row.fetchOne(statement, arguments: [user, id.lowercased]).map {
                EntityStub(id: id, type: $0[0], version: $0[1], isDeleted: $0[2])
            }
        }
    }

    func holders(type: String, names: [String]) throws -> [UUID] {
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM entities WHERE user_id = ? AND type = ? AND folded_name = ?")
        return try names.flatMap { name in
            try String.fetchAll(statement, arguments: [user, type, name]).compactMap { UUID(text: $0) }
        }
    }

    func starting(in ranges: [ClosedRange<Int64>], type: String) throws -> [UUID] {
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM entities WHERE user_id = ? AND type = ? AND started_at BETWEEN ? AND ?")
        return try ranges.flatMap { range in
            try String.fetchAll(statement, arguments: [user, type, range.lowerBound, range.upperBound])
                .compactMap { UUID(text: $0) }
        }
    }

    func referrers(to ids: [UUID]) throws -> [EntityReference] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.id, e.type, e.version, r.required
                FROM entity_references AS r JOIN entities AS e ON e.user_id = r.user_id AND e.id = r.source
                WHERE r.user_id = ? AND r.target = ?
                """)
        return try ids.flatMap { target in
            try Row.fetchAll(statement, arguments: [user, target.lowercased]).compactMap { row in
                UUID(text: row[0]).map { id in
                    EntityReference(
                        source: EntityStub(id: id, type: row[1], version: row[2], isDeleted: false), target: target,
                        isRequired: row[3])
                }
            }
        }
    }

    func answers(to requestIDs: [String]) throws -> [String: RecordedAnswer] {
        let statement = try db.cachedStatement(
            sql: "SELECT payload_hash, result, performed_at FROM entity_answers WHERE user_id = ? AND request_id = ?")
        return try requestIDs.reduce(into: [:]) { answers, id in
            answers[id] = try Row.fetchOne(statement, arguments: [user, id]).map {
                RecordedAnswer(payloadHash: $0[0], result: $0[1], performedAt: $0[2])
            }
        }
    }

    // MARK: Writing

    func store(_ changes: EntityChanges) throws {
        let free = try db.cachedStatement(
            sql: "UPDATE entities SET folded_name = NULL WHERE user_id = ? AND id = ? AND folded_name IS NOT NULL")
        let upsert = try db.cachedStatement(
            sql: """
                INSERT INTO entities (user_id, \(Self.columns), folded_name, started_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (user_id, id) DO UPDATE SET
                  type = excluded.type, version = excluded.version, seq = excluded.seq, deleted = excluded.deleted,
                  fields = excluded.fields, stamps = excluded.stamps, folded_name = excluded.folded_name,
                  started_at = excluded.started_at
                """)
        let unlink = try db.cachedStatement(sql: "DELETE FROM entity_references WHERE user_id = ? AND source = ?")
        let link = try db.cachedStatement(
            sql: "INSERT INTO entity_references (user_id, target, source, required) VALUES (?, ?, ?, ?)")
        // Two entities of a batch may have swapped their names.
        for row in changes.rows { try free.execute(arguments: [user, row.id.lowercased]) }
        for row in changes.rows {
            let (id, keys) = (row.id.lowercased, changes.keys[row.id] ?? EntityKeys())
            try upsert.execute(arguments: [
                user, id, row.type, row.version, row.seq, row.isDeleted, row.storedFields, row.storedStamps,
                keys.foldedName, keys.start,
            ])
            try unlink.execute(arguments: [user, id])
            for (target, isRequired) in keys.references {
                try link.execute(arguments: [user, target.lowercased, id, isRequired])
            }
        }
        try storeRest(of: changes)
    }

    private func storeRest(of changes: EntityChanges) throws {
        let alias = try db.cachedStatement(
            sql: "INSERT INTO entity_aliases (user_id, id, survivor) VALUES (?, ?, ?)")
        for (id, survivor) in changes.aliases {
            try alias.execute(arguments: [user, id.lowercased, survivor.lowercased])
        }
        let answer = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO entity_answers (user_id, request_id, payload_hash, result, performed_at)
                VALUES (?, ?, ?, ?, ?)
                """)
        for (id, given) in changes.answers {
            try answer.execute(arguments: [user, id, given.payloadHash, given.result, given.performedAt])
        }
        let log = try db.cachedStatement(sql: "INSERT INTO entity_log (user_id, seq, tag) VALUES (?, ?, ?)")
        for row in changes.log { try log.execute(arguments: [user, row.seq, row.tag]) }
    }
}

extension EntityRow {
    /// A row of `SQLiteEntityStorage.columns`.
    fileprivate init(_ row: Row) throws {
        try self.init(
            storedID: UUID(text: row[0]), type: row[1], version: row[2], seq: row[3], isDeleted: row[4],
            fields: row[5], stamps: row[6])
    }
}
