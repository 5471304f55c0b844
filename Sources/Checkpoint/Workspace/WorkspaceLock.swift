internal import CheckpointSystem
internal import Foundation

/// The lock for changes to a workspace, held by one process at a time. The system releases it when that process dies.
package final class WorkspaceLock {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Takes the lock, waiting for other processes.
    ///
    /// - Throws: `CourseError` if they take longer than `patienceSeconds`.
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
