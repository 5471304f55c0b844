import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of texts that `==`, hashing and uppercasing take quadratic time for: one letter with 200,000 accents in turns above
/// and below. Comparing it as characters once takes minutes; `CombiningMarksTests` of `VitalsTests` does the same to a phone.
@Suite("One letter with 200,000 accents", .serialized) struct CombiningMarksServerTests {
    private static let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100_000)

    /// A push of a record with one more member, or another value of one. No dictionary: hashing the text would take minutes
    /// itself.
    private static func push(
        _ name: String = "note", _ value: String = "1", with more: String = "", beside: String = ""
    ) -> String {
        let members =
            [
                ("id", "\"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d\""), ("kind", "\"WEIGHT\""), ("value", "70"),
                ("unit", "\"KG\""),
                ("recordedAt", "\"2026-06-20T07:30:00Z\""), ("updatedAt", "\"2026-06-20T07:31:00Z\""), ("version", "1"),
            ].filter { Array($0.0.utf8) != Array(name.utf8) } + [(name, value)]
        return #"{"records":[{"# + members.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",") + more
            + "}]\(beside)}"
    }

    private static let bodies: [(place: String, path: String, body: String)] = {
        let text = "\"\(marks)\""
        let id = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
        var bodies: [(String, String, String)] = [("a member's name", "/sync/push", push(marks))]
        for name in ["id", "kind", "unit", "recordedAt", "updatedAt", "value", "version", "label", "deleted", "note"] {
            bodies.append((name, "/sync/push", push(name, text)))
        }
        bodies.append(
            ("the label of a symptom", "/sync/push", push("kind", "\"SYMPTOM\"", with: #","label":\#(text)"#)))
        bodies.append(("the unit of a tombstone", "/sync/push", push("unit", text, with: #","deleted":true"#)))
        bodies.append(("a name beside the records", "/sync/push", push(beside: ",\(text):1")))
        bodies.append(("an id of bases", "/sync/push", push(beside: #","bases":{\#(text):{"version":1}}"#)))
        let digest = #","bases":{"\#(id)":{"version":1,"digest":\#(text)}}"#
        bodies.append(("a digest of bases", "/sync/push", push(beside: digest)))
        for name in ["phrase", "timeZone", "requestedAt"] {
            bodies.append(
                ("\(name) of a sentence", "/parse", #"{"phrase":"weight 72","\#(name)x":1,"\#(name)":\#(text)}"#))
        }
        bodies.append(("a name beside a sentence", "/parse", #"{"phrase":"weight 72",\#(text):1}"#))
        for name in ["code", "name"] {
            bodies.append(("\(name) of a pairing", "/pair", #"{"\#(name)x":"AAAA-AAAA","\#(name)":\#(text)}"#))
        }
        return bodies
    }()

    @Test("costs no time in a header either, with a token or without", .timeLimit(.minutes(5)))
    func headers() async throws {
        let value = "e" + String(repeating: "\u{301}\u{323}", count: 15_000)
        try await withTemporaryDirectory { directory in
            let server = try ServerProcess(["--port", "0", "--data", directory, "--web", "web"])
            defer { server.terminate() }
            let port = try #require(
                Int(try await blocking { server.firstLine() }.split(separator: ":").last?.filter(\.isNumber) ?? ""))
            let names = [
                "If-None-Match", "Accept-Encoding", "Content-Type", "Sec-Fetch-Site", "Origin", "Host", "Connection",
                "Vitals-Receipt", "Vitals-Account", "X-Request-Id", "X-Forwarded-For", "Authorization", "Expect",
            ]
            for request in ["GET /", "POST /pair", "GET /sync/pull", "POST /sync/push", "GET /events", "POST /parse"] {
                for name in names {
                    let fields =
                        [("Host", "localhost"), ("Authorization", "Bearer dev-token"), ("Content-Length", "0")]
                        .filter { $0.0 != name } + [("Connection", "close"), (name, value)]
                    let head = fields.map { "\($0.0): \($0.1)" }.joined(separator: "\r\n")
                    let clock = ContinuousClock()
                    let start = clock.now
                    try await blocking {
                        let connection = try RawConnection(port: port)
                        connection.send("\(request) HTTP/1.1\r\n\(head)\r\n\r\n")
                        _ = try connection.receiveSome()
                    }
                    expect(clock.now - start < .seconds(2), "\(name) of \(request) took \(clock.now - start)")
                }
            }
        }
    }

    @Test("costs the server no time, wherever it stands, and nobody else waits", .timeLimit(.minutes(5)))
    func everywhere() async throws {
        try await withTemporaryDirectory { directory in
            let server = try ServerProcess(["--port", "0", "--data", directory])
            defer { server.terminate() }
            let port = try #require(
                Int(try await blocking { server.firstLine() }.split(separator: ":").last?.filter(\.isNumber) ?? ""))
            for (place, path, body) in Self.bodies {
                let clock = ContinuousClock()
                let start = clock.now
                let head = """
                    POST \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer dev-token\r\n\
                    Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n
                    """
                let response = try await RawConnection.exchange(port: port, Array((head + body).utf8))
                expect(response.status < 500, "\(place): \(response.status)")
                expect(clock.now - start < .seconds(5), "\(place) took \(clock.now - start)")
            }
        }
    }
}
