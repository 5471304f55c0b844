import Foundation
package import GRDB

/// The records of one person on one device: the primary store, which needs no network.
///
/// Apps use a `Device`, which opens a store and keeps it in sync. By itself, a store is for tools and tests:
///
/// ```swift
/// let store = try MeasurementStore(path: ":memory:")
/// let record = try store.add(kind: .weight, value: 72.4, unit: .kilograms)
/// try store.edit(record.id, value: 71.9)
/// print(try store.dirty().map(\.version))  // [2]: still to be sent
/// ```
///
/// A SQLite file in WAL mode. Once a method returns, its data survives a crash and a power cut. The methods keep these
/// invariants, which the tests cite:
/// 1. A row is *dirty* while the server may not have it. Only a matching response from the server makes it clean.
/// 2. A local write never lowers a version, and `updatedAt` always moves forward.
/// 3. A page or response is applied in one transaction with the cursor and the receipt that it brings.
/// 4. A local edit that loses goes to `conflicts`; a refused edit goes to `rejected`. No edit disappears.
/// 5. Only responses from the server and account that the store is bound to are applied.
public final class MeasurementStore: Sendable {
    /// The path of the file, or `:memory:`.
    public let path: String
    let writer: any DatabaseWriter
    package let clock: @Sendable () -> Timestamp
    package let rules: SyncRules
    package let features: FeatureList
    let beforeWrite: @Sendable () throws -> Void

    /// Opens the store at `path`. Creates it if it doesn't exist, and migrates an older one.
    ///
    /// - Throws: `StoreError` for a file that is damaged, belongs to another program, was written by a newer build or
    ///   can't be opened.
    public convenience init(
        path: String, clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        features: FeatureList = .builtIn
    ) throws {
        try self.init(path: path, clock: clock, rules: .all, features: features)
    }

    /// - Parameters:
    ///   - rules: all of them, except in a test that shows why one of them is needed.
    ///   - beforeWrite: called before each statement that writes; a test throws from it to simulate a crash.
    package init(
        path: String, clock: @escaping @Sendable () -> Timestamp, rules: SyncRules, features: FeatureList = .builtIn,
        beforeWrite: @escaping @Sendable () throws -> Void = {}
    ) throws {
        self.path = path
        self.clock = clock
        self.rules = rules
        self.features = features
        self.beforeWrite = beforeWrite
        do {
            try Self.refuseForeignFile(at: path)
            writer = try Self.open(path)
            let migrator = StoreSchema.migrator(features)
            if try writer.read(migrator.hasBeenSuperseded) { throw StoreError.newer(path) }
            try migrator.migrate(writer)
            try features.tidy(self)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// How long a program waits for another one that writes to the file.
    private static let busySeconds = 10.0

    private static func open(_ path: String) throws -> any DatabaseWriter {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busySeconds)
        configuration.prepareDatabase { database in
            guard !database.configuration.readonly else { return }
            if try Int32.fetchOne(database, sql: "PRAGMA application_id") != StoreSchema.applicationID {
                try database.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
            }
        }
        guard path != ":memory:" else { return try DatabaseQueue(configuration: configuration) }
        // Only the owner may read health data, even in a directory that others can read. SQLite gives the files beside
        // it the same mode. If this fails, opening the database reports why.
        let descriptor = Foundation.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // After opening, because a pool switches to WAL with synchronous = NORMAL, which may lose the last commits in a
        // power cut. On Apple's systems a disk may report a sync before it has written; fullfsync makes it finish (no
        // effect elsewhere).
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON") }
        // Ids are random, so an import or a sync writes all over the table's index. SQLite's own 2 MiB hold so little of it
        // that most pages would be written and read many times.
        try pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000")
        }
        return pool
    }

    /// Checks the file read-only first, because just switching another program's database to WAL would change it.
    private static func refuseForeignFile(at path: String) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, size > 0 else { return }
        let (applicationID, tableCount) = try readBeforeOpening(path) { database in
            (
                try Int32.fetchOne(database, sql: "PRAGMA application_id"),
                try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
            )
        }
        if applicationID != StoreSchema.applicationID, tableCount != 0 { throw StoreError.foreign(path) }
    }

    /// Reads a file without writing to it, unless its last writer died in a transaction: only a connection that may write
    /// can roll that back, and until then nothing can be read.
    private static func readBeforeOpening<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        // Another program may be opening or closing it right now.
        configuration.busyMode = .timeout(busySeconds)
        do {
            return try DatabaseQueue(path: path, configuration: configuration).read(body)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            configuration.readonly = false
            return try DatabaseQueue(path: path, configuration: configuration).read(body)
        }
    }

    // MARK: Transactions

    // @show transactions
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try writer.readSnapshot(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// Runs `body` in one transaction: all of it is kept, or nothing.
    package func write<Value>(_ body: (RecordTables) throws -> Value) throws -> Value {
        do {
            return try writer.write { database in
                try body(
                    RecordTables(
                        database: database, beforeWrite: beforeWrite, clock: clock, rules: rules, features: features))
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
    // @end

    /// The tables for statements that only read.
    package func tables(reading database: Database) -> RecordTables {
        RecordTables(database: database, beforeWrite: {}, clock: clock, rules: rules, features: features)
    }
}

extension DatabaseWriter {
    /// Runs `body`, which sees one state of the database and mustn't write.
    ///
    /// In memory there is one connection, and it is nobody else's meanwhile. GRDB's `read` would make it read-only with a
    /// `PRAGMA`, after which SQLite prepares each statement again: that was most of the time of a store in memory.
    func readSnapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard self is DatabaseQueue else { return try read(body) }
        return try unsafeRead { database in
            let changes = database.totalChangesCount
            defer { precondition(database.totalChangesCount == changes, "A `read` has written. Use `write`.") }
            return try body(database)
        }
    }
}

extension Timestamp {
    /// The system's clock, floored to the millisecond.
    public static let systemClock: @Sendable () -> Timestamp = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(clamping: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
