internal import CheckpointSystem
internal import Foundation

/// Shows that a process waits for the stage, so that a background build gives way.
///
/// It is a shared lock on a file of its own. Any number of processes can hold it. A background build sees it without
/// knowing the holder, and the system releases it when its process dies. A signal would need a process id, which might
/// belong to another process by then.
final class StageClaim {
    private let descriptor: Int32

    /// Takes the lock. It only waits while a background build checks the file, which takes a moment.
    ///
    /// - Throws: `CourseError` when the file can't be created.
    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(path) can't be created: \(String(cString: strerror(errno))).")
        }
        while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }

    deinit { close(descriptor) }

    /// Returns true while a process waits.
    static func isThere(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
}
