internal import Foundation
internal import GRDB

/// Puts a backup in the place of a server's SQLite file.
package struct SQLiteRestore {
    /// What the file holds now.
    package let contents: StoreContents
    /// The name that the file before has now; nil where there was none.
    package let replaced: String?

    /// Copies the backup beside the store, checks it, and exchanges the two. The file before is kept beside it.
    ///
    /// - Parameters:
    ///   - file: the backup. It isn't changed.
    ///   - path: the server's file, or where it will be.
    ///   - overwrites: whether a store is replaced that has more than the backup, or that can't be read.
    ///   - stamp: what the name of the replaced file ends with, such as `20261129T141500Z`.
    /// - Throws: `SyncStoreError`, with what to do. The store is as it was then.
    package init(
        _ file: String, over path: String, migrations: [SQLiteMigration], overwrites: Bool, stamp: String,
        progress: @escaping SQLiteBackup.Progress = { _, _ in }
    ) throws {
        try Self.checkNames(file, path)
        try Self.makeFolder(of: path)
        let part = try PartialFile(beside: path, ending: ".restoring")
        do {
            try StoreCopy(of: file, at: part.path).run(progress)
            contents = try Self.check(part.path, named: file, migrations)
            var isThere = StoreFiles.exists(path)
            if isThere {
                isThere = try Self.closeForGood(path, against: part.path, named: file, overwrites: overwrites)
            }
            part.setOwner(like: isThere ? path : (path as NSString).deletingLastPathComponent)
            let kept = isThere ? Self.freeName("\(path).before-\(stamp)") : nil
            replaced = try Self.exchange(path, for: part, keptAs: kept)
        } catch {
            part.discard()
            throw error
        }
    }

    /// The name, with a number where a restore of the same second took it.
    private static func freeName(_ name: String) -> String {
        guard StoreFiles.exists(name) else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { !StoreFiles.exists($0) } ?? name
    }

    private static func checkNames(_ file: String, _ path: String) throws {
        guard StoreFiles.exists(file) else { throw SyncStoreError.unusable("There is no file \(file).") }
        guard !StoreFiles.isFolder(file) else {
            throw SyncStoreError.unusable("\(file) is a folder; name the backup in it.")
        }
        guard !StoreFiles.isPart(file, of: path) else {
            throw SyncStoreError.unusable("\(file) is the store itself; name a backup of it.")
        }
        guard !StoreFiles.isInUse(path) else { throw inUse(path) }
        guard !StoreFiles.isInUse(file) else {
            throw SyncStoreError.unusable(
                "\(file) is the open store of another program; make a backup of it with `vitals-server backup`.")
        }
    }

    private static func inUse(_ path: String) -> SyncStoreError {
        .unusable("A server or another program has \(path) open; stop it first.")
    }

    private static func makeFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard !folder.isEmpty, !StoreFiles.exists(folder) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SyncStoreError.unusable("The folder of \(path) can't be created; choose another with --data.")
        }
    }

    /// Reads all of the copied backup: is it ours, whole, and of this version or an older one?
    private static func check(_ copy: String, named file: String, _ migrations: [SQLiteMigration]) throws
        -> StoreContents
    {
        do {
            let queue = try DatabaseQueue(path: copy)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == SQLiteSchema.applicationID else {
                    throw SyncStoreError.unusable("\(file) isn't a backup of vitals-server.")
                }
                guard try !SQLiteSchema.migrator(adding: migrations).hasBeenSuperseded(db) else {
                    throw SyncStoreError.unusable("\(file) was made by a newer vitals-server; run that one.")
                }
                // Takes in what lies in a log beside it, and needs none any more.
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
                try SQLiteCounts.checkIntegrity(db, of: file)
                return try StoreContents(db)
            }
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_NOTADB: throw SyncStoreError.unusable("\(file) isn't a backup of vitals-server.")
            case .SQLITE_CORRUPT: throw SyncStoreError.unusable("\(file) is damaged; use another backup.")
            default: throw SQLiteCounts.failure(error, reading: file, writing: copy)
            }
        }
    }

    /// Moves everything of the store into its one file, and compares it with the backup.
    ///
    /// - Returns: false for a file without anything in it, which isn't worth keeping.
    private static func closeForGood(
        _ path: String, against copy: String, named file: String, overwrites: Bool
    ) throws -> Bool {
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
                    throw inUse(path)
                }
                let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
                if id == 0, try !db.tableExists("users"),
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
                {
                    return false
                }
                guard id == SQLiteSchema.applicationID else {
                    throw SyncStoreError.unusable("\(path) belongs to another program; use another file.")
                }
                try db.execute(sql: "ATTACH DATABASE ? AS backup", arguments: [copy])
                let loss = try StoreLoss(db)
                let contents = try StoreContents(db)
                try db.execute(sql: "DETACH DATABASE backup")
                guard overwrites || loss.isEmpty else { throw wouldLose(loss, contents, path, file) }
                return true
            }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            guard overwrites else {
                throw SyncStoreError.unusable(
                    """
                    \(path) can't be read, so it can't be compared with \(file). With --overwrite it's replaced, and kept beside \
                    the new one.
                    """)
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw inUse(path)
        } catch let error as DatabaseError {
            throw SQLiteFile.storeError(error, path: path)
        }
    }

    private static func wouldLose(
        _ loss: StoreLoss, _ contents: StoreContents, _ path: String, _ file: String
    ) -> SyncStoreError {
        let until = contents.lastChange.map { " Its last change is of \($0)." } ?? ""
        return .unusable(
            """
            \(path) has \(loss.text) that \(file) doesn't have.\(until) With --overwrite it's replaced, and kept beside the \
            new one; phones send again what they still hold.
            """)
    }

    /// Gives the copy the store's name, while the store is locked. There's always a file of that name, so that a server which
    /// starts meanwhile doesn't begin a new one.
    private static func exchange(_ path: String, for part: PartialFile, keptAs kept: String?) throws -> String? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0, !StoreFiles.lock(descriptor) { throw inUse(path) }
        if let kept {
            // A file system without links: two names can't be exchanged there without a moment in between.
            guard link(path, kept) == 0 || (errno != EEXIST && rename(path, kept) == 0) else {
                throw FileFailure.error(errno, "\(kept) can't be written")
            }
            // Only a damaged store still has any. They belong to it, and would be taken for the new file's.
            for ending in StoreFiles.endings where StoreFiles.exists(path + ending) {
                guard rename(path + ending, kept + ending) == 0 else {
                    throw FileFailure.error(errno, "\(kept)\(ending) can't be written")
                }
            }
        }
        try part.publish(as: path)
        return kept
    }
}
