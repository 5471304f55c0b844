internal import Foundation

/// A file under a temporary name beside its target, which gets its own name only when it's whole.
///
/// A process that was killed leaves it behind, and the next one begins it anew.
final class PartialFile {
    let path: String
    private let descriptor: Int32

    /// Creates the file, empty and for its owner only.
    ///
    /// - Parameter ending: what the temporary name has after the target's.
    /// - Throws: `SyncStoreError.unusable` where it can't be created, or another process is writing it.
    init(beside target: String, ending: String) throws {
        path = target + ending
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure.error(errno, "\(path) can't be written") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isTheOne else {
            close(descriptor)
            throw SyncStoreError.unusable(
                "Another program is writing \(path) at this moment; try again when it has ended.")
        }
        ftruncate(descriptor, 0)
        removeNeighbours()
    }

    /// False if the one who had the lock before has given the file its name meanwhile.
    private var isTheOne: Bool {
        var own = stat()
        var named = stat()
        guard fstat(descriptor, &own) == 0, stat(path, &named) == 0 else { return false }
        return own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    /// Gives the file its target's owner, so that a server finds a file of its own user after root has put it there.
    func setOwner(like other: String) {
        var status = stat()
        guard geteuid() == 0, stat(other, &status) == 0 else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }

    /// Has the disk write everything, and then gives the file its name, in place of one that's there.
    func publish(as target: String) throws {
        guard fsync(descriptor) == 0, rename(path, target) == 0 else {
            throw FileFailure.error(errno, "\(target) can't be written")
        }
        FileFailure.syncFolder(of: target)
    }

    func discard() {
        removeNeighbours()
        unlink(path)
    }

    private func removeNeighbours() {
        for ending in StoreFiles.endings { unlink(path + ending) }
    }

    deinit { close(descriptor) }
}

/// What the system said about a file, in words.
enum FileFailure {
    static func error(_ code: Int32, _ what: String) -> SyncStoreError {
        if code == ENOSPC || code == EDQUOT {
            return .unusable("\(what): its disk is full; free some space. Nothing was changed.")
        }
        return .unusable("\(what): \(String(cString: strerror(code))).")
    }

    /// Makes new names in a folder survive a power cut.
    static func syncFolder(of path: String) {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
