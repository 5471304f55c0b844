import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests that each bad input gets a clear 4xx, writes nothing, and leaves the server up.
@Suite("Bad input over TCP") struct BadInputTests {
    private static let good = #"""
        {"id":"f1c20000-0000-4000-8000-000000000001","kind":"WEIGHT","value":72.5,"unit":"KG",\#
        "recordedAt":"2026-06-20T07:30:00Z","updatedAt":"2026-06-20T07:31:00Z","version":1}
        """#

    private func expectNothingWritten(_ server: TestServer) async throws {
        try await expect(server.send("GET", "/healthz", token: nil).status, equals: 200, "the server is down")
        let pulled = try await server.pull()
        expect(pulled.text, equals: #"{"records":[],"nextCursor":0}"#, "something was written")
    }

    struct BadRecord: CustomTestStringConvertible, Sendable {
        var member: String
        var json: String
        var path: String

        init(_ member: String, _ json: String, path: String? = nil) {
            self.member = member
            self.json = json
            self.path = path ?? "records[1].\(member)"
        }

        var testDescription: String { "\(member) = \(json.prefix(40))" }
    }

    static let badRecords: [BadRecord] = [
        .init("id", "7"), .init("id", #""not-a-uuid""#), .init("id", "null"),
        .init("id", #""f1c20000-0000-4000-8000-00000000000""#), .init("id", #"["x"]"#),
        .init("kind", "1"), .init("kind", "null"), .init("unit", "{}"), .init("unit", "true"),
        .init("value", #""72.5""#), .init("value", "null"), .init("value", "[72.5]"),
        .init("value", "NaN"), .init("value", "Infinity"), .init("value", "-Infinity"), .init("value", "1e400"),
        .init("value", "-1e400"), .init("value", "+1"), .init("value", "01"), .init("value", ".5"),
        .init("value", "1."),
        .init("value", "0x10", path: "records[1]"),
        .init("version", "0"), .init("version", "-1"), .init("version", "-0"), .init("version", "1.5"),
        .init("version", "9007199254740992"), .init("version", "9223372036854775808"), .init("version", "1e300"),
        .init("version", #""1""#), .init("version", "true"),
        .init("recordedAt", #""0000-12-31T00:00:00Z""#), .init("recordedAt", #""10000-01-01T00:00:00Z""#),
        .init("recordedAt", #""2026-02-30T00:00:00Z""#), .init("recordedAt", #""2026-02-29T00:00:00Z""#),
        .init("recordedAt", #""2026-06-20 07:30:00""#), .init("recordedAt", #""2026-06-20T24:00:00Z""#),
        .init("recordedAt", #""2026-06-20T07:30:00""#), .init("recordedAt", "1781940600000"),
        .init("recordedAt", #""0001-01-01T00:00:00+01:00""#), .init("recordedAt", #""9999-12-31T23:59:59-01:00""#),
        .init("updatedAt", #""""#), .init("updatedAt", #""2026-06-20T07:30:00.Z""#), .init("updatedAt", "null"),
        .init("note", #""\u0000""#), .init("note", #""\ud800""#), .init("note", #""\udc00x""#),
        .init("note", String(repeating: "[", count: 100) + String(repeating: "]", count: 100)),
    ]

