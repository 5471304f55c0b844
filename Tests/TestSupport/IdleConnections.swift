import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// TCP connections to a port of this machine, on which nothing is ever sent.
package final class IdleConnections: Sendable {
    private let descriptors: Locked<[Int32]>

    /// - Parameter sources: the addresses from which they come, in turn. Linux has all of 127.0.0.0/8; macOS only 127.0.0.1.
    package init(count: Int, to port: Int, from sources: [String] = ["127.0.0.1"]) {
        descriptors = Locked((0..<count).compactMap { Self.connect(to: port, from: sources[$0 % sources.count]) })
    }

    /// The number that were made; the server may have closed some of them since.
    package var count: Int { descriptors.withLock(\.count) }

    /// The number that the server has not closed.
    package var openCount: Int {
        descriptors.withLock { descriptors in
            descriptors.count { descriptor in
                var byte: UInt8 = 0
                return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0
                    && (errno == EAGAIN || errno == EWOULDBLOCK)
            }
        }
    }

    package func close() {
        descriptors.withLock { descriptors in
            for descriptor in descriptors { closeDescriptor(descriptor) }
            descriptors = []
        }
    }

    deinit { close() }

    private static func connect(to port: Int, from source: String) -> Int32? {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let isConnected =
            withAddress(source, 0) { bind(descriptor, $0, $1) } == 0
            && withAddress("127.0.0.1", port) { connectTo(descriptor, $0, $1) } == 0
        guard isConnected else {
            closeDescriptor(descriptor)
            return nil
        }
        return descriptor
    }

    private static func withAddress(
        _ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

// The C functions whose names the type's methods have too.

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func connectTo(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}
