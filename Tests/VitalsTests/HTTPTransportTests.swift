import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// The transports that exist on this system.
enum LiveTransport: String, CaseIterable {
    #if os(Linux)
    case curl
    #endif
    case urlSession

    func make(responseLimitBytes: Int = 64 << 20) -> any HTTPTransport {
        switch self {
        #if os(Linux)
        case .curl: CurlTransport(responseLimitBytes: responseLimitBytes)
        #endif
        case .urlSession: URLSessionTransport(responseLimitBytes: responseLimitBytes)
        }
    }
}

/// Tests of what every `HTTPTransport` does, against a real server. Times are upper limits, generous for a busy
/// machine.
@Suite("HTTP transports", .timeLimit(.minutes(5)), .serialized)
struct HTTPTransportTests {
    private static let everyByte = (0..<300).flatMap { _ in (0...255 as ClosedRange<UInt8>).map { $0 } }

    private func isUnreachable(_ error: (any Error)?) -> Bool {
        if case .unreachable? = error as? HTTPTransportError { true } else { false }
    }

    private func failure(_ transport: any HTTPTransport, _ request: HTTPRequest) async -> (any Error)? {
        do {
            let response = try await transport.send(request)
            Issue.record("An answer came: \(response.status), \(response.body.count) bytes")
            return nil
        } catch {
            return error
        }
    }

    // MARK: What goes out

    @Test("method, path, query and headers arrive as they were given", arguments: LiveTransport.allCases)
    func request(live: LiveTransport) async throws {
        let server = try LoopbackServer(.response())
        _ = try await live.make().send(
            HTTPRequest(
                method: "GET", url: server.url + "/v1/sync/pull?cursor=9007199254740991&limit=1",
                headers: ["Authorization": "Bearer abc.~+/=", "Vitals-Receipt": "7.ab", "Accept": "application/json"]))
        let request = try #require(server.requests.first)
        expect(request.method, equals: "GET")
        expect(request.target, equals: "/v1/sync/pull?cursor=9007199254740991&limit=1")
        expect(request.headers["authorization"], equals: "Bearer abc.~+/=")
        expect(request.headers["vitals-receipt"], equals: "7.ab")
        expect(request.headers["accept"], equals: "application/json")
        expect(request.headers["host"], equals: "127.0.0.1:\(server.port)")
        expect(request.body.isEmpty)
        expect(request.headers["cookie"] == nil)
    }

    @Test("a body arrives to the byte, whatever its bytes and its size", arguments: LiveTransport.allCases)
    func body(live: LiveTransport) async throws {
        let server = try LoopbackServer(.response())
        let transport = live.make()
        let bodies = [[0], Array("é😀".utf8), Self.everyByte, Array(repeating: 0x61, count: 3 << 20), []]
        for body in bodies {
            _ = try await transport.send(
                HTTPRequest(method: "POST", url: server.url, headers: ["Content-Type": "application/json"], body: body))
        }
        expect(server.requests.map(\.body), equals: bodies)
        expect(server.requests.allSatisfy { $0.method == "POST" })
        expect(server.requests.allSatisfy { $0.headers["content-type"] == "application/json" })
        expect(server.requests.map { $0.headers["content-length"] }, equals: bodies.map { String($0.count) })
    }

    // MARK: What comes back

    @Test("an answer's body arrives to the byte", arguments: LiveTransport.allCases)
    func answerBody(live: LiveTransport) async throws {
        let bodies = [[], [0], Self.everyByte, Array(repeating: 0x62, count: 3 << 20)] as [[UInt8]]
        let server = try LoopbackServer(bodies.map { .response(body: $0) })
        let transport = live.make()
        for body in bodies {
            try await expect(transport.send(HTTPRequest(method: "GET", url: server.url)).body, equals: body)
        }
    }

    @Test("an answer in chunks, and one that ends with its connection, arrive whole", arguments: LiveTransport.allCases)
    func framing(live: LiveTransport) async throws {
        let server = try LoopbackServer([
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcd"),
        ])
        let transport = live.make()
        for _ in 0..<2 {
            let response = try await transport.send(HTTPRequest(method: "GET", url: server.url))
            expect(response.body, equals: Array("abcd".utf8))
        }
    }

    @Test(
        "header names come in lower case, values without the white space around them", arguments: LiveTransport.allCases
    )
    func headers(live: LiveTransport) async throws {
        let server = try LoopbackServer(
            .response(headers: ["Vitals-Account:  A b:C ", "VITALS-RECEIPT: 7.ab", "Retry-After: 3"]))
        let response = try await live.make().send(HTTPRequest(method: "GET", url: server.url))
        expect(response.headers["vitals-account"], equals: "A b:C")
        expect(response.headers["vitals-receipt"], equals: "7.ab")
        expect(response.headers["retry-after"], equals: "3")
        expect(response.headers.keys.allSatisfy { $0 == $0.lowercased() })
    }

