import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Clients that open streams and mean no good, or have bad luck. None of them may leave anything behind.
@Suite("Hostile clients of events", .serialized) struct EventsClientTests {
    private func with(
        _ store: any SyncStore, change: @escaping @Sendable (inout HTTPConfiguration) -> Void = { _ in },
        body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.with(
            LiveSyncStore(store),
            {
                $0.components.features = [.live]
                $0.components.addLive(limits: StreamLimits(perUser: 1, total: 1), heartbeatSeconds: 3600)
                change(&$0)
            }, body: body)
    }

    private static func head(_ more: String = "") -> String {
        "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer dev-token\r\n\(more)\r\n"
    }

    @Test("A client that is gone before its response begins leaves its place to others")
    func goneBeforeTheResponse() async throws {
        let store = GatedStore()
        _ = try await store.addUser(token: "other")
        try await with(store) { server in
            var connection: ResettingConnection? = try ResettingConnection(port: server.port, sending: Self.head())
            try await eventually { store.waitingCount == 1 }
            expect(connection != nil)
            connection = nil
            // Time for the server to see that the connection has closed.
            try await Task.sleep(for: .milliseconds(300))
            store.letThrough()
            var opened: EventReader?
            for _ in 0..<50 where opened == nil {
                opened = try? await EventReader.open(server, token: "other")
                if opened == nil { try await Task.sleep(for: .milliseconds(20)) }
            }
            expect(opened != nil, "the only place is still taken")
        }
    }

    @Test(
        "A request with a body is refused, so nobody waits for a body that never ends",
        arguments: [
            ("Content-Length: 3\r\n", "abc"), ("Content-Length: 100000000\r\n", ""),
            ("Transfer-Encoding: chunked\r\n", "10000\r\n" + String(repeating: "x", count: 65536) + "\r\n"),
        ])
    func body(_ header: String, _ body: String) async throws {
        let start = ContinuousClock.now
        try await with(MemorySyncStore(), change: { $0.shutdownTimeoutSeconds = 60 }) { server in
            let connection = try RawConnection(port: server.port)
            let bytes = try await blocking {
                connection.send(Self.head(header))
                // As much as the system's buffers take, and then some.
                for _ in 0..<(body.count > 3 ? 64 : 1) { guard connection.send(body) else { break } }
                return try connection.receiveAll()
            }
            let response = try RawResponse(parsing: bytes)
            expect(response.status == 413 && response.code == "body_too_large")
            server.expectDocumented(response, "GET", "/events")
            _ = try await EventReader.open(server)
        }
        expect(ContinuousClock.now - start < .seconds(50), "the server couldn't stop by itself")
    }

    @Test("A database that hangs is a 503, and costs its time")
    func hangs() async throws {
        try await with(FailingStore(.hangs), change: { $0.requestTimeoutSeconds = 0.2 }) { server in
            let response = try await server.send("GET", "/events")
            expect(response.status == 503 && response.code == "timed_out")
        }
    }
}
