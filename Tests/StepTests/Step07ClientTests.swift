import Foundation
import StepSupport
import Synchronization
import Testing
import Vitals

/// Tests of `HTTPSyncAPI` against a real server on this machine: its requests, and how it handles each response.
@Suite("Step 7: the sync client")
struct Step07ClientTests {
    // MARK: What is sent

    @Test("a push is a POST of the records to /sync/push")
    func pushRequest() async throws {
        let server = try LoopbackServer(.response(json: #"{"acceptedIds":[]}"#))
        let record = Self.record(value: 72.3)
        _ = try? await api(server, path: "/v1").push([record, record], context: SyncContext())
        let sent = try #require(server.requests.first, "push() sent nothing to the server.")
        expect(sent.method == "POST", "A push changes the server, so it is a POST; this one was a \(sent.method).")
        expect(
            sent.target == "/v1/sync/push",
            "The path is the server's own, here /v1, followed by /sync/push; this push went to \(sent.target).")
        let body = #"{"records":[\#(record.json),\#(record.json)]}"#
        expect(
            sent.text == body, "The body should be what PushBody writes, \(body); the server got \(sent.text).")
        expect(
            sent.headers["content-type"] == "application/json",
            "A body of JSON says so in Content-Type; this one says \(sent.shows("content-type")).")
        expect(
            sent.headers["accept"] == "application/json",
            "Accept should ask for application/json; it was \(sent.shows("accept")).")
    }

    @Test("a pull is a GET of /sync/pull, with the cursor and the limit that it was given")
    func pullRequest() async throws {
        let server = try LoopbackServer(.response(json: Self.emptyPage))
        _ = try? await api(server).pull(cursor: 9_007_199_254_740_991, limit: 250, context: SyncContext())
        let sent = try #require(server.requests.first, "pull() sent nothing to the server.")
        expect(sent.method == "GET", "A pull changes nothing, so it is a GET; this one was a \(sent.method).")
        let parts = sent.target.split(separator: "?", omittingEmptySubsequences: false)
        let query = Set(parts.dropFirst().joined(separator: "?").split(separator: "&"))
        expect(
            parts.first == "/sync/pull" && query == ["cursor=9007199254740991", "limit=250"],
            "A pull asks for /sync/pull?cursor=9007199254740991&limit=250; this one asked for \(sent.target).")
        expect(sent.body.isEmpty, "A pull has no body; this one had \(sent.body.count) bytes.")
        expect(
            sent.headers["content-type"] == nil,
            "Without a body there is no Content-Type; this pull said \(sent.shows("content-type")).")
    }

    @Test("each request reads the token again and sends it in the Authorization header, and nowhere else")
    func token() async throws {
        let server = try LoopbackServer(.response(json: Self.emptyPage))
        let tokens = InMemorySecureStore(token: "first-token")
        let api = try api(server, tokens: tokens)
        _ = try? await api.pull(cursor: 0, limit: 1, context: SyncContext())
        try tokens.setToken("second-token")
        _ = try? await api.pull(cursor: 0, limit: 1, context: SyncContext())
        let seen = server.requests.map { $0.headers["authorization"] ?? "no Authorization header" }
        expect(
            seen == ["Bearer first-token", "Bearer second-token"],
            """
            Each request should carry "Bearer " and the token that the secure store holds at that moment; a new login \
            takes effect at once. The server saw \(seen).
            """)
        for request in server.requests {
            expect(
                !request.target.contains("token"),
                "A token in an address ends up in every proxy's log; this request asked for \(request.target).")
        }
    }

    @Test(
        "nothing is sent without a token that fits into a header", .serialized,
        arguments: [nil, "", "a b", "a\r\nX: y", "ü", "a\u{7F}"])
    func noToken(token: String?) async throws {
        let server = try LoopbackServer(.response(json: Self.emptyPage))
        let failure = try await pullFailure(server, tokens: InMemorySecureStore(token: token))
        let what = token.map { "the token \($0.debugDescription)" } ?? "no token"
        expect(
            failure == .unauthorized,
            """
            With \(what) a pull should fail with unauthorized, so that the person is asked to log in; it ended with \
            \(Self.text(failure)).
            """)
        expect(
            server.connectionCount == 0,
            "With \(what) no request should leave the phone; \(server.connectionCount) did.")
    }

    @Test("if the secure store can't read its token, nothing is sent and the person logs in again")
    func unreadableToken() async throws {
        struct Locked: SecureStore {
            struct Refusal: Error {}
            func token() throws -> String? { throw Refusal() }
            func setToken(_ token: String) throws {}
            func removeToken() throws {}
        }
        let server = try LoopbackServer(.response(json: Self.emptyPage))
        let failure = try await pullFailure(server, tokens: Locked())
        expect(
            failure == .unauthorized,
            """
            The secure store threw when it was asked for the token. A new login fixes that, so a pull should fail with \
            unauthorized; it ended with \(Self.text(failure)).
            """)
        expect(
            server.connectionCount == 0,
            "The token couldn't be read, but \(server.connectionCount) requests left the phone.")
    }

    @Test("every request has the account and the receipt, once the store has them")
    func context() async throws {
        let server = try LoopbackServer(.response(json: Self.emptyPage))
        let api = try api(server)
        let receipt = try #require(Receipt("12.00ff"))
        for context in [SyncContext(), SyncContext(account: "account-1", receipt: receipt)] {
            _ = try? await api.pull(cursor: 0, limit: 1, context: context)
            _ = try? await api.push([], context: context)
        }
        let requests = server.requests
        try #require(requests.count == 4, "Four requests were made; the server saw \(requests.count).")
        for (index, request) in requests.enumerated() {
            let call = index.isMultiple(of: 2) ? "pull" : "push"
            for (header, value) in [("vitals-account", "account-1"), ("vitals-receipt", "12.00ff")] {
                let expected = index < 2 ? nil : value
                expect(
                    request.headers[header] == expected,
                    """
                    A \(call) from a store that \(expected == nil ? "has none yet" : "knows it") should have \
                    \(expected ?? "nothing") under \(header); it had \(request.shows(header)).
                    """)
            }
        }
    }

    @Test(
        "a redirect isn't followed, so no other server gets the token", .serialized,
        arguments: [301, 302, 307, 308])
    func redirect(status: Int) async throws {
        let elsewhere = try LoopbackServer(.response(json: Self.emptyPage))
        let server = try LoopbackServer(.response(status, headers: ["Location: \(elsewhere.url)/sync/pull"]))
        let failure = try await pullFailure(server)
        let carried = elsewhere.requests.first.map { $0.shows("authorization") }
        expect(
            elsewhere.connectionCount == 0,
            """
            After a \(status) the request was sent again, to another server, with Authorization: \(carried ?? ""). \
            Anyone who responds at the first address could get the person's token.
            """)
        expectUnexpected(failure, status: status, "A \(status) that points elsewhere")
    }

    // MARK: What a 200 says

    @Test("the response to a push is read completely, including its headers")
    func pushAnswer() async throws {
        let record = Self.record(value: 71)
        let id = record.id.uuidString.lowercased()
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Account: account-1", "Vitals-Receipt: 12.00ff", "Vitals-Features: label"],
                json: """
                    {"acceptedIds":["\(id)"],"unchanged":["\(id)"],"stale":[\(record.json)],
                    "rejected":[{"id":"\(id)","version":3,"code":"out_of_bounds","detail":"Too much."}]}
                    """))
        let answer = try await api(server).push([record], context: SyncContext())
        let expected = Pushed(
            acceptedIDs: [record.id], unchangedIDs: [record.id], stale: [record],
            rejected: [Rejection(id: record.id, version: 3, code: "out_of_bounds", detail: "Too much.")])
        expect(answer.body == expected, "Part of the response to the push was lost; you read \(answer.body).")
        expectHeaders(answer.account, answer.receipt, answer.features)
    }