    @Test("A bad member is named by its path, and the good records beside it are not written")
    func badMembers() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            for bad in Self.badRecords {
                var members = [
                    "id": #""f1c20000-0000-4000-8000-000000000002""#, "kind": #""WEIGHT""#, "value": "72.5",
                    "unit": #""KG""#, "recordedAt": #""2026-06-20T07:30:00Z""#,
                    "updatedAt": #""2026-06-20T07:31:00Z""#, "version": "1",
                ]
                members[bad.member] = bad.json
                let text = members.map { #""\#($0)":\#($1)"# }.joined(separator: ",")
                let body = #"{"records":[\#(Self.good),{\#(text)}]}"#
                let answer = try await server.send("POST", "/sync/push", body: Array(body.utf8))
                expect(answer.status, equals: 400, "\(bad.testDescription)")
                let path = answer.json?["path"]?.string ?? ""
                expect(path.hasPrefix(bad.path), "\(bad.testDescription) was blamed on \(path)")
                expect(!answer.text.contains("72.5"), "a health value is in the answer")
            }
            for missing in ["id", "kind", "value", "unit", "recordedAt", "updatedAt", "version"] {
                let body = #"{"records":[\#(Self.good.replacingOccurrences(of: "\"\(missing)\"", with: "\"x\""))]}"#
                let answer = try await server.send("POST", "/sync/push", body: Array(body.utf8))
                expect(answer.status, equals: 400)
                expect(answer.json?["path"]?.string, equals: "records[0].\(missing)")
            }
            try await expectNothingWritten(server)
        }
    }

    @Test("A body of the wrong shape is a 400")
    func badBodies() async throws {
        let bodies: [(String, String)] = [
            ("", "malformed_json"), ("{", "malformed_json"), ("nonsense", "malformed_json"),
            (#"{"records":[]} x"#, "malformed_json"), (#"{"records":[],"records":[]}"#, "malformed_json"),
            (#"{"records":[{"id":1,"id":2}]}"#, "malformed_json"), (#"{'records':[]}"#, "malformed_json"),
            (String(repeating: "[", count: 100_000), "malformed_json"), ("\u{FEFF}{}", "malformed_json"),
            ("{}", "bad_shape"), ("[]", "bad_shape"), ("null", "bad_shape"), ("7", "bad_shape"),
            (#"{"records":{}}"#, "bad_shape"), (#"{"records":null}"#, "bad_shape"), (#"{"records":[7]}"#, "bad_shape"),
            (#"{"records":[null]}"#, "bad_shape"), (#"{"records":[[]]}"#, "bad_shape"),
            (#"{"Records":[]}"#, "bad_shape"),
        ]
        try await TestServer.with(MemorySyncStore()) { server in
            for (body, code) in bodies {
                let answer = try await server.send("POST", "/sync/push", body: Array(body.utf8))
                expect(answer.status, equals: 400, "\(body.prefix(40))")
                expect(answer.code, equals: code, "\(body.prefix(40))")
            }
            let notUTF8 = try await server.send("POST", "/sync/push", body: [0x22, 0xFF, 0xFE, 0x22])
            expect(notUTF8.code, equals: "malformed_json")
            try await expectNothingWritten(server)
        }
    }

    @Test("Negative zero is no error: it is out of bounds or zero")
    func negativeZero() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let steps = Self.good.replacingOccurrences(of: "WEIGHT", with: "STEPS")
                .replacingOccurrences(of: "KG", with: "COUNT").replacingOccurrences(of: "72.5", with: "-0.0")
            let answer = try await server.send("POST", "/sync/push", body: Array(#"{"records":[\#(steps)]}"#.utf8))
            expect(answer.status, equals: 200)
            try await expect(server.pull().text.contains(#""value":0,"#))
        }
    }

    @Test("A cursor or limit that is no whole number in its range is a 400 that names it")
    func badParameters() async throws {
        let queries = [
            ("cursor=-1", "cursor"), ("cursor=1.5", "cursor"), ("cursor=x", "cursor"), ("cursor=", "cursor"),
            ("cursor", "cursor"), ("cursor=9223372036854775808", "cursor"), ("cursor=+1", "cursor"),
            ("cursor=%31x", "cursor"), ("cursor=1&cursor=1", "cursor"), ("cursor=0&limit=0", "limit"),
            ("limit=10001", "limit"), ("limit=-5", "limit"), ("limit=all", "limit"), ("limit=5&limit=6", "limit"),
            ("cursor=1e3", "cursor"), ("cursor=%D9%A1", "cursor"),
        ]
        try await TestServer.with(MemorySyncStore()) { server in
            for (query, name) in queries {
                let answer = try await server.pull("?" + query)
                expect(answer.status, equals: 400, "\(query)")
                expect(answer.json?["path"]?.string, equals: name, "\(query)")
            }
            try await expect(server.pull("?cursor=9223372036854775807").status, equals: 200)
            try await expect(server.pull("?limit=10000&other=1").status, equals: 200)
        }
    }

    @Test("A malformed receipt is a 400 that names the header")
    func badHeaders() async throws {
        let headers = [
            ("Vitals-Receipt", "x"), ("Vitals-Receipt", "0.ab"), ("Vitals-Receipt", "-1.ab"), ("Vitals-Receipt", "1."),
            ("Vitals-Receipt", "1.AB"), ("Vitals-Receipt", "1.ab.cd"), ("Vitals-Receipt", "9223372036854775808.ab"),
            ("Vitals-Receipt", ""),
        ]
        try await TestServer.with(MemorySyncStore()) { server in
            for header in headers {
                let pulled = try await server.pull(headers: [header])
                let pushed = try await server.push([record()], headers: [header])
                for answer in [pulled, pushed] {
                    expect(answer.status, equals: 400, "\(header)")
                    expect(answer.code, equals: "bad_header", "\(header)")
                    expect(answer.json?["path"]?.string, equals: header.0)
                }
            }
            let twice = try await server.pull(headers: [("Vitals-Receipt", "1.ab"), ("Vitals-Receipt", "1.ab")])
            expect(twice.code, equals: "bad_header")
            try await expectNothingWritten(server)
        }
    }

    @Test("An account of any other representation is another account")
    func oddAccounts() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            for account in ["", "A B", "!", String(repeating: "a", count: 65), "8050D2FD1E58CADBE4CEAB7ECDF8CD1B"] {
                let header = ("Vitals-Account", account)
                let pulled = try await server.pull(headers: [header])
                let pushed = try await server.push([record()], headers: [header])
                for answer in [pulled, pushed] {
                    expect(answer.status, equals: 409, "\(account)")
                    expect(answer.code, equals: "wrong_account", "\(account)")
                }
            }
            try await expectNothingWritten(server)
        }
    }

    @Test("Without a token of this server there is a 401, and the token is not repeated")
    func badTokens() async throws {
        let tokens = [
            "Bearer nobody", "Bearer", "Bearer ", "Basic ZGV2LXRva2Vu", "dev-token", "Bearer dev-token x",
            "Bearer DEV-TOKEN", "Bearer ' OR 1=1 --", "Bearer \(String(repeating: "x", count: 5000))",
        ]
        try await TestServer.with(MemorySyncStore()) { server in
            for token in tokens {
                for (method, path) in [("GET", "/sync/pull"), ("POST", "/sync/push")] {
                    let answer = try await server.send(
                        method, path, token: nil, headers: [("Authorization", token)], body: [])
                    expect(answer.status, equals: 401, "\(token.prefix(30))")
                    expect(answer["WWW-Authenticate"], equals: "Bearer")
                    expect(!answer.text.contains("dev-token") && !answer.text.contains("nobody"))
                }
            }
            try await expect(server.send("GET", "/sync/pull", token: nil).status, equals: 401)
            try await expectNothingWritten(server)
        }
    }

    @Test("An unknown route is a 404, a wrong method a 405 with Allow")
    func routes() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            for path in [
                "/", "/sync", "/sync/nope", "/sync/push/x", "/SYNC/PULL", "/healthz/..", "/%00", "/../etc/passwd",
            ] {
                try await expect(server.send("GET", path).status, equals: 404, "\(path)")
            }
            let routes = ["/sync/push": "POST", "/sync/pull": "GET", "/healthz": "GET", "/readyz": "GET"]
            for (path, allowed) in routes {
                for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"]
                where method != allowed {
                    let answer = try await server.send(method, path, token: nil)
                    expect(answer.status, equals: 405, "\(method) \(path)")
                    expect(answer["Allow"], equals: allowed)
                }
            }
        }
    }

    @Test("A body or a batch over the limit is a 413, announced or not, and its answer arrives")
    func tooLarge() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.limits.batchRecordCount = 3 }) { server in
            let huge = [UInt8](repeating: 0x20, count: 6 << 20)
            let announced = try await server.send("POST", "/sync/push", body: huge)
            expect(announced.status, equals: 413)
            expect(announced.code, equals: "body_too_large")
            let head = """
                POST /sync/push HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n\
                Transfer-Encoding: chunked\r\n\r\n600000\r\n
                """
            let chunked = try await RawConnection.exchange(port: server.port, Array(head.utf8) + huge)
            expect(chunked.status, equals: 413)
            server.expectDocumented(chunked, "POST", "/sync/push")
            let many = try await server.push((0..<4).map { _ in record() })
            expect(many.code, equals: "batch_too_large")
            try await expect(server.push((0..<3).map { _ in record(UUID(), value: -1) }).status, equals: 200)
            try await expectNothingWritten(server)
        }
    }

    struct BrokenRequest: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
    }

    static let brokenRequests = [
        BrokenRequest(testDescription: "no HTTP at all", text: "GARBAGE\r\n\r\n"),
        BrokenRequest(testDescription: "a version of HTTP that is not", text: "GET /healthz HTTP/9.9\r\n\r\n"),
        BrokenRequest(
            testDescription: "a length that is no number",
            text: "POST /sync/push HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n"),
        BrokenRequest(
            testDescription: "two lengths",
            text: "POST /sync/push HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
        BrokenRequest(
            testDescription: "a head of 200 kB",
            text: "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "y", count: 200_000))\r\n\r\n"),
    ]

    @Test("What is no HTTP is a 400 problem, and the connection closes", arguments: brokenRequests)
    func notHTTP(_ broken: BrokenRequest) async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let answer = try await RawConnection.exchange(port: server.port, Array(broken.text.utf8))
            expect(answer.status, equals: 400)
            expect(answer["content-type"], equals: "application/problem+json")
            let problems = OpenAPIValidator.shared.problems(of: answer, component: "MalformedHTTP")
            expect(problems.isEmpty)
            try await expectNothingWritten(server)
        }
    }

    @Test("A body that ends too early writes nothing")
    func cutBody() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            try await blocking {
                let connection = try RawConnection(port: server.port)
                let body = #"{"records":[\#(Self.good)]}"#
                connection.send(
                    "POST /sync/push HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n"
                        + "Content-Length: \(body.utf8.count + 10)\r\n\r\n" + body)
            }
            try await expectNothingWritten(server)
        }
    }
}
