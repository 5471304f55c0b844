import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of which response becomes which `SyncFailure`.
@Suite("HTTP sync API, failures", .timeLimit(.minutes(5)))
struct HTTPSyncAPIFailureTests {
    private static let now = Timestamp(rfc3339: "2026-06-20T07:30:00Z")!

    private func failure(
        _ answer: LoopbackServer.Answer?, timeoutSeconds: Double = 20,
        transport: any HTTPTransport = HTTPSyncAPI.defaultTransport()
    ) async throws -> SyncFailure? {
        let server = try LoopbackServer(answer.map { [$0] } ?? [], isListening: answer != nil)
        let api = HTTPSyncAPI(
            server: try ServerOrigin(server.url), tokens: InMemorySecureStore(token: "secret-token"),
            transport: transport,
            timeoutSeconds: timeoutSeconds, now: { Self.now })
        do {
            _ = try await api.pull(cursor: 0, limit: 10, context: SyncContext(account: "a-1"))
            return nil
        } catch {
            return error
        }
    }

    private func problem(_ status: Int, _ members: String, headers: [String] = []) -> LoopbackServer.Answer {
        .response(
            status, headers: headers + ["Content-Type: application/problem+json"],
            body: Array(#"{"type":"about:blank","title":"Title","status":\#(status)\#(members)}"#.utf8))
    }

    @Test(
        "each status and code has its meaning",
        arguments: [
            (401, #","code":"unauthorized""#, .unauthorized), (401, "", .unauthorized),
            (409, #","code":"wrong_account""#, .wrongAccount(account: "a-9")),
            (409, #","code":"history_lost""#, .historyLost(account: "a-9")),
            (409, #","code":"else","detail":"D""#, .unexpected(status: 409, detail: "D")),
            (409, "", .unexpected(status: 409, detail: "Title")),
            (
                400, #","code":"bad_time","detail":"D","path":"records[3].updatedAt""#,
                .badRecord(index: 3, code: "bad_time", detail: "D", account: "a-9")
            ),
            (
                400, #","path":"records[0]""#,
                .badRecord(index: 0, code: "bad_record", detail: "Title", account: "a-9")
            ),
            (400, #","code":"bad_json","detail":"D""#, .refused(status: 400, detail: "D", account: "a-9")),
            (400, #","detail":"D","path":"cursor""#, .refused(status: 400, detail: "D", account: "a-9")),
            (400, #","detail":"D","path":"records""#, .refused(status: 400, detail: "D", account: "a-9")),
            (400, #","detail":"D","path":"records[x]""#, .refused(status: 400, detail: "D", account: "a-9")),
            (400, #","detail":"D","path":"records[-1]""#, .refused(status: 400, detail: "D", account: "a-9")),
            (400, #","detail":"D","path":"records[+1]""#, .refused(status: 400, detail: "D", account: "a-9")),
            (400, #","detail":"D","path":"records[]""#, .refused(status: 400, detail: "D", account: "a-9")),
            (400, #","detail":"D","path":7"#, .refused(status: 400, detail: "D", account: "a-9")),
            (413, #","detail":"D""#, .refused(status: 413, detail: "D", account: "a-9")),
            (429, "", .unavailable(status: 429, retryAfterSeconds: nil)),
            (500, #","code":"wrong_account""#, .unavailable(status: 500, retryAfterSeconds: nil)),
            (503, "", .unavailable(status: 503, retryAfterSeconds: nil)),
            (599, "", .unavailable(status: 599, retryAfterSeconds: nil)),
            (201, "", .unexpected(status: 201, detail: "Title")),
            (302, "", .unexpected(status: 302, detail: "it redirects to another address")),
            (403, #","detail":"D""#, .unexpected(status: 403, detail: "D")),
            (404, "", .unexpected(status: 404, detail: "Title")), (422, "", .unexpected(status: 422, detail: "Title")),
        ] as [(Int, String, SyncFailure)])
    func statuses(status: Int, members: String, expected: SyncFailure) async throws {
        try await expect(failure(problem(status, members, headers: ["Vitals-Account: a-9"])), equals: expected)
    }

    @Test(
        "an answer without a problem, or with one that is no JSON, has its status's meaning",
        arguments: ["", "<html>", "[]"])
    func noProblem(body: String) async throws {
        func of(_ status: Int) async throws -> SyncFailure? {
            try await failure(.response(status, body: Array(body.utf8)))
        }
        try await expect(of(401), equals: .unauthorized)
        try await expect(of(400), equals: .refused(status: 400, detail: "no reason given", account: nil))
        try await expect(of(409), equals: .unexpected(status: 409, detail: "no reason given"))
        try await expect(of(404), equals: .unexpected(status: 404, detail: "no reason given"))
        try await expect(of(502), equals: .unavailable(status: 502, retryAfterSeconds: nil))
    }

    @Test(
        "Retry-After is read as seconds and as a date in each of HTTP's forms; anything else is none",
        arguments: [
            ("0", 0), ("3", 3), ("120", 120), ("Sat, 20 Jun 2026 07:30:05 GMT", 5),
            ("Sat, 20 Jun 2026 07:31:00 GMT", 60),
            ("Sat, 20 Jun 2026 07:29:00 GMT", 0), ("Saturday, 20-Jun-26 07:30:05 GMT", 5),
            ("Sat Jun 20 07:30:05 2026", 5), ("", nil), ("-1", nil), ("+5", nil), ("1.5", nil), ("soon", nil),
            ("5s", nil),
            ("2026-06-20T07:30:05Z", nil), ("99999999999999999999999", nil),
        ] as [(String, Double?)])
    func retryAfter(text: String, expected: Double?) async throws {
        for status in [429, 503] {
            let answer = problem(status, "", headers: ["Retry-After: \(text)"])
            try await expect(failure(answer), equals: .unavailable(status: status, retryAfterSeconds: expected))
        }
    }

    @Test("no answer in time is a time-out")
    func timeOut() async throws {
        try await expect(failure(.init(steps: [.hold]), timeoutSeconds: 0.3), equals: .timedOut)
    }

    @Test("nobody listening, and an answer that is cut, are offline")
    func offline() async throws {
        let head = LoopbackServer.Answer.head(200, ["Content-Length: 100"])
        for answer in [nil, .init(steps: [.close]), .init(steps: [.send(head), .close])] as [LoopbackServer.Answer?] {
            let failure = try await failure(answer)
            guard case .offline(let reason)? = failure else {
                Issue.record("Expected .offline, not \(String(describing: failure))")
                continue
            }
            expect(!reason.isEmpty && !reason.contains("\n") && !reason.contains("secret-token"))
        }
    }

    @Test("an answer larger than the transport's limit is unexpected")
    func tooLarge() async throws {
        let answer = LoopbackServer.Answer.response(json: #"{"records":[],"nextCursor":0,"more":"0123456789"}"#)
        let failure = try await failure(answer, transport: URLSessionTransport(responseLimitBytes: 20))
        expect(failure, equals: .unexpected(status: 200, detail: "the answer is larger than 20 bytes"))
    }

    @Test("what a server says is one harmless line when it reaches a person")
    func hostileDetail() async throws {
        let hostile = #","detail":"\#(#"\u001b[2J\r\n\u202e"#)"# + String(repeating: "x", count: 10_000) + #"""#
        for status in [400, 404, 413] {
            let failure = try await failure(problem(status, hostile))
            let detail: String
            switch failure {
            case .refused(_, let text, _), .unexpected(_, let text): detail = text
            default:
                Issue.record("\(String(describing: failure))")
                continue
            }
            expect(detail.count <= 1_000)
            expect(!detail.unicodeScalars.contains { ["\u{1B}", "\r", "\n", "\u{202E}"].contains($0) })
        }
    }
}
