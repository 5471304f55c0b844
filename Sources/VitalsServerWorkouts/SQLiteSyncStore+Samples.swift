package import Foundation
package import GRDB
package import Vitals
package import VitalsServer
import VitalsServerEntities
package import VitalsWorkouts

extension SQLiteMigration {
    /// Samples, their deletions, and the log of requests. On PostgreSQL it's `db/migrations/0012-workouts.sql`, where the
    /// tables are explained.
    package static let samples = SQLiteMigration(
        name: "12 samples",
        sql: """
            CREATE TABLE samples (
              user_id    TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              id         TEXT    NOT NULL,
              type       TEXT    NOT NULL,
              value      REAL    NOT NULL,
              unit       TEXT    NOT NULL,
              started_at INTEGER NOT NULL,
              ended_at   INTEGER NOT NULL,
              source     TEXT    NOT NULL,
              device     TEXT,
              zone       TEXT,
              PRIMARY KEY (user_id, id)
            ) STRICT;
            CREATE INDEX samples_start ON samples (user_id, type, started_at);

            CREATE TABLE sample_deletions (
              user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              id      TEXT NOT NULL,
              PRIMARY KEY (user_id, id)
            ) STRICT;

            CREATE TABLE sample_log (
              user_id    TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              seq        INTEGER NOT NULL,
              tag        INTEGER NOT NULL,
              request_id TEXT    NOT NULL,
              body_hash  TEXT    NOT NULL,
              answer     TEXT    NOT NULL,
              PRIMARY KEY (user_id, seq),
              UNIQUE (user_id, request_id)
            ) STRICT;
            """)
}

extension SQLitePushHook {
    /// No work: the store knows by it that its file has the tables, and a user with samples isn't empty.
    package static let samples = PushHook.records(in: "samples")
}

/// SQLite has one writer at a time, so the transaction itself is the lock.
extension SQLiteSyncStore: SampleStore {
    package func transactSamples<Value: Sendable>(
        user: UUID, receipt: Receipt?,
        _ body: @escaping @Sendable (any SampleStorage, SampleLogRow?) throws -> Value
    ) async throws -> Value {
        try await write { db in
            let storage = SQLiteSampleStorage(db, user: user)
            return try body(storage, try storage.checkedHead(receipt))
        }
    }

    package func samples(user: UUID, _ query: SampleQuery) async throws -> [Sample] {
        try await read(forPullOf: user) { db in
            let after = query.after
            let sql = """
                SELECT \(SQLiteSampleStorage.columns) FROM samples
                WHERE user_id = ? AND type = ? AND started_at >= ? AND started_at < ? AND (started_at, id) > (?, ?)
                ORDER BY started_at, id LIMIT ?
                """
            return try Row.fetchAll(
                db.cachedStatement(sql: sql),
                arguments: [
                    user.lowercased, query.type,
                    max(query.from, after?.start ?? query.from).millisecondsSinceEpoch,
                    query.to.millisecondsSinceEpoch, after?.start.millisecondsSinceEpoch ?? Int64.min,
                    after?.id.lowercased ?? "", query.limit,
                ]
            ).map { try Sample(storedIn: $0) }
        }
    }

    package func sampleSummary(user: UUID) async throws -> [SampleSummary] {
        try await read(forPullOf: user) { db in
            let sql = """
                SELECT type, source, count(*), min(started_at), max(started_at)
                FROM samples WHERE user_id = ? GROUP BY type, source
                """
            return try Row.fetchAll(db, sql: sql, arguments: [user.lowercased]).map { row in
                SampleSummary(
                    type: row[0], source: row[1], count: row[2], first: Timestamp(clamping: row[3]),
                    last: Timestamp(clamping: row[4]))
            }
        }
    }

    package func samplesByID(user: UUID, after: UUID?, limit: Int) async throws -> [Sample] {
        try await read { db in
            guard try db.tableExists("samples") else { return [] }
            let sql = """
                SELECT \(SQLiteSampleStorage.columns) FROM samples WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?
                """
            return try Row.fetchAll(db, sql: sql, arguments: [user.lowercased, after?.lowercased ?? "", limit])
                .map { try Sample(storedIn: $0) }
        }
    }

