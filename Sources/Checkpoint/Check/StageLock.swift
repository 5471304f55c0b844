internal import Foundation

/// The right to use the stage, which one process has at a time; the system takes it back when that process dies.
final class StageLock {
    enum Use: String {
        case check, warming
    }

    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Nil while another process has it.
    static func takeIfFree(_ path: String, as use: Use) throws -> StageLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(path) cannot be made: \(String(cString: strerror(errno))).")
        }
        let lock = StageLock(descriptor: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        let note = use.rawValue
        ftruncate(descriptor, 0)
        _ = note.withCString { pwrite(descriptor, $0, note.utf8.count, 0) }
        return lock
    }

    /// What it is used for, as far as its holder noted it.
    static func holder(_ path: String) -> Use? {
        (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Use(rawValue: $0) }
    }
}