    @Test("an interim answer is passed over, headers and all", arguments: LiveTransport.allCases)
    func interim(live: LiveTransport) async throws {
        let final = LoopbackServer.Answer.head(200, ["Content-Length: 2"]) + Array("ok".utf8)
        let server = try LoopbackServer(
            .init(steps: [.send(Array("HTTP/1.1 103 Early Hints\r\nVitals-Account: x\r\n\r\n".utf8) + final)]))
        let response = try await live.make().send(HTTPRequest(method: "GET", url: server.url))
        expect(response.status, equals: 200)
        expect(response.body, equals: Array("ok".utf8))
        expect(response.headers["vitals-account"] == nil)
    }

    @Test("every status is an answer and no error", arguments: LiveTransport.allCases)
    func statuses(live: LiveTransport) async throws {
        let statuses = [200, 201, 204, 300, 304, 400, 401, 403, 404, 407, 409, 413, 418, 429, 500, 502, 503, 599]
        let server = try LoopbackServer(statuses.map { .response($0, headers: ["WWW-Authenticate: Bearer"]) })
        let transport = live.make()
        for status in statuses {
            try await expect(transport.send(HTTPRequest(method: "GET", url: server.url)).status, equals: status)
        }
        expect(server.requests.count, equals: statuses.count)
    }

    @Test(
        "a redirect is returned and not followed, so that the token goes nowhere else",
        arguments: LiveTransport.allCases)
    func redirects(live: LiveTransport) async throws {
        let other = try LoopbackServer(.response())
        let statuses = [301, 302, 303, 307, 308]
        let server = try LoopbackServer(statuses.map { .response($0, headers: ["Location: \(other.url)/there"]) })
        let transport = live.make()
        for status in statuses {
            let response = try await transport.send(
                HTTPRequest(method: "POST", url: server.url, headers: ["Authorization": "Bearer t"], body: [1]))
            expect(response.status, equals: status)
        }
        expect(server.requests.count, equals: statuses.count)
        expect(other.connectionCount, equals: 0)
    }

    @Test("cookies are neither kept nor sent", arguments: LiveTransport.allCases)
    func cookies(live: LiveTransport) async throws {
        let server = try LoopbackServer(.response(headers: ["Set-Cookie: a=b; Path=/"]))
        let transport = live.make()
        for _ in 0..<2 { _ = try await transport.send(HTTPRequest(method: "GET", url: server.url)) }
        expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
    }

    // MARK: Limits

    @Test("an answer of the limit is taken, and one byte more is not", arguments: LiveTransport.allCases)
    func limit(live: LiveTransport) async throws {
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n"
        let server = try LoopbackServer([
            .response(body: Array(repeating: 1, count: 1_000)), .response(body: Array(repeating: 1, count: 1_001)),
            .raw(chunked + String(repeating: "x", count: 1_001) + "\r\n0\r\n\r\n"), .response(body: [1]),
        ])
        let transport = live.make(responseLimitBytes: 1_000)
        let request = HTTPRequest(method: "GET", url: server.url)
        try await expect(transport.send(request).body.count, equals: 1_000)
        for _ in 0..<2 {
            await expect(failure(transport, request) as? HTTPTransportError == .responseTooLarge(limitBytes: 1_000))
        }
        try await expect(transport.send(request).body, equals: [1])
    }

    @Test("an answer without end is cut off at the limit, and not waited for", arguments: LiveTransport.allCases)
    func endless(live: LiveTransport) async throws {
        let head = LoopbackServer.Answer.head(200, ["Content-Length: 9999999999"])
        let server = try LoopbackServer(.init(steps: [.send(head + Array(repeating: 0, count: 2_000)), .hold]))
        let request = HTTPRequest(method: "GET", url: server.url, timeoutSeconds: 20)
        let error = await failure(live.make(responseLimitBytes: 1_000), request)
        expect(error as? HTTPTransportError == .responseTooLarge(limitBytes: 1_000))
    }

    @Test("no answer in time, or half of one, is a time-out", arguments: LiveTransport.allCases)
    func timeOut(live: LiveTransport) async throws {
        let half = LoopbackServer.Answer.head(200, ["Content-Length: 10"]) + [1, 2, 3]
        let server = try LoopbackServer([.init(steps: [.hold]), .init(steps: [.send(half), .hold]), .response()])
        let transport = live.make()
        for _ in 0..<2 {
            let request = HTTPRequest(method: "GET", url: server.url, timeoutSeconds: 0.3)
            let start = ContinuousClock.now
            await expect(failure(transport, request) as? HTTPTransportError == .timedOut)
            expect(ContinuousClock.now - start < .seconds(20))
        }
        try await expect(transport.send(HTTPRequest(method: "GET", url: server.url)).status, equals: 200)
    }

    @Test("bytes that dribble in do not put the time-out off", arguments: LiveTransport.allCases)
    func dribble(live: LiveTransport) async throws {
        let head = LoopbackServer.Answer.head(200, ["Content-Length: 200"])
        let body = [UInt8](repeating: 1, count: 200)
        let server = try LoopbackServer(.init(steps: [.send(head), .dribble(body, pauseMilliseconds: 25)]))
        let request = HTTPRequest(method: "GET", url: server.url, timeoutSeconds: 0.5)
        await expect(failure(live.make(), request) as? HTTPTransportError == .timedOut)
    }
}