    package func deletedSamples(user: UUID, after: UUID?, limit: Int) async throws -> [UUID] {
        try await read { db in
            guard try db.tableExists("sample_deletions") else { return [] }
            let sql = "SELECT id FROM sample_deletions WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?"
            return try String.fetchAll(db, sql: sql, arguments: [user.lowercased, after?.lowercased ?? "", limit])
                .compactMap { UUID(text: $0) }
        }
    }

    package var hasSampleTables: Bool { pushHooks.contains { $0.table == Self.sampleTable } }
}

/// One user's tables within a transaction on SQLite. Statements are cached, and run once for each value.
private struct SQLiteSampleStorage: SampleStorage {
    private let db: Database
    private let user: String

    static let columns = "id, type, value, unit, started_at, ended_at, source, device, zone"

    init(_ db: Database, user: UUID) {
        self.db = db
        self.user = user.lowercased
    }

    /// - Throws: `SyncStoreError.unknownUser` or `.historyLost`.
    func checkedHead(_ receipt: Receipt?) throws -> SampleLogRow? {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM users WHERE id = ?")
        guard try Bool.fetchOne(statement, arguments: [user]) != nil else { throw SyncStoreError.unknownUser }
        if let receipt {
            guard let named = SampleLogRow(receipt), try logRow("AND seq = \(named.seq)") == named else {
                throw SyncStoreError.historyLost
            }
        }
        return try logRow("ORDER BY seq DESC LIMIT 1")
    }

    private func logRow(_ condition: String) throws -> SampleLogRow? {
        try Row.fetchOne(db, sql: "SELECT seq, tag FROM sample_log WHERE user_id = ? \(condition)", arguments: [user])
            .map { SampleLogRow(seq: $0[0], tag: $0[1]) }
    }

    func answer(to requestID: UUID) throws -> SampleAnswer? {
        let statement = try db.cachedStatement(
            sql: "SELECT body_hash, answer FROM sample_log WHERE user_id = ? AND request_id = ?")
        return try Row.fetchOne(statement, arguments: [user, requestID.lowercased]).map {
            SampleAnswer(bodyHash: $0[0], text: $0[1])
        }
    }

    func deleted(of ids: [UUID]) throws -> Set<UUID> {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM sample_deletions WHERE user_id = ? AND id = ?")
        return Set(try ids.filter { try Bool.fetchOne(statement, arguments: [user, $0.lowercased]) != nil })
    }

    func insert(_ samples: [Sample]) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO samples (user_id, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (user_id, id) DO NOTHING
                """)
        return try samples.count { sample in
            try statement.execute(arguments: [
                user, sample.id.lowercased, sample.type, sample.value, sample.unit, sample.start.millisecondsSinceEpoch,
                sample.end.millisecondsSinceEpoch, sample.source, sample.device, sample.zone,
            ])
            return db.changesCount == 1
        }
    }

    func delete(_ ids: [UUID]) throws -> Int {
        let remember = try db.cachedStatement(
            sql: "INSERT INTO sample_deletions (user_id, id) VALUES (?, ?) ON CONFLICT (user_id, id) DO NOTHING")
        let remove = try db.cachedStatement(sql: "DELETE FROM samples WHERE user_id = ? AND id = ?")
        return try ids.count { id in
            try remember.execute(arguments: [user, id.lowercased])
            try remove.execute(arguments: [user, id.lowercased])
            return db.changesCount == 1
        }
    }

    func append(_ row: SampleLogRow, requestID: UUID, _ answer: SampleAnswer) throws {
        try db.execute(
            sql: """
                INSERT INTO sample_log (user_id, seq, tag, request_id, body_hash, answer) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [user, row.seq, row.tag, requestID.lowercased, answer.bodyHash, answer.text])
    }
}

extension Sample {
    /// Reads a row of `SQLiteSampleStorage.columns`.
    ///
    /// - Throws: `SyncStoreError.unusable` for one that no version of this server wrote.
    fileprivate init(storedIn row: Row) throws {
        guard let id = UUID(text: row[0]) else {
            throw SyncStoreError.unusable("The database contains a sample that can't be read; restore a backup.")
        }
        self.init(
            id: id, type: row[1], value: row[2], unit: row[3], start: Timestamp(clamping: row[4]),
            end: Timestamp(clamping: row[5]), source: row[6], device: row[7], zone: row[8])
    }
}
