internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// A stand-in for a browser vendor's push service: it takes messages on a loopback port, and shows what such a service learns.
final class DemoPushService: Sendable {
    /// A message as it came: the head of its request and its body.
    struct Message: Sendable {
        let head: String
        let body: [UInt8]

        /// The value of a header; nil where there's none.
        func header(_ name: String) -> String? {
            for line in head.split(separator: "\r\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                    return parts[1].trimmingCharacters(in: .whitespaces)
                }
            }
            return nil
        }
    }

    private let listener: LoopbackListener
    private let received = Mutex<[Message]>([])
    private let isOver = Mutex(false)

    var port: Int { listener.port }
    var endpoint: String { "http://127.0.0.1:\(port)/message/of-phone-b" }
    var messages: [Message] { received.withLock { $0 } }

    init() throws {
        listener = try LoopbackListener()
        Thread.detachNewThread { [self] in
            while !isOver.withLock({ $0 }) {
                guard let connection = listener.accept(withinMilliseconds: 200) else { continue }
                if let message = Self.serve(connection) { received.withLock { $0.append(message) } }
            }
        }
    }

    func stop() { isOver.withLock { $0 = true } }

    /// Reads one request, answers it with 201 and closes the connection.
    private static func serve(_ connection: Int32) -> Message? {
        defer { close(connection) }
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let end = Array("\r\n\r\n".utf8)
        while bytes.count < 65_536 {
            if let range = bytes.firstRange(of: end) {
                let message = Message(
                    head: String(decoding: bytes[..<range.lowerBound], as: UTF8.self),
                    body: Array(bytes[range.upperBound...]))
                if message.body.count >= message.header("Content-Length").flatMap({ Int($0) }) ?? 0 {
                    let answer = Array("HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
                    _ = send(connection, answer, answer.count, 0)
                    return message
                }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<count])
        }
        return nil
    }
}
