internal import Foundation

/// A TCP socket that listens on this machine's loopback address only.
package final class LoopbackListener: Sendable {
    package let port: Int
    private let descriptor: Int32

    /// - Parameter port: the port to listen on; 0 for any free one.
    /// - Throws: `CourseError` if the port is taken.
    package init(port: Int = 0) throws {
        #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        // Child processes mustn't inherit the socket.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                    && listen(descriptor, 64) == 0
            }
        }
        let reason = String(cString: strerror(errno))
        self.port = Int(UInt16(bigEndian: address.sin_port))
        // `deinit` closes the socket. From here on it also runs if this initialiser throws.
        guard isListening else {
            throw CourseError(.failed, "Port \(port) of this machine can't be used: \(reason).")
        }
    }

    deinit { close(descriptor) }

    /// - Returns: a connection, or nil if none arrives in time.
    package func accept(withinMilliseconds milliseconds: Int32) -> Int32? {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, milliseconds) > 0 else { return nil }
        #if canImport(Darwin)
        let accepted = Darwin.accept(descriptor, nil, nil)
        #else
        let accepted = Glibc.accept(descriptor, nil, nil)
        #endif
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return accepted
    }
}
