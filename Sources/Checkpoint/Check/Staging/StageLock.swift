internal import CheckpointSystem
internal import Foundation

/// The exclusive lock on a stage. The system releases it when its process dies.
final class StageLock {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Takes the lock; nil while another process has it.
    static func takeIfFree(_ path: String, for holder: StageHolder) throws -> StageLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(path) can't be created: \(String(cString: strerror(errno))).")
        }
        let lock = StageLock(descriptor: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        let note = try JSONEncoder().encode(holder)
        ftruncate(descriptor, 0)
        _ = note.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return lock
    }

    /// The note of the process that has the lock; nil when it can't be read, for example while the lock changes hands.
    static func holder(_ path: String) -> StageHolder? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(StageHolder.self, from: $0) }
    }
}
