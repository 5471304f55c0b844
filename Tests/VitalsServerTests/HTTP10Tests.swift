import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of clients that speak HTTP/1.0, such as nginx as a proxy with its own settings. RFC 9112 (6.1) forbids chunks in a
/// response to them.
@Suite("Requests of HTTP/1.0") struct HTTP10Tests {
    private static func exchange(
        _ server: TestServer, _ request: String, headers: [String] = [], body: String = ""
    ) async throws -> (first: String, response: RawResponse) {
        let lines =
            [
                request, "Authorization: Bearer dev-token", "Content-Type: application/json",
                "Content-Length: \(body.utf8.count)",
            ] + headers
        let bytes = try await blocking {
            let connection = try RawConnection(port: server.port)
            connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
            return try connection.receiveAll()  // up to the end of the connection
        }
        let first = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self)
        return (first, try RawResponse(parsing: bytes))
    }

    @Test("A small response, a streamed one, and one to a push arrive whole and without chunks")
    func served() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let records = (0..<2_000).map { _ in record() }.sortedByID
            for start in stride(from: 0, to: 2_000, by: 500) {
                _ = try await server.push(Array(records[start..<start + 500]))
            }
            let more = record()
            let push = #"{"records":[\#(more.json)]}"#
            for (request, body) in [
                ("GET /sync/pull?limit=1 HTTP/1.0", ""), ("GET /sync/pull HTTP/1.0", ""),
                ("GET /sync/pull?limit=2000 HTTP/1.0", ""), ("GET /nothing HTTP/1.0", ""),
                ("POST /sync/push HTTP/1.0", push), ("GET /healthz HTTP/1.0", ""),
                ("GET /sync/pull?limit=0 HTTP/1.0", ""),
            ] {
                for headers in [[], ["Connection: keep-alive"], ["Host: localhost"]] {
                    let (first, response) = try await Self.exchange(server, request, headers: headers, body: body)
                    expect(first.hasPrefix("HTTP/1.0 "), "\(request): \(first)")
                    expect(response["transfer-encoding"] == nil && response["connection"] == "close", "\(request)")
                    expect((try? JSONValue(parsing: response.body)) != nil, "\(request): \(response.text.suffix(80))")
                }
            }
            let pushed = try await Self.exchange(
                server, "POST /sync/push HTTP/1.0", headers: ["Host: localhost"], body: push
            ).response
            expect(pushed.status == 200 && pushed.texts("unchanged") == [more.id.lowercased], "\(pushed.text)")
            let all = try await Self.exchange(server, "GET /sync/pull HTTP/1.0", headers: ["Host: localhost"]).response
            expect(all.records().count, equals: 2_001)
        }
    }

    @Test("HTTP/1.1 on the next connection is as before, and a version that doesn't exist is a 400")
    func others() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            _ = try await Self.exchange(server, "GET /sync/pull HTTP/1.0")
            let (first, response) = try await Self.exchange(
                server, "GET /sync/pull HTTP/1.1", headers: ["Host: localhost", "Connection: close"])
            expect(first.hasPrefix("HTTP/1.1 200") && response["transfer-encoding"] == "chunked")
            let broken = try await Self.exchange(server, "GET /sync/pull HTTP/1.x")
            expect(broken.response.status, equals: 400)
        }
    }
}
