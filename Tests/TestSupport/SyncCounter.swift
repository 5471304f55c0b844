import Foundation
import GRDBSQLite

/// Counts how often SQLite waits for the disk, file by file, as a layer (VFS) over the one it comes with.
///
/// From `start()` on, every database that this process opens goes through it, so a test that uses it runs in a process of its
/// own (`processExitsWith:`).
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

    /// Syncs so far of the write-ahead log of the database at `path`; each one is a wait for the disk.
    package static func count(ofLogAt path: String) -> Int {
        let log = path + "-wal"
        return files.withLock { $0.counts[log, default: 0] }
    }

    /// The table of a file's operations is shared by all files; this one gets its own, with our `xSync`.
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