    @Test("a pulled page is read completely, including its headers")
    func pullAnswer() async throws {
        let record = Self.record(value: 71)
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Account: account-1", "Vitals-Receipt: 12.00ff", "Vitals-Features: label"],
                json: #"{"records":[\#(record.json)],"nextCursor":12}"#))
        let answer = try await api(server).pull(cursor: 0, limit: 10, context: SyncContext())
        expect(
            answer.body == Pulled(records: [record], nextCursor: 12),
            "The page has one record and the cursor 12; you read \(answer.body).")
        expectHeaders(answer.account, answer.receipt, answer.features)
    }

    @Test(
        "a 200 that doesn't follow the protocol is unexpected, never an empty response", .serialized,
        arguments: [
            "<html>Welcome to Grand Hotel Wi-Fi</html>", "", "{}", #"{"records":[]}"#, #"{"records":[],"nextC"#,
        ]
    )
    func notTheProtocol(body: String) async throws {
        let server = try LoopbackServer(.response(json: body))
        let failure = try await pullFailure(server)
        expectUnexpected(failure, status: 200, "A 200 with the body \(body.debugDescription)")
    }

    // MARK: What any other status says

    @Test("401: the person has to log in again")
    func unauthorized() async throws {
        try await expectFailure(.unauthorized, from: problem(401, code: "unauthorized"), "401")
        try await expectFailure(.unauthorized, from: .response(401), "401 without a body")
    }

