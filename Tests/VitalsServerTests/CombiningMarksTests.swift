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

    /// A push with the text in one place.
    private static func push(_ change: (inout [String: String]) -> Void, more: String = "") -> String {
        var members = [
            "id": "\"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d\"", "kind": "\"WEIGHT\"", "value": "70", "unit": "\"KG\"",
            "recordedAt": "\"2026-06-20T07:30:00Z\"", "updatedAt": "\"2026-06-20T07:31:00Z\"", "version": "1",
        ]
        change(&members)
        return #"{"records":[{"# + members.map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}]\(more)}"
    }

    private static let bodies: [(place: String, path: String, body: String)] = {
        let text = "\"\(marks)\""
        var bodies: [(String, String, String)] = [("a member's name", "/sync/push", push { $0[marks] = "1" })]
        for name in ["id", "kind", "unit", "recordedAt", "updatedAt", "value", "version", "label", "deleted", "note"] {
            bodies.append((name, "/sync/push", push { $0[name] = text }))
        }
        bodies.append(
            (
                "label of a symptom", "/sync/push",
                push {
                    $0["kind"] = "\"SYMPTOM\""; $0["label"] = text
                }
            ))
        bodies.append(
            (
                "unit of a tombstone", "/sync/push",
                push {
                    $0["unit"] = text; $0["deleted"] = "true"
                }
            ))
        bodies.append(("a name beside the records", "/sync/push", push({ _ in }, more: ",\(text):1")))
        bodies.append(("an id of bases", "/sync/push", push({ _ in }, more: #","bases":{\#(text):{"version":1}}"#)))
        bodies.append(
            (
                "a digest of bases", "/sync/push",
                push(
                    { _ in },
                    more: #","bases":{"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d":{"version":1,"digest":\#(text)}}"#)
            ))
        for name in ["phrase", "zone", "requestedAt", marks] {
            bodies.append(
                ("\(name.prefix(12)) of a sentence", "/parse", #"{"phrase":"weight 72","\#(name)":\#(text)}"#))
        }
        for name in ["code", "name", marks] {
            bodies.append(
                ("\(name.prefix(12)) of a pairing", "/pair", #"{"code":"AAAA-AAAA","name":"x","\#(name)":\#(text)}"#))
        }
        return bodies
    }()

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
