package import CheckpointSystem
package import Foundation

/// Files that are replaced atomically: after a crash they hold either the old or the new contents.
package enum AtomicFile {
    /// Writes a temporary file, flushes it to the disk, and renames it to its path.
    ///
    /// - Parameter staging: the path of the temporary file, which must be on the same file system and not used by
    ///   another process.
    /// - Throws: `CourseError` with the path and the system's message.
    package static func write(
        _ data: Data, to path: String, staging: String? = nil, isExecutable: Bool = false
    ) throws {
        let staging = staging ?? path + ".new"
        let mode: mode_t = isExecutable ? 0o777 : 0o666
        unlink(staging)
        let descriptor = open(staging, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(staging) }
        do {
            defer { close(descriptor) }
            try write(data, to: descriptor, staging)
            guard fsync(descriptor) == 0 else { throw failure(staging) }
        } catch {
            unlink(staging)
            throw error
        }
        guard rename(staging, path) == 0 else {
            let error = failure(path)
            unlink(staging)
            throw error
        }
        syncFolder(of: path)
    }

    private static func write(_ data: Data, to descriptor: Int32, _ path: String) throws {
        try data.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = Foundation.write(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(path) }
                written += count
            }
        }
    }

    /// Flushes the folder. Without this a crash of the machine could undo the rename.
    private static func syncFolder(of path: String) {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    package static func failure(_ path: String) -> CourseError {
        CourseError(.failed, "\(path) can't be written: \(String(cString: strerror(errno))).")
    }
}

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
                    "Another vitals-course is changing this workspace. Wait until it has finished, then try again."
                )
            }
            usleep(5_000)
        }
        return lock
    }
}
