#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets one sync at a time work on a store, across processes: an advisory lock on a file beside it.
///
/// The system lets go of it when the process ends, however it ends.
final class SyncLock: Sendable {
    private let descriptor: Int32

    /// Nil when another sync holds it.
    ///
    /// - Throws: `StoreError` when the lock file cannot be made.
    init?(storePath: String) throws {
        let path = storePath + "-sync"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .unreachable, "\(path) cannot be made: check that its directory may be written.",
                cause: "errno \(errno)")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    deinit { close(descriptor) }
}
