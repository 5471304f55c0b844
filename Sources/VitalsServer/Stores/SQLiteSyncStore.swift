package import Foundation
package import GRDB
internal import Synchronization
package import Vitals

package typealias SQLitePushHook = PushHook<Database>

/// The embedded store: one SQLite file, for a server without a database server.
///
/// SQLite allows one writer at a time, so log numbers become visible in order without any extra work.
package final class SQLiteSyncStore: SyncStore {
    let pool: DatabasePool
    private let checkpoints: SQLiteCheckpoints
    private let isOpen: Mutex<Bool>
    /// The pulls of one user take a quarter of the readers at most, so that the other users never wait for them.
    let pullPermits: UserSemaphore
    private let path: String
    package let pushHooks: [SQLitePushHook]
    /// The current time in microseconds since the epoch, for the log.
    private let now: @Sendable () -> Int64
    private let makeTag: @Sendable () -> Int64

    /// Opens the file, or creates it, and brings its tables up to date.
    ///
    /// - Parameters:
    ///   - migrations: the tables that features need in the file, in order.
    ///   - waitTimeout: how long a pull waits for the user's other pulls.
    ///   - makeTag: the tag of a new log row; random, except in a test that compares files.
    /// - Throws: `SyncStoreError.unusable` for a file that isn't a database, that another program created, or that a
    ///   newer version of this server created. Nothing is written to it then.
    package init(
        path: String, migrations: [SQLiteMigration] = [], pushHooks: [SQLitePushHook] = [],
        waitTimeout: Duration = .seconds(5),
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000_000) },
        makeTag: @escaping @Sendable () -> Int64 = { .random(in: .min ... .max) }
    ) throws {
        // Everything that may throw comes first. The optimizer of Swift 6.3 crashes on an initializer that throws while a
        // `Mutex` has its value and other properties have none.
        let pool = try SQLiteFile.open(path: path, migrations: migrations)
        let checkpoints = SQLiteCheckpoints(pool)
        // A server that was killed leaves what it deleted in the log.
        checkpoints.didWrite()
        self.pushHooks = try pool.read { db in try pushHooks.filter { try db.tableExists($0.table) } }
        self.path = path
        self.now = now
        self.makeTag = makeTag
        self.pool = pool
        self.checkpoints = checkpoints
        pullPermits = UserSemaphore(width: SQLiteFile.readerCount / 4, timeout: waitTimeout)
        isOpen = Mutex(true)
    }

    // MARK: Records

    package func push(
        _ records: PushBatch, user: UUID, receipt: Receipt?
    ) async throws -> PushOutcome {
        let (appliedAt, hooks, makeTag) = (now(), pushHooks, makeTag)
        return try await write { db in
            try Self.check(receipt, of: user, in: db)
            let afterWrite = try hooks.beforeWrite(records, user, db)
            var push = SQLitePush(user: user.lowercased, appliedAt: appliedAt, makeTag: makeTag)
            var outcome = try push.apply(records.records, to: db)
            outcome.head = try LogEntry.fetchLast(db, user: user)
            try afterWrite(&outcome)
            return outcome
        }
    }

    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        try await read(forPullOf: user) { db in
            try Self.check(receipt, of: user, in: db)
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.pageSQL),
                arguments: [user.lowercased, cursor, through ?? Int64.max, limit])
            var piece = PieceBudget()
            var outcome = PullOutcome(records: [], nextCursor: cursor, head: nil)
            while let row = try rows.next() {
                let record = try Vitals.Measurement(storedIn: row)
                guard piece.admits(record) else { break }
                outcome.records.append(record)
                outcome.nextCursor = row["seq"]
            }
            outcome.head = try LogEntry.fetchLast(db, user: user)
            return outcome
        }
    }

    package func recordSizes(
        user: UUID, cursor: Int64, through: Int64?, limit: Int
    ) async throws -> [RecordSize] {
        try await read(forPullOf: user) { db in
            let sizes = try Row.fetchCursor(
                db.cachedStatement(sql: Self.sizesSQL),
                arguments: [user.lowercased, cursor, through ?? Int64.max, limit])
            // SQLite reads a text to measure its size, so stop once the texts exceed what a page may hold.
            var list: [RecordSize] = []
            var bytes = 0
            while bytes <= SyncLimits.measuredBytes, let row = try sizes.next() {
                let size = RecordSize(seq: row[0], extraBytes: row[1])
                list.append(size)
                bytes += size.extraBytes
            }
            return list
        }
    }

    package func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await read(forPullOf: user) { db in
            try Self.check(receipt, of: user, in: db)
            return try LogEntry.fetchLast(db, user: user)
        }
    }

    /// Reads for a request of a user, who gets a quarter of the readers at most.
    package func read<Value: Sendable>(
        forPullOf user: UUID, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withSyncStoreErrors { try await pullPermits.withPermit(at: user) { try await read(body) } }
    }

    private static let pageSQL = """
        SELECT id, kind, value, unit, recorded_at, updated_at, version, extra, seq
        FROM measurements WHERE user_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?
        """

    private static let sizesSQL = """
        SELECT seq, length(CAST(extra AS BLOB))
        FROM measurements WHERE user_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?
        """

    /// Checks rule 4 of `SyncStore`, in the same transaction as the call that it guards.
    private static func check(_ receipt: Receipt?, of user: UUID, in db: Database) throws {
        guard try Bool.fetchOne(db, sql: "SELECT 1 FROM users WHERE id = ?", arguments: [user.lowercased]) != nil
        else { throw SyncStoreError.unknownUser }
        guard let receipt else { return }
        guard try LogEntry.fetch(db, user: user, seq: receipt.seq).map(Receipt.init) == receipt else {
            throw SyncStoreError.historyLost
        }
    }

    // MARK: Users

    package func user(token: String) async throws -> UUID? {
        try await read { db in
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM users WHERE token = ?"), arguments: [token])
        }.flatMap(UUID.init(uuidString:))
    }

    package func addUser(token: String) async throws -> UUID {
        let id = UUID()
        return try await write { db in
            try db.execute(
                sql: "INSERT INTO users (id, token) VALUES (?, ?) ON CONFLICT (token) DO NOTHING",
                arguments: [id.lowercased, token])
            guard db.changesCount == 1 else { throw SyncStoreError.tokenTaken }
            return id
        }
    }

    package func users() async throws -> [UserSummary] {
        try await read { db in
            let sql = """
                SELECT id, (SELECT count(*) FROM measurements WHERE user_id = users.id) AS records
                FROM users ORDER BY id
                """
            return try Row.fetchAll(db, sql: sql).compactMap { row in
                UUID(uuidString: row["id"]).map { UserSummary(id: $0, recordCount: row["records"]) }
            }
        }
    }

    package func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        let tables = ["measurements"] + pushHooks.filter(\.holdsRecords).map(\.table)
        return try await write { db in
            for table in tables where ifEmpty {
                let sql = "SELECT EXISTS (SELECT 1 FROM \(table) WHERE user_id = ?)"
                if try Bool.fetchOne(db, sql: sql, arguments: [id.lowercased]) == true {
                    throw SyncStoreError.hasRecords
                }
            }
            try db.execute(sql: "DELETE FROM users WHERE id = ?", arguments: [id.lowercased])
            return db.changesCount == 1
        }
    }

    // MARK: Life

    package func checkReadiness() async throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw SyncStoreError.unusable("The database file was removed while the server ran; start it again.")
        }
        try await read { db in _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT 1 FROM users LIMIT 1)") }
    }

    package func close() async throws {
        await pullPermits.close()
        // A connection that is closed can't be asked for anything: GRDB would hand SQLite a null pointer.
        guard isOpen.withLock(\.self) else { return }
        await checkpoints.stop()
        // SQLite moves everything from the log into the file when the last connection closes, unless that connection can
        // only read. A pool's last one is a reader, so it's done here: whoever copies the file of a stopped server has all.
        do {
            _ = try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch let error as DatabaseError where error.resultCode != .SQLITE_BUSY {
            // Nothing is closed, so that it can be tried again once the disk works.
            throw SQLiteFile.storeError(error, path: path)
        } catch is DatabaseError {
            // Another program reads the file at this moment. What it leaves in the log is moved when it ends.
        }
        isOpen.withLock { $0 = false }
        try pool.close()
    }

    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await pool.read(body)
        } catch let error as DatabaseError {
            throw SQLiteFile.storeError(error)
        }
    }

    package func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            let value = try await pool.write(body)
            checkpoints.didWrite()
            return value
        } catch let error as DatabaseError {
            throw SQLiteFile.storeError(error)
        }
    }
}
