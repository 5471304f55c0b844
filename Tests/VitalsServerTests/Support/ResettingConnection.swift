import Foundation
import StepSupport

/// A connection whose client vanishes: its end is a reset (RST), as from a phone that has lost its network or its process.
final class ResettingConnection: Sendable {
    private let descriptor: Int32

    init(port: Int, sending text: String) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let bytes = Array(text.utf8)
        guard result == 0, write(descriptor, bytes, bytes.count) == bytes.count else { throw RawHTTPError.refused }
    }

    deinit {
        // Without a time to linger, closing sends a reset in place of an orderly end.
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(descriptor)
    }
}
