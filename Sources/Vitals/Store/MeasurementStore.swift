import Foundation
import GRDB

/// The records of one person on one device: the primary store, which needs no network.
///
/// A SQLite file in WAL mode. Once a method returns, what it wrote survives a crash and a power cut. Invariants that the methods keep, and the tests cite:
/// 1. A row is *dirty* while the server may not have it; nothing but a matching answer of the server makes it clean.
/// 2. A local write never lowers a version, and `updatedAt` always moves forward.
/// 3. What a page or an answer changes, it changes in one transaction with the cursor and the receipt that it brings.
/// 4. A local edit that loses goes to `conflicts`; a refused one to `rejected`. No edit disappears.
/// 5. All answers that are applied come from the one server and account that the store is bound to.
public final class MeasurementStore: Sendable {
    /// The file, or `:memory:`.
    public let path: String
    let writer: any DatabaseWriter
    let clock: @Sendable () -> Timestamp
    package let rules: SyncRules
    let beforeWrite: @Sendable () throws -> Void

    /// Opens the store at `path`, makes it if it is not there, and brings an older one up to date.
    ///
    /// - Throws: `StoreError` for a file that is damaged, foreign, written by a newer build, or not to be opened.
    public convenience init(path: String, clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock) throws {
        try self.init(path: path, clock: clock, rules: .all)
    }

    /// - Parameters:
    ///   - rules: all of them, except in a test that shows what one of them is for.
    ///   - beforeWrite: called before each statement that writes; a test throws from it to stand for a crash.
    package init(
        path: String, clock: @escaping @Sendable () -> Timestamp, rules: SyncRules,
        beforeWrite: @escaping @Sendable () throws -> Void = {}
    ) throws {
        self.path = path
        self.clock = clock
        self.rules = rules
        self.beforeWrite = beforeWrite
        do {
            try Self.refuseForeignFile(at: path)
            writer = try Self.open(path)
            let migrator = StoreSchema.migrator
            if try writer.read(migrator.hasBeenSuperseded) { throw StoreError.newer(path) }
            try migrator.migrate(writer)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    private static func open(_ path: String) throws -> any DatabaseWriter {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            guard !database.configuration.readonly else { return }
            if try Int32.fetchOne(database, sql: "PRAGMA application_id") != StoreSchema.applicationID {
                try database.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
            }
        }
        guard path != ":memory:" else { return try DatabaseQueue(configuration: configuration) }
        // Health data is its owner's alone, also in a directory that others may read. SQLite gives the files beside it the
        // same mode. Where this fails, opening says why.
        let descriptor = Foundation.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // After opening, because a pool switches to WAL with NORMAL, which may lose the last commits in a power cut.
        // On Apple's systems a disk may answer a sync before it has written; it is asked to finish (no effect elsewhere).
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON") }
        return pool
    }

    /// Looks before opening for writing: merely switching another program's database to WAL would change it.
    private static func refuseForeignFile(at path: String) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, size > 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        let (applicationID, tableCount) = try DatabaseQueue(path: path, configuration: configuration).read { database in
            (
                try Int32.fetchOne(database, sql: "PRAGMA application_id"),
                try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
            )
        }
        if applicationID != StoreSchema.applicationID, tableCount != 0 { throw StoreError.foreign(path) }
    }

    // MARK: Transactions

    // @show transactions
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try writer.read(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// One transaction: all of `body`, or nothing of it.
    func write<Value>(_ body: (RecordTables) throws -> Value) throws -> Value {
        do {
            return try writer.write { database in
                try body(RecordTables(database: database, beforeWrite: beforeWrite))
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
    // @end
}

extension Timestamp {
    /// The system's clock, floored to the millisecond.
    public static let systemClock: @Sendable () -> Timestamp = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(clamping: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
