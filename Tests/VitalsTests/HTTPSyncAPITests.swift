import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of the two calls, over the platform's own transport, against a real server with scripted responses.
@Suite("HTTP sync API", .timeLimit(.minutes(5)))
struct HTTPSyncAPITests {
    private static let now = Timestamp(rfc3339: "2026-06-20T07:30:00Z")!

    private static let first = record("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", value: 72.3)
    private static let second = record("ffffffff-4e5f-4a6b-8c7d-9e0f1a2b3c4d", value: 71)
    private static let ids = "\"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d\""

    private static func record(_ id: String, value: Double) -> Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(uuidString: id)!, kind: .weight, value: value, unit: .kilograms, recordedAt: now, updatedAt: now,
            version: 1, extra: UnknownMembers(members: [.init("note", .string("é"))]))
    }

    private func api(
        _ server: LoopbackServer, token: String? = "dev-token", timeoutSeconds: Double = 20, path: String = ""
    ) throws -> HTTPSyncAPI {
        HTTPSyncAPI(
            server: try ServerOrigin(server.url + path), tokens: InMemorySecureStore(token: token),
            timeoutSeconds: timeoutSeconds, now: { Self.now })
    }

    private func pushFailure(_ answer: LoopbackServer.Answer) async throws -> SyncFailure? {
        let server = try LoopbackServer(answer)
        let api = try api(server)
        do {
            _ = try await api.push([Self.first], context: SyncContext())
            return nil
        } catch {
            return error
        }
    }

    private func pullFailure(_ answer: LoopbackServer.Answer) async throws -> SyncFailure? {
        let server = try LoopbackServer(answer)
        let api = try api(server)
        do {
            _ = try await api.pull(cursor: 0, limit: 10, context: SyncContext())
            return nil
        } catch {
            return error
        }
    }

    // MARK: Requests

    @Test("a push is what the protocol says, to the byte")
    func pushRequest() async throws {
        let server = try LoopbackServer(.response(json: #"{"acceptedIds":[]}"#))
        _ = try await api(server, path: "/v1/").push([Self.first, Self.second], context: SyncContext())
        let request = try #require(server.requests.first)
        expect(request.method, equals: "POST")
        expect(request.target, equals: "/v1/sync/push")
        expect(request.headers["authorization"], equals: "Bearer dev-token")
        expect(request.headers["content-type"], equals: "application/json")
        expect(request.headers["accept"], equals: "application/json")
        expect(request.headers["vitals-account"] == nil)
        expect(request.headers["vitals-receipt"] == nil)
        expect(request.headers["expect"] == nil)
        let body = #"{"records":[\#(Self.first.json),\#(Self.second.json)]}"#
        expect(String(decoding: request.body, as: UTF8.self), equals: body)
        expect(body.contains(#""value":72.3,"unit":"KG","recordedAt":"2026-06-20T07:30:00Z""#))
    }

    @Test("a push of nothing is an empty array")
    func pushNothing() async throws {
        let server = try LoopbackServer(.response(json: #"{"acceptedIds":[]}"#))
        _ = try await api(server).push([], context: SyncContext())
        expect(server.requests.first?.body, equals: Array(#"{"records":[]}"#.utf8))
    }

    @Test("a pull names cursor and limit, and the account and receipt that the store holds")
    func pullRequest() async throws {
        let server = try LoopbackServer(.response(json: #"{"records":[],"nextCursor":7}"#))
        let context = SyncContext(account: "a-1", receipt: Receipt("41.0aff"))
        _ = try await api(server).pull(cursor: 9_007_199_254_740_993, limit: 500, context: context)
        let request = try #require(server.requests.first)
        expect(request.method, equals: "GET")
        expect(request.target, equals: "/sync/pull?cursor=9007199254740993&limit=500")
        expect(request.headers["vitals-account"], equals: "a-1")
        expect(request.headers["vitals-receipt"], equals: "41.0aff")
        expect(request.headers["authorization"], equals: "Bearer dev-token")
        expect(request.headers["content-type"] == nil)
        expect(request.body.isEmpty)
    }

    @Test("the token is read anew for each request")
    func newToken() async throws {
        let server = try LoopbackServer(.response(json: #"{"records":[],"nextCursor":0}"#))
        let tokens = InMemorySecureStore(token: "one")
        let api = HTTPSyncAPI(server: try ServerOrigin(server.url), tokens: tokens)
        _ = try await api.pull(cursor: 0, limit: 1, context: SyncContext())
        try tokens.setToken("two")
        _ = try await api.pull(cursor: 0, limit: 1, context: SyncContext())
        expect(server.requests.map { $0.headers["authorization"] }, equals: ["Bearer one", "Bearer two"])
    }

    @Test(
        "without a token that can stand in a header nothing is sent",
        arguments: [nil, "", "a b", "a\r\nX: y", "a\n", "\u{0}", "tökén", "a\u{7F}", "\ta"])
    func noToken(token: String?) async throws {
        let server = try LoopbackServer(.response(json: #"{"records":[],"nextCursor":0}"#))
        let api = try api(server, token: token)
        await #expect(throws: SyncFailure.unauthorized) {
            try await api.pull(cursor: 0, limit: 1, context: SyncContext())
        }
        await #expect(throws: SyncFailure.unauthorized) { try await api.push([], context: SyncContext()) }
        expect(server.connectionCount, equals: 0)
    }

    // MARK: Answers

    @Test("a push's answer is read whole; members and headers that are not known are left alone")
    func pushAnswer() async throws {
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Account: a-1", "Vitals-Receipt: 12.00ff", "Vitals-Features: label", "X-New: 1"],
                json: """
                    {"acceptedIds":[\(Self.ids.uppercased())],"unchanged":[\(Self.ids)],"stale":[\(Self.second.json)],
                    "rejected":[{"id":\(Self.ids),"version":3,"code":"out_of_bounds","detail":"Too much.","more":[]},
                    {"id":\(Self.ids),"version":4}],"new":{"deep":[1]}}
                    """))
        let answer = try await api(server).push([Self.first], context: SyncContext())
        expect(answer.account, equals: "a-1")
        expect(answer.receipt, equals: Receipt(seq: 12, tag: "00ff"))
        expect(answer.features, equals: "label")
        expect(answer.body.acceptedIDs, equals: [Self.first.id])
        expect(answer.body.unchangedIDs, equals: [Self.first.id])
        expect(answer.body.stale, equals: [Self.second])
        expect(answer.body.rejected.map(\.version), equals: [3, 4])
        expect(
            answer.body.rejected.first,
            equals: Rejection(id: Self.first.id, version: 3, code: "out_of_bounds", detail: "Too much."))
        expect(answer.body.rejected.last?.code, equals: "rejected")
    }

    @Test("answers of a server of the base protocol are enough")
    func baseProtocol() async throws {
        let server = try LoopbackServer([
            .response(json: #"{"acceptedIds":[]}"#),
            .response(json: #"{"records":[\#(Self.first.json)],"nextCursor":1}"#),
        ])
        let api = try api(server)
        try await expect(api.push([Self.first], context: SyncContext()), equals: SyncResponse(Pushed()))
        let pulled = try await api.pull(cursor: 0, limit: 10, context: SyncContext())
        expect(pulled, equals: SyncResponse(Pulled(records: [Self.first], nextCursor: 1)))
    }

    @Test(
        "a receipt that is malformed is as good as none",
        arguments: [
            "", "x", "1", "1.", ".ab", "0.ab", "-1.ab", "1.AB", "1.ab.c", "1.xy", "99999999999999999999.ab", "1./",
            "1.:", "1.`", "1.g",
        ])
    func malformedReceipt(receipt: String) async throws {
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Receipt: \(receipt)", "Vitals-Account:"], json: #"{"records":[],"nextCursor":0}"#))
        let answer = try await api(server).pull(cursor: 0, limit: 10, context: SyncContext())
        expect(answer.receipt == nil)
        expect(answer.account == nil, "An empty account is none: a store must not be bound to it.")
    }

    @Test(
        "an account or a list of features that is no name is as good as none: it would be stored, sent and shown",
        arguments: [
            "a\u{1B}[2Jb", "a\u{7F}", "a\u{9B}2J", "\u{202E}abc", "e\u{301}",
            String(repeating: "a", count: 1025),
        ])
    func strangeNames(name: String) async throws {
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Account: \(name)", "Vitals-Features: \(name)"],
                json: #"{"records":[],"nextCursor":0}"#))
        let answer = try await api(server).pull(cursor: 0, limit: 10, context: SyncContext())
        expect(answer.account == nil && answer.features == nil)
    }

    @Test("records that cannot be read are counted, and do not hold up the others")
    func unreadable() async throws {
        let broken = [
            "null", "{}", "7", Self.first.json.replacing("72.3", with: #""72.3""#),
            Self.first.json.replacing("-06-20", with: "-02-30"), Self.first.json.replacing("0a1b2c3d", with: "x"),
        ]
        let records = [Self.first.json] + broken + [Self.second.json.replacing("WEIGHT", with: "MOOD")]
        let server = try LoopbackServer(
            .response(json: #"{"records":[\#(records.joined(separator: ","))],"nextCursor":9}"#))
        let page = try await api(server).pull(cursor: 0, limit: 10, context: SyncContext()).body
        expect(page.records.map(\.id), equals: [Self.first.id, Self.second.id])
        expect(page.unreadableCount, equals: broken.count)
        expect(page.nextCursor, equals: 9)
    }

    @Test("a stale record that cannot be read does not spoil the answer to the others")
    func unreadableStale() async throws {
        let server = try LoopbackServer(
            .response(json: #"{"acceptedIds":["\#(Self.first.id)"],"stale":[{"id":7},\#(Self.second.json)]}"#))
        let answer = try await api(server).push([Self.first, Self.second], context: SyncContext()).body
        expect(answer.acceptedIDs, equals: [Self.first.id])
        expect(answer.stale, equals: [Self.second])
    }

    @Test("null is an empty list, as some servers write one")
    func nullLists() async throws {
        let server = try LoopbackServer([
            .response(json: #"{"acceptedIds":null}"#), .response(json: #"{"records":null,"nextCursor":3}"#),
        ])
        let api = try api(server)
        let pushed = try await api.push([Self.first], context: SyncContext()).body
        expect(pushed, equals: Pushed())
        let pulled = try await api.pull(cursor: 3, limit: 1, context: SyncContext()).body
        expect(pulled, equals: Pulled(records: [], nextCursor: 3))
    }

    @Test(
        "a push answer of another shape is unexpected",
        arguments: [
            "", "null", "[]", "{}", "<html></html>", #"{"acceptedIds":[]"#, #"{"acceptedIds":{}}"#,
            #"{"acceptedIds":[1]}"#,
            #"{"acceptedIds":["x"]}"#, #"{"acceptedIds":[],"unchanged":7}"#, #"{"acceptedIds":[],"stale":{}}"#,
            #"{"acceptedIds":[],"rejected":[{"id":"x","version":1}]}"#, #"{"acceptedIds":[],"acceptedIds":[]}"#,
            #"{"acceptedIds":[],"rejected":[{"id":"0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d","version":1.5}]}"#,
        ])
    func malformedPush(body: String) async throws {
        guard case .unexpected(200, let detail)? = try await pushFailure(.response(json: body)) else {
            Issue.record("\(body) was read")
            return
        }
        expect(!detail.isEmpty && !detail.contains("\n"))
    }

    @Test(
        "a pull answer of another shape is unexpected",
        arguments: [
            "", "{}", #"{"records":[]}"#, #"{"nextCursor":1}"#, #"{"records":{},"nextCursor":1}"#, "[]",
            #"{"records":[],"nextCursor":"1"}"#, #"{"records":[],"nextCursor":-1}"#,
            #"{"records":[],"nextCursor":1.5}"#,
            #"{"records":[],"nextCursor":null}"#, #"{"records":[],"nextCursor":1e300}"#,
            #"{"records":[],"nextCursor":9007199254740992}"#,
            #"{"records":[],"nextCursor":1}x"#,
        ])
    func malformedPull(body: String) async throws {
        guard case .unexpected(200, _)? = try await pullFailure(.response(json: body)) else {
            Issue.record("\(body) was read")
            return
        }
    }
}
