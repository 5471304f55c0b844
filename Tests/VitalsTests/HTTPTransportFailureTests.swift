import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of how every `HTTPTransport` fails, and of its state afterwards.
@Suite("HTTP transports, when it goes wrong", .timeLimit(.minutes(5)), .serialized)
struct HTTPTransportFailureTests {
    private func failure(_ transport: any HTTPTransport, _ request: HTTPRequest) async -> (any Error)? {
        do {
            let response = try await transport.send(request)
            Issue.record("An answer came: \(response.status), \(response.body.count) bytes")
            return nil
        } catch {
            return error
        }
    }

    private func expectUnreachable(_ error: (any Error)?, _ comment: Comment? = nil) {
        guard case .unreachable(let reason)? = error as? HTTPTransportError else {
            Issue.record("Expected .unreachable, not \(String(describing: error)); \(comment ?? "")")
            return
        }
        expect(!reason.isEmpty && !reason.contains("\n"), comment)
    }

    private static let cuts = [
        "", "HTTP", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabcde\r\n0\r\n\r\n",
    ]

    @Test(
        "a connection that is cut before the answer is whole brings no answer", arguments: LiveTransport.allCases, cuts)
    func cut(live: LiveTransport, text: String) async throws {
        let server = try LoopbackServer([.raw(text)])
        let error = await failure(live.make(), HTTPRequest(method: "POST", url: server.url, body: [1]))
        expectUnreachable(error, "\(text)")
    }

    @Test("what answers and speaks no HTTP is unreachable", arguments: LiveTransport.allCases)
    func garbage(live: LiveTransport) async throws {
        for text in ["SSH-2.0-OpenSSH_9.2\r\n", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}", "<html>\r\n\r\n</html>"] {
            let server = try LoopbackServer(.raw(text))
            expectUnreachable(await failure(live.make(), HTTPRequest(method: "GET", url: server.url)), "\(text)")
        }
    }

    @Test("a port that nobody listens on is unreachable, at once", arguments: LiveTransport.allCases)
    func refused(live: LiveTransport) async throws {
        let nobody = try LoopbackServer([], isListening: false)
        let start = ContinuousClock.now
        expectUnreachable(await failure(live.make(), HTTPRequest(method: "GET", url: nobody.url)))
        expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test(
        "what is no address of HTTP is a bad URL, and nothing is sent", arguments: LiveTransport.allCases,
        ["", "example.com", "/sync/pull", "ftp://127.0.0.1/", "file:///etc/hosts", "http://", "http:///path", "://x"])
    func badURL(live: LiveTransport, url: String) async throws {
        let error = await failure(live.make(), HTTPRequest(method: "GET", url: url))
        expect(error as? HTTPTransportError == .badURL(url))
    }

    @Test("the address of a server without its scheme is not guessed at", arguments: LiveTransport.allCases)
    func noScheme(live: LiveTransport) async throws {
        let server = try LoopbackServer(.response())
        let url = "127.0.0.1:\(server.port)/"
        let error = await failure(live.make(), HTTPRequest(method: "GET", url: url))
        expect(error as? HTTPTransportError == .badURL(url))
        expect(server.connectionCount, equals: 0)
    }

    @Test("a cancelled request ends soon, whether or not the answer has begun", arguments: LiveTransport.allCases)
    func cancellation(live: LiveTransport) async throws {
        let half = LoopbackServer.Answer.head(200, ["Content-Length: 10"]) + [1, 2, 3]
        let server = try LoopbackServer([.init(steps: [.hold]), .init(steps: [.send(half), .hold]), .response()])
        let transport = live.make()
        let request = HTTPRequest(method: "GET", url: server.url, timeoutSeconds: 50)
        for _ in 0..<2 {
            let task = Task { try await transport.send(request) }
            await server.arrival()
            let start = ContinuousClock.now
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            expect(ContinuousClock.now - start < .seconds(25), "the time-out is 50 s")
        }
        try await expect(transport.send(request).status, equals: 200)
    }

    @Test("a task that is cancelled already sends nothing", arguments: LiveTransport.allCases)
    func cancelledBefore(live: LiveTransport) async throws {
        let server = try LoopbackServer(.response())
        let transport = live.make()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(HTTPRequest(method: "GET", url: server.url))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        expect(server.requests.isEmpty)
    }

    @Test("one connection serves all requests, one after the other", arguments: LiveTransport.allCases)
    func reuse(live: LiveTransport) async throws {
        let server = try LoopbackServer(.response(body: [1]))
        let transport = live.make()
        for _ in 0..<5 { _ = try await transport.send(HTTPRequest(method: "POST", url: server.url, body: [1, 2])) }
        expect(server.connectionCount, equals: 1)
        expect(server.requests.count, equals: 5)
    }

    @Test("a kept connection that the server has closed is made anew", arguments: LiveTransport.allCases)
    func closedMeanwhile(live: LiveTransport) async throws {
        let answer = LoopbackServer.Answer.response(body: [1])
        let server = try LoopbackServer(.init(steps: answer.steps + [.close]))
        let transport = live.make()
        for count in 1...3 {
            let response = try await transport.send(HTTPRequest(method: "GET", url: server.url))
            expect(response.body, equals: [1])
            expect(server.connectionCount, equals: count)
        }
    }

    @Test("after a failure the next request is as good as the first", arguments: LiveTransport.allCases)
    func recovers(live: LiveTransport) async throws {
        let server = try LoopbackServer([.raw(""), .response(body: [7]), .raw("rubbish\r\n\r\n"), .response(body: [8])])
        let transport = live.make()
        for byte in [7, 8] as [UInt8] {
            _ = await failure(transport, HTTPRequest(method: "POST", url: server.url, body: [1]))
            try await expect(transport.send(HTTPRequest(method: "GET", url: server.url)).body, equals: [byte])
        }
    }

    @Test("requests at the same time all get their own answers", arguments: LiveTransport.allCases)
    func together(live: LiveTransport) async throws {
        let server = try LoopbackServer(.response(body: [1]))
        let transport = live.make()
        try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            for number in 0..<20 as Range<UInt8> {
                group.addTask {
                    try await transport.send(HTTPRequest(method: "POST", url: server.url, body: [number]))
                }
            }
            for try await response in group { expect(response.body, equals: [1]) }
        }
        expect(Set(server.requests.map(\.body)), equals: Set((0..<20).map { [$0] }))
    }
}
