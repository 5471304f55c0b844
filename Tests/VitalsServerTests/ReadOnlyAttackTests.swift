import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Attempts to do more with a token that only reads than to look, over raw HTTP.
@Suite("A token that only reads can't do more") struct ReadOnlyAttackTests {
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]
    private static let allowed = [
        "GET /sync/pull", "GET /events", "GET /entities/changes", "GET /health/samples", "GET /health/summary",
    ]

    /// Every path of `openapi.yaml`, with something in place of its parameters.
    private static let paths: [String] = {
        guard case .object(let paths)? = OpenAPIValidator.shared.document["paths"] else { return [] }
        return paths.map { path in
            path.name.replacing("{type}", with: "note").replacing(
                "{id}", with: "00000000-0000-4000-8000-000000000001")
        }
    }()

    private static func send(
        _ site: DevicesServer, _ line: String, token: String?, headers: [String] = [], body: String = ""
    ) async throws -> RawResponse {
        let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let lines =
            [line, "Host: localhost", "Connection: close"] + authorization + headers
            + (body.isEmpty ? [] : ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"])
        return try await RawConnection.exchange(
            port: site.server.port, Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    private static let push = #"{"records":["# + record(value: 99).json + "]}"

    @Test(
        "Every operation there is, by every method, is refused by 403 unless it's on the list",
        arguments: StoreUnderTest.databases)
    func everyOperation(_ kind: StoreUnderTest) async throws {
        expect(Self.paths.count > 25)
        try await DevicesServer.with(kind) { site in
            let (token, _) = try await site.lookOn()
            let (narrow, _) = try await site.lookOn(kinds: [.weight])
            for path in Self.paths + ["/nowhere", "/demo/", "/app.js"] {
                for method in Self.methods where !Self.allowed.contains("\(method) \(path)") {
                    for token in [token, narrow] {
                        let answer = try await Self.send(site, "\(method) \(path) HTTP/1.1", token: token)
                        expect(answer.status, equals: 403, "\(method) \(path)")
                        expect(method == "HEAD" || answer.code == "read_only", "\(method) \(path): \(answer.text)")
                    }
                }
            }
        }
    }

    @Test(
        "No spelling of a route that writes gets through, and nothing is written", arguments: StoreUnderTest.databases)
    func spellings(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let kept = record()
            _ = try await site.server.push([kept])
            let (token, id) = try await site.lookOn()
            let (phone, phoneID) = try await site.pair("phone")
            let before = try await site.server.pull().text
            let targets = [
                "/sync/push", "/sync/push/", "//sync/push", "/sync//push", "/sync/%70ush", "/SYNC/PUSH", "/sync/./push",
                "/sync/pull/../push", "/sync/pull/../../sync/push", "/sync/push?x=/sync/pull", "/sync/push#/sync/pull",
                "/sync/push;/sync/pull", "/sync/push%3F/sync/pull", "http://localhost/sync/push",
                "http://localhost/sync/pull", "/sync/pull", "/sync/pull/", "/events", "/entities/changes",
            ]
            for target in targets {
                for version in ["1.1", "1.0"] {
                    for extra in [
                        [], ["X-HTTP-Method-Override: POST"], ["X-Method-Override: PUT"], ["Vitals-Read-Only: ?0"],
                    ] {
                        let line = "POST \(target) HTTP/\(version)"
                        let answer = try await Self.send(site, line, token: token, headers: extra, body: Self.push)
                        expect(answer.status == 403 || answer.status == 400, "\(line) \(extra): \(answer.status)")
                    }
                }
            }
            // A GET with a body and a header that asks to be taken for a POST reads, and no more.
            for target in ["/sync/pull", "/sync/pull?_method=POST", "/sync/pull?method=POST"] {
                let answer = try await Self.send(
                    site, "GET \(target) HTTP/1.1", token: token, headers: ["X-HTTP-Method-Override: POST"],
                    body: Self.push)
                expect(answer.status == 200 && answer.records().map(\.id) == [kept.id])
            }
            // It gets no other token, ends none, and pairs nothing.
            for (line, body) in [
                ("POST /session", ""), ("DELETE /session", ""), ("POST /pair", #"{"code":"AAAAAAAA"}"#),
                ("POST /api/v1/pair", #"{"code":"AAAAAAAA"}"#), ("GET /account", ""), ("GET /account/devices", ""),
                ("DELETE /account/devices/\(phoneID.lowercased)", ""), ("DELETE /account/devices/\(id.lowercased)", ""),
                ("GET /push/key", ""), ("POST /push/subscriptions", "{}"), ("GET /insights/weekly", ""),
            ] {
                let answer = try await Self.send(site, "\(line) HTTP/1.1", token: token, body: body)
                expect(answer.status == 403 && answer.code == "read_only", "\(line): \(answer.text)")
            }
            try await expect(site.server.pull().text, equals: before)
            try await expect(site.server.pull(token: phone).status, equals: 200)
        }
    }

    @Test("However the header is written, it's the same token or none", arguments: StoreUnderTest.databases)
    func headers(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let (token, _) = try await site.lookOn(kinds: [.weight])
            _ = try await site.server.push([record(kind: .steps, value: 7, unit: .count)])
            for (header, read, write) in [
                ("Authorization: bearer \(token)", 200, 403), ("authorization: BEARER   \(token)", 200, 403),
                ("Authorization: Bearer \(token) ", 200, 403),
                ("Authorization: Bearer \(token.uppercased())", 401, 401),
                ("Authorization: Bearer \(token)x", 401, 401),
                ("Authorization: Bearer \(token.dropFirst(3))", 401, 401),
                ("Authorization: \(token)", 401, 401), ("Authorization: Basic \(token)", 401, 401),
                ("Authorization: Bearer \(token)\r\nAuthorization: Bearer nobody", 401, 401),
                ("Authorization: Bearer nobody\r\nAuthorization: Bearer \(token)", 401, 401),
            ] {
                let pulled = try await Self.send(site, "GET /sync/pull HTTP/1.1", token: nil, headers: [header])
                expect(pulled.status, equals: read, "\(header)")
                if read == 200 { expect(pulled.records(), equals: [], "\(header)") }
                let pushed = try await Self.send(
                    site, "POST /sync/push HTTP/1.1", token: nil, headers: [header], body: Self.push)
                expect(pushed.status, equals: write, "\(header)")
            }
        }
    }

    @Test("It reads its own account and no other", arguments: StoreUnderTest.databases)
    func isolation(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let other = try await site.server.store.addUser(token: "another-token")
            _ = try await site.server.push([record()])
            let account = try #require(try await site.server.pull()["Vitals-Account"])
            for kinds in [nil, [MetricKind.weight]] {
                let (token, _) = try await site.lookOn(user: other, kinds: kinds)
                try await expect(site.server.pull(token: token).records(), equals: [])
                let claimed = try await site.server.pull(token: token, headers: [("Vitals-Account", account)])
                expect(claimed.status == 409 && claimed.code == "wrong_account")
            }
        }
    }
}
