import Foundation
import GRDB

/// Opens a server's file, and checks it before writing to it.
enum SQLiteFile {
    /// The number of reads that run side by side. SQLite allows one writer beside them.
    static let readerCount = 8

    /// - Throws: `SyncStoreError.unusable`, with what to do.
    static func open(path: String, migrations: [SQLiteMigration]) throws -> DatabasePool {
        let migrator = SQLiteSchema.migrator(adding: migrations)
        try makePrivate(path)
        do {
            try refuseForeign(path, migrator)
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Set after opening, because a pool switches to WAL with NORMAL, which may lose the last commits in a power
            // cut. On Apple's systems a disk may report a sync before it has written; fullfsync makes it finish (no
            // effect elsewhere).
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON") }
            // What is deleted or replaced is overwritten with zeros, and not only marked as free.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            try migrator.migrate(pool)
            return pool
        } catch let error as DatabaseError {
            throw storeError(error, path: path)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        // Another process may be adding a user at this moment.
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = readerCount
        return configuration
    }

    /// Restricts the file to its owner, because it holds tokens and health values. SQLite gives the files next to it
    /// the same permissions.
    private static func makePrivate(_ path: String) throws {
        let files = FileManager.default
        let directory = (path as NSString).deletingLastPathComponent
        if !directory.isEmpty, !files.fileExists(atPath: directory) {
            do {
                try files.createDirectory(
                    atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw SyncStoreError.unusable("The directory of \(path) can't be created; choose another with --data.")
            }
        }
        guard !files.fileExists(atPath: path) else { return }
        guard files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw SyncStoreError.unusable("\(path) can't be created; check the permissions of its directory.")
        }
    }

    /// Refuses a file of another program or a newer version.
    private static func refuseForeign(_ path: String, _ migrator: DatabaseMigrator) throws {
        try readBeforeOpening(path) { db in
            let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            // A server that was killed while it made the file leaves GRDB's own tables and nothing else.
            let tableCount =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name NOT LIKE 'grdb%'") ?? 0
            guard id == SQLiteSchema.applicationID || (id == 0 && tableCount == 0) else {
                throw SyncStoreError.unusable("\(path) belongs to another program; use another file.")
            }
            guard try !migrator.hasBeenSuperseded(db) else {
                throw SyncStoreError.unusable("\(path) was created by a newer vitals-server; run that one.")
            }
        }
    }

    /// Reads a file without writing to it, unless its last writer died in a transaction: only a connection that may write
    /// can roll that back, and until then nothing can be read.
    static func readBeforeOpening(_ path: String, _ body: (Database) throws -> Void) throws {
        func read(_ configuration: Configuration) throws {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.read(body)
        }
        var readonly = configuration
        readonly.readonly = true
        do {
            try read(readonly)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            try read(configuration)
        }
    }

    /// The part of an SQLite error that the rest of the server may see. SQLite's message can quote SQL, so only the
    /// code is passed on.
    static func storeError(_ error: DatabaseError, path: String = "the database") -> any Error {
        // It's the request that doesn't fit, and not the file: the others work.
        if error.resultCode == .SQLITE_CONSTRAINT {
            return SQLiteConstraintError(code: error.extendedResultCode.rawValue)
        }
        return unavailable(error, path)
    }

    private static func unavailable(_ error: DatabaseError, _ path: String) -> SyncStoreError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy("SQLite: \(path) is locked (\(error.extendedResultCode.rawValue)).")
        case .SQLITE_FULL: full(path)
        // On a full disk, SQLite may first fail to make room for its shared index, and reports that as an I/O error.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: full(path)
        case .SQLITE_IOERR:
            .unusable(
                """
                Reading or writing \(path) failed (\(error.extendedResultCode.rawValue)); check the disk: its health, its \
                space, and whether the system has made it read-only. This request wrote nothing.
                """)
        case .SQLITE_NOTADB: .unusable("\(path) isn't a database; use another file.")
        case .SQLITE_READONLY: .unusable("\(path) is read-only; check its permissions.")
        case .SQLITE_CANTOPEN: .unusable("\(path) can't be opened; check that it exists, and its permissions.")
        case .SQLITE_CORRUPT: .unusable("\(path) is damaged; restore a backup.")
        default: .unusable("SQLite failed on \(path) with code \(error.extendedResultCode.rawValue).")
        }
    }

    private static func full(_ path: String) -> SyncStoreError {
        .unusable("The disk of \(path) is full; free some space. Nothing is lost.")
    }
}

/// A request would have broken a constraint of a table, which is an internal error, as on Postgres.
struct SQLiteConstraintError: Error, Hashable {
    /// SQLite's extended result code.
    let code: Int32
}
