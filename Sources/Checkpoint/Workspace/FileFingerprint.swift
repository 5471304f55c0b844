internal import CheckpointCourse
internal import Foundation

/// A record of a file's state that's enough to see whether it has changed since.
package struct FileFingerprint: Codable, Hashable, Sendable {
    package let bytes: Int
    /// The time of the last write, in nanoseconds since 1970; 0 if the write was so recent that a later one might get
    /// the same time, because file systems count in ticks of some milliseconds.
    package let modified: Int64
    /// A hash of the contents. It detects accidental changes, but doesn't resist anyone who constructs a collision.
    package let hash: String

    private static let settledAfterNanoseconds: Int64 = 1_000_000_000

    /// - Parameter path: the path of a file, or of a link to a file.
    /// - Returns: nil if there's no such file.
    package static func of(_ path: String) -> FileFingerprint? {
        guard let (bytes, modified) = look(at: path), let hash = hash(ofFile: path) else { return nil }
        let isSettled = now() - modified > settledAfterNanoseconds
        return FileFingerprint(bytes: bytes, modified: isSettled ? modified : 0, hash: hash)
    }

    /// Returns true if the file still has the same contents. The file is read only if its time of writing has changed.
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
