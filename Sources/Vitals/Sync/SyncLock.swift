#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An advisory lock on a file beside the store. It lets only one sync at a time use the store, across processes.
///
/// The system releases it when the process ends, even after a crash.
final class SyncLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock; nil when another sync holds it.
    ///
    /// - Throws: `StoreError` when the lock file cannot be created.
    init?(storePath: String) throws {
        let path = storePath + "-sync"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .unreachable, "\(path) can't be created; check that you may write to its directory.",
                cause: "errno \(errno)")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    /// Unlocks before it closes: a child process that is just being started has the open file too, until it runs its
    /// own program, and `close` alone would leave the lock with it.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
