internal import Foundation

/// A server's file and the ones that SQLite has beside it.
enum StoreFiles {
    /// The log, its index, and the journal of a file that isn't in WAL mode.
    static let endings = ["-wal", "-shm", "-journal"]

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// True for the store by another name, and for a file beside it.
    static func isPart(_ path: String, of store: String) -> Bool {
        guard let file = identity(of: path) else { return false }
        if identity(of: store) == file { return true }
        return endings.contains { ending in identity(of: "\(store)\(ending)") == file }
    }

    /// What tells files apart, by whatever name; nil where there is none.
    private static func identity(of path: String) -> [UInt64]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// True while another process has the file open as a database.
    ///
    /// A connection in WAL mode holds SQLite's shared lock for as long as it's open, and the system drops it when the
    /// process ends in any way. Call it while this process has no connection to the file: closing the descriptor would
    /// drop the locks of that one.
    static func isInUse(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return !lock(descriptor)
    }

    /// Takes all of SQLite's locks on a file, as a connection does that must be alone. They end with the descriptor.
    static func lock(_ descriptor: Int32) -> Bool {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        // PENDING_BYTE, RESERVED_BYTE and the 510 bytes of the shared lock: part of SQLite's file format.
        range.l_start = 0x4000_0000
        range.l_len = 512
        return fcntl(descriptor, F_SETLK, &range) == 0
    }
}
