import Foundation
import GRDBSQLite

/// A counter of SQLite's waits for the disk, file by file: a layer (VFS) over SQLite's default one.
///
/// After `start()` every database that this process opens goes through it, so a test that uses it runs in a separate
/// process (`processExitsWith:`).
package enum SyncCounter {
    /// - Precondition: no database has been opened yet; those wouldn't be counted.
    package static func start() {
        guard let base = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no file layer here.") }
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        layer.initialize(to: base.pointee)
        layer.pointee.zName = UnsafePointer(strdup("counts-syncs"))
        layer.pointee.pNext = nil
        layer.pointee.xOpen = { _, name, file, flags, grantedFlags in
            let base = SyncCounter.files.withLock { $0.base! }
            let status = base.pointee.xOpen(base, name, file, flags, grantedFlags)
            if status == SQLITE_OK, let name, let file {
                SyncCounter.countSyncs(of: file, named: String(cString: name))
            }
            return status
        }
        files.withLock { $0.base = base }
        precondition(sqlite3_vfs_register(layer, 1) == SQLITE_OK)
    }

    /// Returns the number of syncs so far of the write-ahead log of the database at `path`; each sync is a wait for the
    /// disk.
    package static func count(ofLogAt path: String) -> Int {
        let log = path + "-wal"
        return files.withLock { $0.counts[log, default: 0] }
    }

    /// Gives a file its own table of operations with our `xSync`; by default all files share one table.
    private static func countSyncs(of file: UnsafeMutablePointer<sqlite3_file>, named name: String) {
        guard let methods = file.pointee.pMethods, let sync = methods.pointee.xSync else { return }
        let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)  // for as long as the process lives
        own.initialize(to: methods.pointee)
        own.pointee.xSync = { file, flags in
            guard let file, let methods = file.pointee.pMethods else { return SQLITE_IOERR }
            let sync = SyncCounter.files.withLock { files in
                let opened = files.opened[UnsafeRawPointer(methods)]!
                files.counts[opened.name, default: 0] += 1
                return opened.sync
            }
            return sync(file, flags)
        }
        files.withLock { $0.opened[UnsafeRawPointer(own)] = (name, sync) }
        file.pointee.pMethods = UnsafePointer(own)
    }

    private struct Files: @unchecked Sendable {
        var base: UnsafeMutablePointer<sqlite3_vfs>?
        var opened: [UnsafeRawPointer: (name: String, sync: Sync)] = [:]
        var counts: [String: Int] = [:]
    }

    private typealias Sync = @convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32
    private static let files = Locked(Files())
}
