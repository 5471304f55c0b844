import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A TCP connection that sends any bytes, also those that no HTTP library would.
final class RawConnection: @unchecked Sendable {
    private let descriptor: Int32

    init(port: Int) throws {
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
        guard result == 0 else {
            close(descriptor)
            throw RawHTTPError.refused
        }
        // A server that never answers must fail a test, not hang it.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// False once the server has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
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
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Everything until the server closes.
    ///
    /// - Throws: `RawHTTPError.silent` when it neither sends nor closes.
    func receiveAll() throws -> [UInt8] {
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

enum RawHTTPError: Error {
    case refused
    case silent
    case notHTTP(String)
}

/// An answer as it came over the wire.
struct RawResponse: Sendable {
    var status: Int
    /// Names in lower case.
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    subscript(header: String) -> String? { headers.first { $0.name == header.lowercased() }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }

    init(parsing bytes: [UInt8]) throws {
        let separator = Array("\r\n\r\n".utf8)
        guard let end = bytes.firstRange(of: separator) else {
            throw RawHTTPError.notHTTP(String(decoding: bytes.prefix(200), as: UTF8.self))
        }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw RawHTTPError.notHTTP(lines[0])
        }
        self.status = status
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        body = Array(bytes[end.upperBound...])
        if self["transfer-encoding"]?.lowercased() == "chunked" { body = try Self.unchunked(body) }
    }

    private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
        var rest = bytes[...]
        var body: [UInt8] = []
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) else { break }
            if size == 0 { return body }
            guard line.upperBound + size <= rest.endIndex else { break }
            body += rest[line.upperBound..<line.upperBound + size]
            rest = rest[(line.upperBound + size + 2)...]
        }
        throw RawHTTPError.notHTTP("the last chunk is missing")
    }
}

extension RawConnection {
    /// One exchange on a connection of its own, off the cooperative threads.
    static func exchange(port: Int, _ bytes: [UInt8]) async throws -> RawResponse {
        try await blocking {
            let connection = try RawConnection(port: port)
            connection.send(bytes)
            return try RawResponse(parsing: try connection.receiveAll())
        }
    }
}

/// Runs blocking calls on a thread that may block.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
