import Logging
import StepSupport
import TestSupport
import Testing

@testable import VitalsServer

@Suite("How many connections are open at once")
struct ConnectionLimitTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test("An address gets a quarter of the connections, and all together no more than the limit")
    func counts() {
        let limiter = ConnectionLimiter(limit: 8, trustedProxyCount: 0, logger: Self.quiet)
        expect((0..<3).map { _ in limiter.admit("a") }, equals: [true, true, false])
        for address in ["b", "c", "d"] {
            expect([limiter.admit(address), limiter.admit(address)], equals: [true, true])
        }
        expect(limiter.count, equals: 8)
        expect(!limiter.admit("e"))
        limiter.remove("a")
        expect(limiter.count, equals: 7)
        expect(limiter.admit("e"), "the place that became free is anyone's")
        expect(!limiter.admit("a"))
        expect(limiter.count, equals: 8)
    }

    @Test("Behind a trusted proxy, whose address all connections have, only the whole is limited")
    func proxy() {
        let limiter = ConnectionLimiter(limit: 8, trustedProxyCount: 1, logger: Self.quiet)
        expect((0..<9).map { _ in limiter.admit("proxy") }, equals: Array(repeating: true, count: 8) + [false])
    }

    @Test("One connection is possible whatever the limit")
    func smallest() {
        let limiter = ConnectionLimiter(limit: 1, trustedProxyCount: 0, logger: Self.quiet)
        expect([limiter.admit("a"), limiter.admit("b")], equals: [true, false])
    }

    @Test("Several refusals in a row are one line in the log, without an address")
    func log() {
        let sink = LogSink()
        let limiter = ConnectionLimiter(
            limit: 4, trustedProxyCount: 0, logger: Logger(label: "test") { _ in sink.handler })
        for _ in 0..<5 { _ = limiter.admit("192.0.2.1") }
        expect(sink.lines.count, equals: 1)
        limiter.remove("192.0.2.1")
        for _ in 0..<3 { _ = limiter.admit("192.0.2.1") }
        expect(sink.lines.count, equals: 2)
        expect(!sink.lines.joined().contains("192"))
    }

    @Test("A connection beyond the limit is closed at once; a place that becomes free is given out again")
    func server() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.maximumConnectionCount = 8 }) { server in
            let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try await blocking {
                var open = try (0..<2).map { _ in try RawConnection(port: server.port) }
                for connection in open {
                    connection.send(request)
                    expect(String(decoding: try connection.receiveSome(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
                }
                let third = try RawConnection(port: server.port)
                third.send(request)
                expect((try? third.receiveSome()) == nil, "it got an answer")
                open.removeLast()
                // The server needs a moment to see that it was closed.
                while true {
                    let next = try RawConnection(port: server.port)
                    next.send(request)
                    guard let answer = try? next.receiveSome() else { continue }
                    expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
                    break
                }
            }
        }
    }
}