    @Test("409: the code tells another account, a lost history and anything else apart")
    func conflict() async throws {
        try await expectFailure(
            .wrongAccount(account: "account-1"), from: problem(409, code: "wrong_account"), "409 wrong_account")
        try await expectFailure(
            .historyLost(account: "account-1"), from: problem(409, code: "history_lost"), "409 history_lost")
        try await expectFailure(
            .unexpected(status: 409, detail: "Why."), from: problem(409, code: "teapot"), "409 with another code")
        try await expectFailure(
            .unavailable(status: 503, retryAfterSeconds: nil), from: problem(503, code: "history_lost"),
            "503 history_lost")
    }

    @Test("400: one bad record is named by its index in the batch; any other 400 refuses the whole request")
    func badRequest() async throws {
        try await expectFailure(
            .badRecord(index: 3, code: "bad_time", detail: "Why.", account: "account-1"),
            from: problem(400, code: "bad_time", path: "records[3].updatedAt"), "400 for records[3].updatedAt")
        try await expectFailure(
            .badRecord(index: 3, code: "bad_record", detail: "Why.", account: "account-1"),
            from: problem(400, code: nil, path: "records[3]"), "400 for records[3] whose problem has no code")
        try await expectFailure(
            .refused(status: 400, detail: "Why.", account: "account-1"), from: problem(400, code: "bad_json"),
            "400 that names no record")
        try await expectFailure(
            .refused(status: 400, detail: "Why.", account: "account-1"),
            from: problem(400, code: "bad_cursor", path: "cursor"), "400 whose path is no record")
    }

    @Test("413: the batch was too large; smaller ones may pass")
    func tooLarge() async throws {
        try await expectFailure(
            .refused(status: 413, detail: "Why.", account: "account-1"), from: problem(413, code: "too_large"), "413")
        try await expectFailure(
            .refused(status: 413, detail: "no reason given", account: nil), from: .response(413),
            "413 from a proxy, which sends no problem document")
    }

    @Test("408: the server didn't get the whole request in time, and the next one may pass")
    func requestTimeOut() async throws {
        try await expectFailure(.timedOut, from: problem(408, code: "request_timeout"), "408")
        try await expectFailure(.timedOut, from: .response(408), "408 without a body")
    }

    @Test("429 and 5xx: the server is unavailable for a while, and Retry-After says for how long")
    func unavailable() async throws {
        for status in [429, 500, 503, 599] {
            try await expectFailure(
                .unavailable(status: status, retryAfterSeconds: nil), from: problem(status, code: "busy"), "\(status)")
            try await expectFailure(
                .unavailable(status: status, retryAfterSeconds: 7),
                from: problem(status, code: "busy", headers: ["Retry-After: 7"]), "\(status) with Retry-After: 7")
            try await expectFailure(
                .unavailable(status: status, retryAfterSeconds: 60),
                from: problem(status, code: "busy", headers: ["Retry-After: Sat, 20 Jun 2026 07:31:00 GMT"]),
                "\(status) with a Retry-After that is a date one minute from now")
        }
    }

    @Test("a status that the protocol doesn't know is unexpected", .serialized, arguments: [201, 204, 403, 404, 418])
    func otherStatus(status: Int) async throws {
        let server = try LoopbackServer(.response(status, json: status == 204 ? "" : Self.emptyPage))
        expectUnexpected(try await pullFailure(server), status: status, "A \(status)")
    }

    // MARK: When no answer comes

