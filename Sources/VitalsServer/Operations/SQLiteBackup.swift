internal import Foundation
internal import GRDB

/// A copy of a server's SQLite file, of one moment, made while the server works.
package enum SQLiteBackup {
    /// Learns how many bytes of how many are written.
    package typealias Progress = (_ done: Int64, _ total: Int64) -> Void

    private static let pagesPerStep: CInt = 2048

    /// Writes the copy beside its name first, checks it, and names it when it's whole.
    ///
    /// - Parameters:
    ///   - path: the server's file. It isn't changed.
    ///   - file: the backup's name.
    ///   - overwrites: whether a file that's there is replaced.
    /// - Returns: what the backup holds.
    /// - Throws: `SyncStoreError`, with what to do. Nothing is left of the copy then, and a file that was there is as it was.
    package static func make(
        of path: String, at file: String, overwrites: Bool, progress: @escaping Progress = { _, _ in }
    ) throws -> StoreContents {
        guard StoreFiles.exists(path) else {
            throw SyncStoreError.unusable("There is no store at \(path); name its folder with --data.")
        }
        try check(file, of: path, overwrites: overwrites)
        let part = try PartialFile(beside: file, ending: ".part")
        do {
            let counts = try copy(path, to: part.path, named: file, progress)
            let contents = try verify(part.path, named: file, counts)
            try check(file, of: path, overwrites: overwrites)
            try part.publish(as: file)
            return contents
        } catch {
            part.discard()
            throw error
        }
    }

    private static func check(_ file: String, of path: String, overwrites: Bool) throws {
        guard !StoreFiles.isFolder(file) else {
            throw SyncStoreError.unusable("\(file) is a folder; name a file in it.")
        }
        guard !StoreFiles.isPart(file, of: path) else {
            throw SyncStoreError.unusable("\(file) is the store itself; name another file.")
        }
        guard overwrites || !StoreFiles.exists(file) else {
            throw SyncStoreError.unusable("\(file) exists; name another file, or replace it with --overwrite.")
        }
    }

    /// Copies the pages of one moment, and returns how many rows each table has at that moment.
    private static func copy(
        _ path: String, to copy: String, named file: String, _ progress: @escaping Progress
    ) throws -> [String: Int] {
        do {
            var counts: [String: Int] = [:]
            try SQLiteFile.readBeforeOpening(path) { db in
                guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == SQLiteSchema.applicationID else {
                    throw SyncStoreError.unusable("\(path) isn't a store of vitals-server.")
                }
                // The first read begins the moment: pushes go on, and the copy doesn't see them.
                counts = try SQLiteCounts.all(db)
                let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
                let target = try DatabaseQueue(path: copy)
                defer { try? target.close() }
                try target.writeWithoutTransaction { into in
                    try db.backup(to: into, pagesPerStep: pagesPerStep) { state in
                        progress(Int64(state.completedPageCount) * pageSize, Int64(state.totalPageCount) * pageSize)
                    }
                }
            }
            return counts
        } catch let error as DatabaseError {
            throw SQLiteCounts.failure(error, reading: path, writing: file)
        }
    }

    /// Makes the copy one file that needs none beside it, and reads all of it.
    private static func verify(_ copy: String, named file: String, _ counts: [String: Int]) throws -> StoreContents {
        do {
            let queue = try DatabaseQueue(path: copy)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
                try SQLiteCounts.checkIntegrity(db, of: file)
                guard try SQLiteCounts.all(db) == counts else {
                    throw SyncStoreError.unusable(
                        "\(file) doesn't hold what the store does; try again, on another disk.")
                }
                return try StoreContents(db)
            }
        } catch let error as DatabaseError {
            throw SQLiteCounts.failure(error, reading: file, writing: file)
        }
    }
}

/// Checks of a whole file.
enum SQLiteCounts {
    /// The number of rows of every table.
    static func all(_ db: Database) throws -> [String: Int] {
        let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return try names.reduce(into: [:]) { counts, name in
            counts[name] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(name.quotedDatabaseIdentifier)")
        }
    }

    /// - Throws: `SyncStoreError.unusable` for a file that SQLite finds damaged.
    static func checkIntegrity(_ db: Database, of file: String) throws {
        guard try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok" else {
            throw SyncStoreError.unusable(
                "\(file) is damaged, so nothing was changed; use another backup, or another disk.")
        }
    }

    /// Says whether the disk of what was written is full; other errors are those of the file that was read.
    static func failure(_ error: DatabaseError, reading path: String, writing file: String) -> any Error {
        switch error.resultCode {
        case .SQLITE_FULL:
            SyncStoreError.unusable("The disk of \(file) is full; free some space. Nothing was written.")
        default: SQLiteFile.storeError(error, path: path)
        }
    }
}
