import StepSupport
import Synchronization
import TestSupport
import Testing

@testable import Vitals

/// The access tokens of an event stream: it is opened with one, and a refused one is exchanged, as for any other request.
@Suite("Sessions of an event stream") struct SessionStreamTests {
    private let server = SessionTestServer()

    /// Answers a stream's request as the server answers others, with an event where it's accepted.
    private struct Streams: EventTransport {
        let server: SessionTestServer

        func stream(
            _ request: HTTPRequest, silenceSeconds: Double, receive: @escaping @Sendable (EventStreamPart) -> Void
        ) async throws {
            let response = try await server.send(request)
            receive(.head(HTTPResponse(status: response.status)))
            receive(.bytes(Array((response.status == 200 ? "data: 1\n\n" : "refused").utf8)))
        }
    }

    /// The parts that a device receives that has synced before, after `change`.
    private func parts(after change: (inout SessionTestServer.State) -> Void) async throws -> [EventStreamPart] {
        let sessions = SessionTransport(server, now: server.clock.read)
        for _ in 0..<2 { _ = try await sessions.send(request("/sync/pull?cursor=0&limit=1")) }
        server.change {
            $0.requests = []
            change(&$0)
        }
        let received = Received()
        try await Streams(server: server).withSessions(of: sessions).stream(request("/events"), silenceSeconds: 1) {
            received.add($0)
        }
        return received.all
    }

    private final class Received: Sendable {
        private let parts = Mutex<[EventStreamPart]>([])
        var all: [EventStreamPart] { parts.withLock { $0 } }
        func add(_ part: EventStreamPart) { parts.withLock { $0.append(part) } }
    }

    private func request(_ path: String) -> HTTPRequest {
        HTTPRequest(
            method: "GET", url: "https://server.test/vitals" + path, headers: ["Authorization": "Bearer own"])
    }

    private static let accepted: [EventStreamPart] = [
        .head(HTTPResponse(status: 200)), .bytes(Array("data: 1\n\n".utf8)),
    ]

    @Test("A stream is opened with the access token, and without the feature with the device's own")
    func opens() async throws {
        try await expect(parts { _ in }, equals: Self.accepted)
        expect(server.log, equals: ["GET /events access-1"])
        let other = SessionTransport(server, now: server.clock.read)
        try await Streams(server: server).withSessions(of: other).stream(request("/events"), silenceSeconds: 1) { _ in }
        expect(server.log.last, equals: "GET /events own")
    }

    @Test("A token that the server has forgotten is exchanged once, and the refusal isn't passed on")
    func exchanges() async throws {
        try await expect(parts { $0.expiries = ["": 0] }, equals: Self.accepted)
        expect(server.log, equals: ["GET /events access-1", "POST /session own", "GET /events access-2"])
    }

    @Test("A revoked device hears the refusal, and its stream isn't tried with another token")
    func revoked() async throws {
        let parts = try await parts {
            $0.expiries = [:]
            $0.devices = []
        }
        guard case .head(let response)? = parts.first, parts.count == 1 else {
            Issue.record("\(parts)")
            return
        }
        expect(response.status, equals: 401)
        expect(server.log, equals: ["GET /events access-1", "POST /session own"])
    }

    @Test("An error of the network is passed on, and nothing is exchanged for it")
    func noNetwork() async throws {
        await #expect(throws: HTTPTransportError.self) { _ = try await parts { $0.isUnreachable = true } }
        expect(server.log, equals: ["GET /events access-1"])
    }
}
