import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A TCP connection that sends any bytes, including those that no HTTP library would send.
package final class RawConnection: @unchecked Sendable {
    private let descriptor: Int32

    package init(host: String = "127.0.0.1", port: Int) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // `deinit` closes the descriptor even after this. Closing it twice could hit another file that got its number
        // meanwhile.
        guard result == 0 else { throw RawHTTPError.refused }
        // A server that never responds must fail a test, not block it.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Sends bytes; false once the server has closed the connection.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var position = 0
        while position < bytes.count {
            let sent = bytes[position...].withUnsafeBytes {
                #if canImport(Glibc)
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                #else
                Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
                #endif
            }
            guard sent > 0 else { return false }
            position += sent
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Receives the first bytes, at most as many as a small response has.
    ///
    /// - Throws: `RawHTTPError.silent` when nothing arrives.
    package func receiveSome() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw RawHTTPError.silent }
        return Array(buffer[..<count])
    }

    /// Receives everything until the server closes the connection.
    ///
    /// - Throws: `RawHTTPError.silent` when the server neither sends nor closes.
    package func receiveAll() throws -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 { return received }
            guard count > 0 else {
                if received.isEmpty || errno == EAGAIN { throw RawHTTPError.silent }
                return received
            }
            received += buffer[..<count]
        }
    }
}

extension RawConnection {
    /// Makes one exchange on a new connection, off the cooperative threads.
    package static func exchange(
        host: String = "127.0.0.1", port: Int, _ bytes: [UInt8]
    ) async throws -> RawResponse {
        try await blocking { try exchangeNow(host: host, port: port, bytes) }
    }

    /// Makes one exchange on a new connection, and blocks meanwhile.
    package static func exchangeNow(
        host: String = "127.0.0.1", port: Int, _ bytes: [UInt8]
    ) throws -> RawResponse {
        let connection = try RawConnection(host: host, port: port)
        connection.send(bytes)
        return try RawResponse(parsing: try connection.receiveAll())
    }
}

package enum RawHTTPError: Error {
    case refused
    case silent
    case notHTTP(String)
}