    @Test("no complete response within timeoutSeconds is timedOut")
    func timeOut() async throws {
        // Two seconds in all, unless the client stops earlier.
        let whole = LoopbackServer.Answer.head(200, ["Content-Length: 29"]) + Array(Self.emptyPage.utf8)
        let slow = LoopbackServer.Answer(steps: [.dribble(whole, pauseMilliseconds: Int32(2_000 / whole.count))])
        let failure = try await pullFailure(try LoopbackServer(slow), timeoutSeconds: 0.3)
        expect(
            failure == .timedOut,
            """
            With timeoutSeconds 0.3 a response that takes two seconds should fail with timedOut; this pull ended with \
            \(Self.text(failure)). Does the request carry the time-out that the client was made with?
            """)
    }

    @Test("an unreachable server, a dropped connection and a response that's cut off are offline")
    func offline() async throws {
        let cut = LoopbackServer.Answer.head(200, ["Content-Length: 1000"]) + Array(Self.emptyPage.utf8)
        for (server, what) in [
            (try LoopbackServer([], isListening: false), "A server that isn't listening"),
            (try LoopbackServer(.init(steps: [.close])), "A connection dropped without a response"),
            (try LoopbackServer(.init(steps: [.send(cut), .close])), "A response that's cut off in the middle"),
        ] {
            let failure = try await pullFailure(server)
            guard case .offline(let reason)? = failure else {
                Issue.record("\(what) should be offline; this pull ended with \(Self.text(failure)).")
                continue
            }
            expect(!reason.contains("secret"), "The token is in a message that people read and copy: \(reason)")
        }
    }

    /// A transport that throws on every request, and counts them.
    private final class FailingTransport: HTTPTransport {
        private let error: any Error
        private let count = Mutex(0)

        init(error: any Error) { self.error = error }

        var requestCount: Int { count.withLock { $0 } }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            count.withLock { $0 += 1 }
            throw error
        }

        var api: HTTPSyncAPI {
            get throws {
                HTTPSyncAPI(
                    server: try ServerOrigin("http://127.0.0.1:1"), tokens: InMemorySecureStore(token: "secret"),
                    transport: self)
            }
        }
    }

    @Test("a failed call isn't tried again: the engine decides if and when")
    func oneRequest() async throws {
        for status in [200, 408, 429, 500, 503] {
            let server = try LoopbackServer(.response(status))
            let api = try api(server)
            _ = try? await api.pull(cursor: 0, limit: 1, context: SyncContext())
            expectOne(server.requests.count, "pull", "a \(status) without a body")
            _ = try? await api.push([], context: SyncContext())
            expectOne(server.requests.count - 1, "push", "a \(status) without a body")
        }
        for error in [HTTPTransportError.timedOut, .unreachable("No route to host.")] {
            let transport = FailingTransport(error: error)
            let api = try transport.api
            _ = try? await api.pull(cursor: 0, limit: 1, context: SyncContext())
            expectOne(transport.requestCount, "pull", "\(error)")
            _ = try? await api.push([], context: SyncContext())
            expectOne(transport.requestCount - 1, "push", "\(error)")
        }
    }

    @Test("the sentence of a server that wasn't reached is passed on")
    func unreachable() async throws {
        let api = try FailingTransport(error: HTTPTransportError.unreachable("No route to host.")).api
        do {
            _ = try await api.pull(cursor: 0, limit: 1, context: SyncContext())
            Issue.record("The transport failed, but pull() returned a response.")
        } catch {
            expect(
                error == .offline("No route to host."),
                "The transport says “No route to host.”, and the person should read that; you threw \(error).")
        }
    }

    @Test("a cancelled request, like any other error of a transport, is offline: it says nothing about the records")
    func otherErrors() async throws {
        struct Odd: Error {}
        for error in [CancellationError(), Odd()] as [any Error] {
            let api = try FailingTransport(error: error).api
            do {
                _ = try await api.pull(cursor: 0, limit: 1, context: SyncContext())
                Issue.record("The transport failed with \(error), but pull() returned a response.")
            } catch {
                guard case .offline = error else {
                    Issue.record(
                        """
                        The transport failed with an error that isn't an HTTPTransportError. No response came, and the \
                        next try may bring one: it should be offline, but it was \(error).
                        """)
                    continue
                }
            }
        }
    }

    @Test("a response that's too large for the device, and an address that isn't one, are unexpected")
    func impossible() async throws {
        for (thrown, expected) in [(HTTPTransportError.responseTooLarge(limitBytes: 20), 200), (.badURL("nowhere"), 0)]
        {
            let api = try FailingTransport(error: thrown).api
            do {
                _ = try await api.pull(cursor: 0, limit: 1, context: SyncContext())
                Issue.record("The transport failed with \(thrown), but pull() returned a response.")
            } catch {
                guard case .unexpected(let status, _) = error else {
                    Issue.record(
                        """
                        Waiting doesn't fix a response that's too large or an address that isn't one: it should be \
                        unexpected, but it was \(error).
                        """)
                    continue
                }
                expect(status == expected, "\(thrown) means status \(expected); you said \(status).")
            }
        }
    }
}

