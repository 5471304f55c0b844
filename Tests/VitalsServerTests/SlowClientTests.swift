import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("Slow clients, slow databases") struct SlowClientTests {
    private static let head = """
        POST /sync/push HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\nContent-Length: 100\r\n\r\n
        """

    @Test("A body that does not arrive in time is a 408, and the connection closes")
    func slowBody() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.bodyTimeoutSeconds = 0.2 }) { server in
            let answer = try await RawConnection.exchange(port: server.port, Array((Self.head + "{").utf8))
            expect(answer.status, equals: 408)
            expect(answer.code, equals: "body_timed_out")
            expect(answer["Connection"], equals: "close")
            server.expectDocumented(answer, "POST", "/sync/push")
            try await expect(server.pull().records().isEmpty)
        }
    }

    @Test("A client that was refused and goes on sending nothing is let go, long before its body is due")
    func refusedAndSilent() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.bodyTimeoutSeconds = 3600 }) { server in
            let refused = Self.head.replacingOccurrences(of: "dev-token", with: "nobody")
            let answer = try await RawConnection.exchange(port: server.port, Array((refused + "{").utf8))
            expect(answer.status, equals: 401)
            expect(answer["Connection"], equals: "close")
        }
    }

    @Test("A head that does not arrive in time closes the connection")
    func slowHead() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.idleTimeoutSeconds = 0.2 }) { server in
            let received = try await blocking {
                let connection = try RawConnection(port: server.port)
                connection.send("POST /sync/push HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                return try connection.receiveAll()
            }
            expect(received.isEmpty)
            try await expect(server.send("GET", "/healthz").status, equals: 200)
        }
    }

    @Test("A database that does not answer is a 503 that says when to try again")
    func slowStore() async throws {
        try await TestServer.with(FailingStore(.hangs), { $0.requestTimeoutSeconds = 0.2 }) { server in
            let answer = try await server.push([record()])
            expect(answer.status, equals: 503)
            expect(answer.code, equals: "timed_out")
            expect(answer["Retry-After"] != nil)
        }
    }

    @Test(
        "A busy database is a 503; an error that nobody foresaw is a bare 500 without its cause",
        arguments: [
            (FailingStore.Failure.busy, 503, "busy"), (.unusable, 503, "not_ready"), (.unforeseen, 500, "internal"),
        ])
    func failingStore(_ failure: FailingStore.Failure, status: Int, code: String) async throws {
        try await TestServer.with(FailingStore(failure)) { server in
            let answers = [
                try await server.push([record()]), try await server.pull("?cursor=0&limit=1"), try await server.pull(),
            ]
            for answer in answers {
                expect(answer.status, equals: status)
                expect(answer.code, equals: code)
                expect(!answer.text.contains("secret"))
            }
            let ready = try await server.send("GET", "/readyz", token: nil)
            expect(ready.status, equals: 503)
            expect(ready.code, equals: "not_ready")
            expect(!ready.text.contains("secret"))
            try await expect(server.send("GET", "/healthz", token: nil).status, equals: 200)
        }
    }
}
