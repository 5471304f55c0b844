#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Small files that only their owner may read.
enum PrivateFile {
    /// The bytes; nil when there is no such file.
    ///
    /// - Throws: `SecureStoreError.exposed` when others may read or write it. A symbolic link is not followed.
    static func read(_ path: String) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw SecureStoreError.unwritable(path, reason())
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SecureStoreError.unwritable(path, reason()) }
        guard status.st_mode & 0o077 == 0 else { throw SecureStoreError.exposed(path) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 1 << 20 {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw SecureStoreError.unwritable(path, reason()) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Replaces the file in one step: a reader sees the old bytes or the new ones, also after a crash.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SecureStoreError.unwritable(path, reason()) }
        let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        let isWhole = written == bytes.count && fsync(descriptor) == 0
        let failure = reason()
        close(descriptor)
        guard isWhole, rename(temporary, path) == 0 else {
            let why = isWhole ? reason() : failure
            unlink(temporary)
            throw SecureStoreError.unwritable(path, why)
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
