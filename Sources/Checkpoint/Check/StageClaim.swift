internal import Foundation

/// Says that somebody waits for the stage, so that a build in the background gives way.
///
/// It's a shared lock on a file of its own: as many processes as like have one, a builder in the background sees it without
/// knowing whose it is, and the system takes it back when its process dies. A signal would need a process's number, which may
/// by then be another's.
final class StageClaim {
    private let descriptor: Int32

    /// Waits for the moment that a look at the file takes.
    ///
    /// - Throws: `CourseError` when there can be no such file.
    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(path) can't be created: \(String(cString: strerror(errno))).")
        }
        while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }

    deinit { close(descriptor) }

    /// Whether a process waits.
    static func isThere(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
}
