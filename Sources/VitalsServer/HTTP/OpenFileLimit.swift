import Foundation
import Logging

/// The system's limit on the files that this process may have open. A connection is one of them.
///
/// A server that runs out of them can't accept a connection, not even to close it: new clients would wait, without a word,
/// until others go. So fewer connections than files are allowed, and the rest is left for the database and everything else.
enum OpenFileLimit {
    /// Files that aren't connections: a database with its readers, the event loops, requests to other services.
    static let reservedCount = 128

    /// Raises the limit where it is too low for as many connections and the system allows it.
    ///
    /// - Returns: the number of connections that fit into it, at most `wanted`.
    static func makeRoom(forConnections wanted: Int, logger: Logger) -> Int {
        let fitting = connectionCount(wanted: wanted, fileCount: raise(to: wanted + reservedCount))
        if fitting < wanted {
            logger.warning(
                """
                the system allows this process too few open files for \(wanted) connections, so \(fitting) are served at once; \
                raise the limit (ulimit -n) to \(wanted + reservedCount), or lower --max-connections
                """)
        }
        return fitting
    }

    /// The number of connections that fit beside the reserved files; a quarter of the files where that would be fewer.
    static func connectionCount(wanted: Int, fileCount: Int) -> Int {
        min(wanted, max(fileCount - reservedCount, fileCount / 4, 1))
    }

    /// Raises the soft limit, up to the hard one. Returns the limit that holds then.
    private static func raise(to count: Int) -> Int {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return count }
        if limit.rlim_cur < rlim_t(count) {
            var raised = limit
            raised.rlim_cur = min(rlim_t(count), limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
