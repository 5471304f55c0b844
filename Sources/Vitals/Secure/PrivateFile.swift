#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Small files that only their owner may read.
package enum PrivateFile {
    /// Reads the bytes; nil when there is no such file.
    ///
    /// - Throws: `SecureStoreError.exposed` when others may read or write it, `.unreadable` when it isn't a regular
    ///   file. A symbolic link is not followed.
    package static func read(_ path: String) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)  // a pipe would block
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw SecureStoreError.unreadable(path, reason())
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SecureStoreError.unreadable(path, reason()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SecureStoreError.unreadable(path, "it isn't a file") }
        guard status.st_mode & 0o077 == 0 else { throw SecureStoreError.exposed(path) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 1 << 20 {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw SecureStoreError.unreadable(path, reason()) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Replaces the file in one step: a reader sees either the old bytes or the new ones, even after a crash.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        removeLeftovers(of: path)
        let (descriptor, temporary) = try makeTemporary(for: path)
        defer { close(descriptor) }
        let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.count, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            let why = reason()
            unlink(temporary)
            throw SecureStoreError.unwritable(path, why)
        }
        try syncFolder(of: path)
    }

    /// Waits until the folder's entries are on disk; without this, a power cut can bring the old file back.
    private static func syncFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SecureStoreError.unwritable(path, reason()) }
        defer { close(descriptor) }
        // Some file systems can't sync a folder, and return EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SecureStoreError.unwritable(path, reason()) }
    }

    /// Creates an empty file beside `path`. It is locked while it is open, which tells it from a file whose writer was
    /// killed.
    private static func makeTemporary(for path: String) throws -> (descriptor: Int32, path: String) {
        for _ in 1...10 {
            let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max))"
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SecureStoreError.unwritable(path, reason()) }
            var status = stat()
            // Another writer may have removed it in the moment before the lock.
            if flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                return (descriptor, temporary)
            }
            unlink(temporary)
            close(descriptor)
        }
        throw SecureStoreError.unwritable(path, "it cannot be locked")
    }

    /// Removes the temporary files of writers that were killed before the rename, because those files hold a secret
    /// too.
    private static func removeLeftovers(of path: String) {
        for leftover in temporaries(of: path) {
            let descriptor = open(leftover, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(leftover) }
            close(descriptor)
        }
    }

    /// Removes the file, or the symbolic link; no error when there is neither.
    static func remove(_ path: String) throws {
        removeLeftovers(of: path)
        guard unlink(path) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw SecureStoreError.unwritable(path, reason())
        }
        try syncFolder(of: path)
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
