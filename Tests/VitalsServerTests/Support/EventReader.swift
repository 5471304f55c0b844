import Foundation
import StepSupport
import TestSupport
import Vitals

/// A client of `GET /events` that reads the bytes itself, block by block.
final class EventReader: Sendable {
    private let connection: RawConnection
    private let buffer = Locked<[UInt8]>([])

    /// Opens the stream and reads the head and the first comment.
    ///
    /// - Throws: `RawHTTPError.notHTTP` with the head where the status isn't 200.
    static func open(
        _ server: TestServer, token: String = "dev-token", headers: [String] = []
    ) async throws -> EventReader {
        try await open(port: server.port, token: token, headers: headers)
    }

    static func open(
        port: Int, token: String = "dev-token", headers: [String] = []
    ) async throws -> EventReader {
        let reader = EventReader(try RawConnection(port: port))
        let lines = ["GET /events HTTP/1.1", "Host: localhost", "Authorization: Bearer \(token)"] + headers
        reader.connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let head = try await reader.block(endingWith: "\r\n\r\n")
        guard head.hasPrefix("HTTP/1.1 200") else { throw RawHTTPError.notHTTP(head) }
        guard try await reader.next() == ": live" else { throw RawHTTPError.notHTTP("no first comment") }
        return reader
    }

    private init(_ connection: RawConnection) { self.connection = connection }

    /// The next block of the stream, without the empty line after it; `end` where the server has ended the stream.
    func next() async throws -> String {
        // Each block is a chunk of its own.
        let size = try await block(endingWith: "\r\n")
        if size == "0" { return "end" }
        let text = try await block(endingWith: "\r\n")
        return text.trimmingCharacters(in: .newlines)
    }

    /// The next event's data, past comments.
    func event() async throws -> JSONValue? {
        while true {
            let block = try await next()
            if block == "end" { return nil }
            guard let line = block.split(separator: "\n").first(where: { $0.hasPrefix("data: ") }) else { continue }
            return try JSONValue(parsing: Array(line.dropFirst(6).utf8))
        }
    }

    private func block(endingWith end: String) async throws -> String {
        let end = Array(end.utf8)
        while true {
            let text = buffer.withLock { buffer -> String? in
                guard let range = buffer.firstRange(of: end) else { return nil }
                defer { buffer.removeSubrange(..<range.upperBound) }
                return String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
            }
            if let text { return text }
            let bytes = try await blocking { [connection] in try connection.receiveSome() }
            buffer.withLock { $0 += bytes }
        }
    }
}
