import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A port of loopback on which servers can be started one after another. Between two of them nobody else gets it, neither for
/// a server nor for a connection.
///
/// It is held by a socket that is bound and doesn't listen. On Linux, a server that sets `SO_REUSEADDR`, as SwiftNIO's do, can
/// be bound to it all the same (socket(7)). Elsewhere it couldn't, so the port is only one that was free a moment ago.
package final class ReservedPort: Sendable {
    package let number: Int
    private let descriptor: Int32

    package init() throws {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, stream, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EINVAL) }
        #if !os(Linux)
        close(descriptor)
        #endif
    }

    deinit {
        #if os(Linux)
        close(descriptor)
        #endif
    }
}
