internal import Foundation

/// The right to change a workspace, which one process has at a time. The system takes it back when that process dies.
package final class WorkspaceLock {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Waits for the others.
    ///
    /// - Throws: `CourseError` when they take longer than `patienceSeconds`.
    package static func take(_ path: String, patienceSeconds: Double = 30) throws -> WorkspaceLock {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw AtomicFile.failure(path) }
        let lock = WorkspaceLock(descriptor: descriptor)
        let deadline = ContinuousClock.now + .seconds(patienceSeconds)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw AtomicFile.failure(path) }
            guard ContinuousClock.now < deadline else {
                throw CourseError(
                    .failed,
                    "Another vitals-course is changing this workspace and has not finished; wait for it, then try again."
                )
            }
            usleep(5_000)
        }
        return lock
    }
}
