package import CheckpointCourse
internal import CheckpointSystem
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

/// The state of a path in a workspace, for checking that it's still the same before it's overwritten.
package enum FileMark: Hashable, Sendable {
    case nothing
    /// A file, with a hash of its contents and the owner's permission to execute it.
    case file(String, isExecutable: Bool)
    case link(to: String)
    /// A folder, a pipe or a device.
    case other
}

extension Workspace {
    /// Returns the state of a path, without following links.
    package func mark(of relative: String) -> FileMark {
        var status = stat()
        guard lstat(path(relative), &status) == 0 else { return .nothing }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard let data = FileManager.default.contents(atPath: path(relative)) else { return .other }
            return .file(Fingerprint.of(data), isExecutable: status.st_mode & S_IXUSR != 0)
        case S_IFLNK:
            return .link(to: (try? FileManager.default.destinationOfSymbolicLink(atPath: path(relative))) ?? "")
        default: return .other
        }
    }

    package func marks(of paths: [String]) -> [String: FileMark] {
        Dictionary(paths.map { ($0, mark(of: $0)) }) { first, _ in first }
    }

    /// - Throws: `CourseError.failed` if a file has changed since its mark was taken, or a folder above it has become a
    ///   link. The file behind the link may be the same as the one in the snapshot, and yet be somebody else's.
    func requireUnchanged(_ path: String, since marks: [String: FileMark]) throws {
        try requireNoLinks(above: [path])
        guard let mark = marks[path], mark != self.mark(of: path) else { return }
        throw CourseError(
            .failed,
            "\(path) was changed just now, after the snapshot was taken, so it stays as it is. Save your files, then try again."
        )
    }

    /// Refuses paths behind a link. Snapshots don't contain what lies behind a link, so a change there couldn't be
    /// undone.
    ///
    /// - Throws: `CourseError.failed` with the path of the link.
    func requireNoLinks(above paths: [String]) throws {
        for path in paths.sorted() {
            for folder in path.foldersAbove.reversed() {
                guard case .link(let target) = mark(of: folder) else { continue }
                throw CourseError(
                    .failed,
                    "\(folder) is a link, to \(target). A snapshot doesn't follow links, so \(path) couldn't be restored "
                        + "and isn't changed. Put a folder in place of the link: "
                        + "rm \(ShellWord.quoted(folder)) && "
                        + "cp -R \(ShellWord.quoted(target)) \(ShellWord.quoted(folder))"
                )
            }
        }
    }
}

extension Projector {
    /// Returns a fingerprint of the learner's own files in a tree, because the runner's files may change with the
    /// course.
    package func ownFingerprint(of tree: [String: TreeFile]) -> String {
        Fingerprint.of(tree.filter { path, _ in !isRunnerOwned(path, at: 2) })
    }
}