// MARK: - Helpers

extension Step07ClientTests {
    private static let now = Timestamp(rfc3339: "2026-06-20T07:30:00Z")!
    private static let emptyPage = #"{"records":[],"nextCursor":0}"#

    private static func record(value: Double) -> Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(uuidString: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d")!, kind: .weight, value: value,
            unit: .kilograms, recordedAt: now, updatedAt: now, version: 1)
    }

    private static func text(_ failure: SyncFailure?) -> String {
        failure.map { String(describing: $0) } ?? "a response, as if all were well"
    }

    private func api(
        _ server: LoopbackServer, path: String = "", tokens: any SecureStore = InMemorySecureStore(token: "secret"),
        timeoutSeconds: Double = 5
    ) throws -> HTTPSyncAPI {
        HTTPSyncAPI(
            server: try ServerOrigin(server.url + path), tokens: tokens, timeoutSeconds: timeoutSeconds,
            now: { Self.now })
    }

    /// The error of a pull; nil when it succeeds.
    private func pullFailure(
        _ server: LoopbackServer, tokens: any SecureStore = InMemorySecureStore(token: "secret"),
        timeoutSeconds: Double = 5
    ) async throws -> SyncFailure? {
        let api = try api(server, tokens: tokens, timeoutSeconds: timeoutSeconds)
        do {
            _ = try await api.pull(cursor: 0, limit: 10, context: SyncContext())
            return nil
        } catch {
            return error
        }
    }

    private func problem(
        _ status: Int, code: String?, path: String? = nil, headers: [String] = []
    ) -> LoopbackServer.Answer {
        let path = path.map { #","path":"\#($0)""# } ?? ""
        let code = code.map { #""code":"\#($0)","# } ?? ""
        return .response(
            status, headers: headers + ["Content-Type: application/problem+json", "Vitals-Account: account-1"],
            body: Array(#"{"status":\#(status),\#(code)"detail":"Why."\#(path)}"#.utf8))
    }

    private func expectFailure(
        _ expected: SyncFailure, from answer: LoopbackServer.Answer, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let failure = try await pullFailure(try LoopbackServer(answer))
        expect(
            failure == expected, "\(what) means \(Self.text(expected)); this pull ended with \(Self.text(failure)).",
            sourceLocation: sourceLocation)
    }

    private func expectUnexpected(
        _ failure: SyncFailure?, status: Int, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .unexpected(status: status, detail: _)? = failure else {
            Issue.record(
                "\(what) should be unexpected(status: \(status), …); this pull ended with \(Self.text(failure)).",
                sourceLocation: sourceLocation)
            return
        }
    }

    private func expectOne(
        _ count: Int, _ call: String, _ outcome: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            count == 1,
            """
            A \(call) makes one request, and the engine waits before the next one. This \(call) made \(count), and the \
            first ended with \(outcome).
            """,
            sourceLocation: sourceLocation)
    }

    private func expectHeaders(
        _ account: String?, _ receipt: Receipt?, _ features: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            account == "account-1",
            "Vitals-Account names account-1; the response says \(account ?? "nothing"), so the store would never be bound.",
            sourceLocation: sourceLocation)
        expect(
            receipt == Receipt("12.00ff"),
            "Vitals-Receipt is 12.00ff; the response says \(receipt?.description ?? "nothing").",
            sourceLocation: sourceLocation)
        expect(
            features == "label", "Vitals-Features is label; the response says \(features ?? "nothing").",
            sourceLocation: sourceLocation)
    }
}

extension LoopbackServer.Request {
    fileprivate var text: String { String(decoding: body, as: UTF8.self) }

    fileprivate func shows(_ header: String) -> String { headers[header] ?? "nothing" }
}
