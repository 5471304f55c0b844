#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Folders that hold health values and tokens. Ours are made for their owner alone; one that was there may be open to others.
package enum PrivateFolder {
    /// True if others than its owner may list the folder, open files in it or add some. False if there is no such folder.
    package static func isExposed(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
}
