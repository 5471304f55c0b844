internal import Foundation

/// What stands at a path of a workspace, to see whether it's still the same before it is overwritten.
enum FileMark: Hashable, Sendable {
    case nothing
    /// With a hash of what it holds, and whether its owner may run it.
    case file(String, isExecutable: Bool)
    case link(to: String)
    /// A folder, a pipe or a device.
    case other
}

extension Workspace {
    /// No link is followed.
    func mark(of relative: String) -> FileMark {
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

    func marks(of paths: [String]) -> [String: FileMark] {
        Dictionary(paths.map { ($0, mark(of: $0)) }) { first, _ in first }
    }

    /// - Throws: `CourseError.failed` when a file isn't what it was when its mark was taken.
    func requireUnchanged(_ path: String, since marks: [String: FileMark]) throws {
        guard let mark = marks[path], mark != self.mark(of: path) else { return }
        throw CourseError(
            .failed,
            "\(path) was changed just now, after the snapshot was taken, so it stays as it is. Save your files, then try again."
        )
    }

    /// What lies behind a link is in no snapshot: it could be changed, and not be brought back.
    ///
    /// - Throws: `CourseError.failed` that names the link.
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
