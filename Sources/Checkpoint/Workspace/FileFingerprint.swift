internal import Foundation

/// What a file looked like when it was last looked at; enough to see whether it has changed since.
package struct FileFingerprint: Codable, Hashable, Sendable {
    package let bytes: Int
    /// When the file was last written, in nanoseconds since 1970; 0 when that was too recent to be told from a later
    /// write, because file systems count in ticks of some milliseconds.
    package let modified: Int64
    /// Of the contents. It tells an edit from no edit; it is no defence against somebody who wants it to match.
    package let hash: String

    private static let settledAfterNanoseconds: Int64 = 1_000_000_000

    /// - Parameter path: of a file, or of a link to one.
    /// - Returns: nil when there is no such file.
    package static func of(_ path: String) -> FileFingerprint? {
        guard let (bytes, modified) = look(at: path), let hash = hash(ofFile: path) else { return nil }
        let isSettled = now() - modified > settledAfterNanoseconds
        return FileFingerprint(bytes: bytes, modified: isSettled ? modified : 0, hash: hash)
    }

    /// Whether the file still holds what it held. It is read only when its time of writing has changed.
    package func matches(_ path: String) -> Bool {
        guard let (bytes, modified) = Self.look(at: path), bytes == self.bytes else { return false }
        return modified == self.modified || Self.hash(ofFile: path) == hash
    }

    private static func hash(ofFile path: String) -> String? {
        FileManager.default.contents(atPath: path).map { Fingerprint.of($0) }
    }

    private static func look(at path: String) -> (bytes: Int, modified: Int64)? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return (Int(status.st_size), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
