import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointReader
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The site of the course, over HTTP")
struct SiteServerTests {
    /// Serves the course of a workspace for as long as `body` runs.
    private static func serving(
        requestSeconds: Double = 10, _ body: @Sendable (WorkspaceFixture, Int) async throws -> Void
    ) async throws {
        try await WorkspaceFixture.with { fixture in
            let routes = SiteRoutes { try CourseSite(root: fixture.mini.root, workspace: fixture.workspace) }
            let server = try SiteServer(requestSeconds: requestSeconds) { routes.answer($0) }
            let running = Task { try await server.run() }
            let result: Result<Void, any Error>
            do { result = .success(try await body(fixture, server.port)) } catch { result = .failure(error) }
            running.cancel()
            _ = await running.result
            try result.get()
        }
    }

    private static func request(
        _ line: String, _ headers: [String] = [], host: String? = "127.0.0.1", port: Int
    ) async throws -> RawResponse {
        let lines = ["\(line) HTTP/1.1"] + (host.map { ["Host: \($0):\(port)"] } ?? []) + headers
        return try await RawConnection.exchange(port: port, Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    @Test("pages come with a strict policy, for this origin and no cache; HEAD has the same head and no body")
    func pages() async throws {
        try await Self.serving { _, port in
            for path in ["/", "/index.html", "/02-greeting.html", "/reader.css", "/reader.js", "/icon.svg", "/?a=b"] {
                let get = try await Self.request("GET \(path)", port: port)
                expect(get.status, equals: 200, "\(path)")
                expect(get["Content-Length"], equals: "\(get.body.count)")
                let head = try await Self.request("HEAD \(path)", port: port)
                expect(head.body.isEmpty)
                expect(head.headers.map(\.name), equals: get.headers.map(\.name))
                expect(head["Content-Length"], equals: get["Content-Length"])
                let policy = try #require(get["Content-Security-Policy"])
                expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "))
                expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
                expect(get["X-Content-Type-Options"], equals: "nosniff")
                expect(get["Referrer-Policy"], equals: "no-referrer")
                expect(get["Cross-Origin-Resource-Policy"], equals: "same-origin")
                expect(get["Cache-Control"], equals: "no-store")
                expect(get["Access-Control-Allow-Origin"] == nil)
            }
        }
    }

    @Test(
        "what the site does not have is not found, whatever lies on the disk",
        arguments: [
            "/../Package.swift", "/%2e%2e/Package.swift", "/..%2fPackage.swift", "//etc/passwd",
            "/.vitals/progress.json",
            "/steps/02-greeting/lesson.md", "/04-face.html", "/reader.css/", "/index.html%00", "/02-greeting",
        ])
    func notFound(path: String) async throws {
        try await Self.serving { _, port in
            let answer = try await Self.request("GET \(path)", port: port)
            expect(answer.status, equals: 404)
            expect(!answer.text.contains("swift-tools-version"))
        }
    }

    @Test("the site is for reading", arguments: ["POST", "PUT", "DELETE", "OPTIONS", "BREW"])
    func otherMethods(method: String) async throws {
        try await Self.serving { _, port in
            let answer = try await Self.request("\(method) /index.html", port: port)
            expect(answer.status, equals: 405)
            expect(answer["Allow"], equals: "GET, HEAD")
        }
    }

    @Test("a page of another site that has our address under its own name learns nothing")
    func foreignHost() async throws {
        try await Self.serving { fixture, port in
            for host in ["evil.test", "127.0.0.1.evil.test", "localhost.evil.test", "10.0.0.1", "127.0.0.1@evil.test"] {
                let answer = try await Self.request("GET /", host: host, port: port)
                expect(answer.status, equals: 421, "\(host)")
                expect(!answer.text.contains("The scaffold"))
            }
            for host in ["localhost", "LOCALHOST", "[::1]"] {
                try await expect(Self.request("GET /", host: host, port: port).status, equals: 200, "\(host)")
            }
        }
    }

    @Test(
        "what is no request is told so",
        arguments: [
            ("", 400), ("GET", 400), ("GET / HTTP/1.1", 400), ("GET  / HTTP/1.1\r\nHost: localhost", 400),
            ("GET / HTTP/2\r\nHost: localhost", 505), ("GET index.html HTTP/1.1\r\nHost: localhost", 400),
            ("GET http://evil.test/ HTTP/1.1\r\nHost: localhost", 400), ("GET /%zz HTTP/1.1\r\nHost: localhost", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost", 400), ("GET / HTTP/1.1\r\nHost : localhost", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n folded", 400), ("GET / HTTP/1.1\nHost: localhost", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5", 413),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked", 413),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "x", count: 20_000), 431),
        ])
    func malformed(head: String, status: Int) async throws {
        try await Self.serving { _, port in
            let answer = try await RawConnection.exchange(port: port, Array((head + "\r\n\r\n").utf8))
            expect(answer.status, equals: status)
            let after = try await Self.request("GET /", port: port)
            expect(after.status, equals: 200)
        }
    }

