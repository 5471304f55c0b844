internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

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

    /// - Throws: `CourseError.failed` if a file has changed since its mark was taken.
    func requireUnchanged(_ path: String, since marks: [String: FileMark]) throws {
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
                    "\(folder) is a link, to \(target). No snapshot holds what lies behind a link, so \(path) couldn't be brought "
                        + "back and isn't changed. Put a folder in place of the link: rm \(folder) && cp -R \(target) \(folder)"
                )
            }
        }
    }
}