    @Test("bytes that are no text are no request")
    func binary() async throws {
        try await Self.serving { _, port in
            let bytes = Array("GET / HTTP/1.1\r\nHost: localhost\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8)
            let answer = try await RawConnection.exchange(port: port, bytes)
            expect(answer.status, equals: 400)
        }
    }

    @Test("clients that dawdle keep nobody waiting, and are sent away in the end")
    func slow() async throws {
        // Long enough that it cannot be over before others have been answered.
        try await Self.serving(requestSeconds: 20) { _, port in
            let slow = try (0..<20).map { _ in try RawConnection(port: port) }
            for connection in slow { connection.send("GET / HTTP/1.1\r\nHost: loc") }
            try await expect(Self.request("GET /", port: port).status, equals: 200)
            for connection in slow {
                expect(connection.send("alhost\r\n\r\n"), "a slow client was sent away before its time")
            }
            let last = try await blocking { try RawResponse(parsing: slow[19].receiveAll()) }
            expect(last.status, equals: 200)
        }
        try await Self.serving(requestSeconds: 0.2) { _, port in
            let slow = try RawConnection(port: port)
            slow.send("GET / HTTP/1.1\r\nHost: loc")
            let last = try await blocking { try RawResponse(parsing: slow.receiveAll()) }
            expect(last.status, equals: 408)
        }
    }

    @Test("an opened hint is noted as the command notes it, once it is begun, and by our own pages only")
    func notes() async throws {
        try await Self.serving { fixture, port in
            try await fixture.walk(to: 3)
            let path = "POST /notes/03-store/goodbye/2"
            let origin = "Origin: http://127.0.0.1:\(port)"
            func hints() throws -> [String: Int]? { try fixture.workspace.progress().steps["03-store"]?.hints }

            for headers in [
                [], ["Origin: http://evil.test"], ["Origin: null"], ["Origin: http://localhost:\(port)"],
                [origin, "Sec-Fetch-Site: cross-site"], ["Origin: https://127.0.0.1:\(port)"],
            ] {
                try await expect(Self.request(path, headers, port: port).status, equals: 403, "\(headers)")
            }
            try await expect(Self.request("GET /notes/03-store/goodbye/2", [origin], port: port).status, equals: 405)
            try expect(hints() ?? [:], equals: [:])

            let noted = try await Self.request(path, [origin, "Sec-Fetch-Site: same-origin"], port: port)
            expect(noted.status, equals: 204)
            try expect(hints(), equals: ["goodbye": 2])
            try await expect(Self.request("POST /notes/03-store/goodbye/1", [origin], port: port).status, equals: 204)
            try expect(hints(), equals: ["goodbye": 2])
            for missing in [
                "03-store/goodbye/4", "03-store/goodbye/0", "03-store/none/1", "09-none/a/1", "03-store/add/x",
            ] {
                try await expect(
                    Self.request("POST /notes/\(missing)", [origin], port: port).status, equals: 404, "\(missing)")
            }
            try expect(hints(), equals: ["goodbye": 2])
        }
        try await Self.serving { fixture, port in
            let origin = "Origin: http://127.0.0.1:\(port)"
            let locked = try await Self.request("POST /notes/03-store/goodbye/1", [origin], port: port)
            expect(locked.status, equals: 409)
            expect(locked.text.contains("Step 3 (The store) is locked"))
        }
    }

    @Test("a server that is cancelled lets its port go")
    func cancelled() async throws {
        let port = try await Self.portOfCancelled()
        let deadline = ContinuousClock.now + .seconds(5)
        while (try? LoopbackListener(port: port)) == nil {
            guard ContinuousClock.now < deadline else {
                Issue.record("the port is still taken")
                return
            }
            // Its thread has said that it ends, and is about to.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func portOfCancelled() async throws -> Int {
        let server = try SiteServer { _ in SiteResponse(status: 204) }
        let running = Task { try await server.run() }
        #expect(throws: CourseError.self) { try LoopbackListener(port: server.port) }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        return server.port
    }
}
