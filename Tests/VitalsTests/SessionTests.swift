import Foundation
import StepSupport
import Synchronization
import TestSupport
import Testing

@testable import Vitals

/// The access tokens of a device: when it gets one, what it sends, and what it does when something fails.
@Suite("Sessions of a device", .timeLimit(.minutes(5))) struct SessionTests {
    private static let dayMilliseconds: Int64 = 86_400_000
    private let server = SessionTestServer()

    private func transport(
        to server: SessionTestServer? = nil, skewMilliseconds: Int64 = 0
    ) -> SessionTransport {
        let server = server ?? self.server
        return SessionTransport(server) { [clock = server.clock] in
            Timestamp(clamping: clock.now.millisecondsSinceEpoch - skewMilliseconds)
        }
    }

    private func request(
        _ path: String = "/sync/pull?cursor=0&limit=1", token: String = "own"
    ) -> HTTPRequest {
        HTTPRequest(
            method: "GET", url: "https://server.test/vitals" + path, headers: ["Authorization": "Bearer \(token)"])
    }

    // MARK: The decision

    @Test("A token is used for 80 % of its life, then it's exchanged; without one, one is fetched")
    func decision() {
        let begin = Timestamp(clamping: 1_781_940_600_000)
        func at(_ seconds: Int64) -> Timestamp { begin.advanced(byMilliseconds: seconds * 1_000)! }
        expect(SessionPolicy().decision(now: begin), equals: .refresh)
        let policy = SessionPolicy(life: .init(begin: begin, end: at(900)))
        for (seconds, decision) in [(0, SessionPolicy.Decision.use), (719, .use), (720, .refresh), (900, .refresh)] {
            expect(policy.decision(now: at(Int64(seconds))), equals: decision, "after \(seconds) s")
        }
        for skew in [Self.dayMilliseconds, -Self.dayMilliseconds] {
            var policy = policy
            policy.skewMilliseconds = skew
            for (seconds, decision) in [(0, SessionPolicy.Decision.use), (719, .use), (720, .refresh)] {
                let now = at(Int64(seconds)).advanced(byMilliseconds: -skew)!
                expect(policy.decision(now: now), equals: decision, "the phone's clock is \(-skew / 3_600_000) h off")
            }
        }
    }

    @Test("A refused access token is exchanged, and with a refused own token the person logs in again")
    func decisionAfterRefusals() {
        let begin = Timestamp(clamping: 1_781_940_600_000)
        let life = SessionPolicy.Life(begin: begin, end: begin.advanced(byMilliseconds: 900_000)!)
        expect(SessionPolicy(life: life, lastAnswer: .accessTokenRefused).decision(now: begin), equals: .refresh)
        expect(SessionPolicy(life: life, lastAnswer: .ownTokenRefused).decision(now: begin), equals: .logInAgain)
        expect(SessionPolicy(lastAnswer: .ownTokenRefused).decision(now: begin), equals: .logInAgain)
    }

    // MARK: What is sent

    @Test("Once a sync's response names the feature, requests carry an access token, also those of other routes")
    func exchanges() async throws {
        let transport = transport()
        for path in ["/sync/pull?cursor=0&limit=1", "/sync/push", "/insights/weekly"] {
            try await expect(transport.send(request(path)).status, equals: 200)
        }
        expect(
            server.log,
            equals: [
                "GET /sync/pull own", "POST /session own", "GET /sync/push access-1", "GET /insights/weekly access-1",
            ])
    }

    @Test(
        "With a server that gives none, every request is sent as it is",
        arguments: [nil, "", "base", "base,deletes", "base,sessions-2"])
    func withoutFeature(features: String?) async throws {
        server.change { $0.features = features }
        let transport = transport()
        let requests = [request(), request("/sync/push"), request("/pair", token: ""), request("/parse")]
        for request in requests { _ = try await transport.send(request) }
        expect(server.state.withLock { $0.requests }, equals: requests)
    }

    @Test("Another server and another token get neither the access token nor an exchange")
    func others() async throws {
        let transport = transport()
        _ = try await transport.send(request())
        _ = try await transport.send(request())
        var elsewhere = request()
        elsewhere.url = "https://server.test/vitals-2/sync/pull"
        _ = try await transport.send(elsewhere)
        expect(server.state.withLock { $0.requests.last }, equals: elsewhere)
        server.change { $0.devices.insert("second") }
        _ = try await transport.send(request("/insights/weekly", token: "second"))
        expect(server.log.last, equals: "GET /insights/weekly second")
        // A new login: the next sync learns anew.
        _ = try await transport.send(request(token: "second"))
        _ = try await transport.send(request(token: "second"))
        expect(server.log.suffix(2), equals: ["POST /session second", "GET /sync/pull access-2"])
    }

    @Test("When the feature goes, the own token is sent again")
    func featureGoes() async throws {
        let transport = transport()
        for _ in 0..<2 { _ = try await transport.send(request()) }
        server.change { $0.features = "base" }
        for _ in 0..<2 { _ = try await transport.send(request()) }
        expect(server.log.suffix(2), equals: ["GET /sync/pull access-1", "GET /sync/pull own"])
        expect(server.exchangeCount, equals: 1)
    }

    // MARK: Time

    @Test(
        "The phone's clock may be a day off: the token is exchanged in time, and no request meets an expired one",
        arguments: [0, dayMilliseconds, -dayMilliseconds])
    func clockIsOff(skewMilliseconds: Int64) async throws {
        let transport = transport(skewMilliseconds: skewMilliseconds)
        _ = try await transport.send(request())
        for _ in 0..<40 {
            try await expect(transport.send(request()).status, equals: 200)
            server.clock.advance(byMilliseconds: 60_000)
        }
        // 40 minutes, a new token every 12.
        expect(server.exchangeCount, equals: 4)
        let sent = 1 + 40 + 4
        expect(server.log.count, equals: sent, "nothing was sent twice")
    }

    @Test("A clock that is set back by a day costs one 401 and no error")
    func clockIsSetBack() async throws {
        let skew = Mutex<Int64>(0)
        let transport = SessionTransport(server) { [clock = server.clock] in
            Timestamp(clamping: clock.now.millisecondsSinceEpoch - skew.withLock { $0 })
        }
        for _ in 0..<2 { _ = try await transport.send(request()) }
        skew.withLock { $0 = Self.dayMilliseconds }
        server.clock.advance(byMilliseconds: 1_000_000)
        try await expect(transport.send(request()).status, equals: 200)
        expect(
            server.log.suffix(3), equals: ["GET /sync/pull access-1", "POST /session own", "GET /sync/pull access-2"])
        try await expect(transport.send(request()).status, equals: 200)
        expect(server.log.last, equals: "GET /sync/pull access-2")
    }

    @Test("A clock that is set back while the token works is corrected by the next response, and costs nothing")
    func clockIsCorrected() async throws {
        let skew = Mutex<Int64>(0)
        let transport = SessionTransport(server) { [clock = server.clock] in
            Timestamp(clamping: clock.now.millisecondsSinceEpoch - skew.withLock { $0 })
        }
        for minute in 0..<40 {
            try await expect(transport.send(request()).status, equals: 200)
            if minute == 3 { skew.withLock { $0 = Self.dayMilliseconds } }
            server.clock.advance(byMilliseconds: 60_000)
        }
        expect(server.log.count, equals: 40 + server.exchangeCount, "nothing was sent twice")
    }

    @Test("A server without a Date header is taken to have the phone's clock")
    func noDate() async throws {
        server.change { $0.sendsDate = false }
        let transport = transport()
        for _ in 0..<3 { _ = try await transport.send(request()) }
        expect(server.exchangeCount, equals: 1)
    }

    @Test(
        "Only the form of Date that servers send is read",
        arguments: [
            ("Sat, 20 Jun 2026 07:30:00 GMT", "2026-06-20T07:30:00Z"), ("Sat, 20 Jul 2026 07:30:00 UTC", nil),
            ("Saturday, 20-Jun-26 07:30:00 GMT", nil), ("Sat, 31 Feb 2026 07:30:00 GMT", nil), ("", nil),
            ("Sat, 20 Xyz 2026 07:30:00 GMT", nil), ("Sat, 20 Jun 2026 25:00:00 GMT", nil),
        ])
    func dates(text: String, expected: String?) {
        let response = HTTPResponse(status: 200, headers: ["date": text])
        expect(response.date, equals: expected.flatMap { Timestamp(rfc3339: $0) })
    }

    // MARK: Refusals

    @Test("After a 401 the token is exchanged once, and the request is sent again")
    func refreshesAfterRefusal() async throws {
        let transport = transport()
        for _ in 0..<2 { _ = try await transport.send(request()) }
        server.change { $0.expiries = ["gone": 0] }
        var push = request("/sync/push")
        push.body = [1, 2, 3]
        try await expect(transport.send(push).status, equals: 200)
        expect(
            server.log.suffix(3), equals: ["GET /sync/push access-1", "POST /session own", "GET /sync/push access-2"])
        expect(server.state.withLock { $0.requests.last?.body }, equals: [1, 2, 3])
    }

    @Test("A server that accepts none of its own access tokens is asked no further")
    func acceptsNone() async throws {
        let transport = transport()
        _ = try await transport.send(request())
        server.change { $0.lifeSeconds = -1 }
        let given = #"{"accessToken":"strange","expiresInSeconds":900}"#
        server.change { $0.refusal = HTTPResponse(status: 200, body: Array(given.utf8)) }
        try await expect(transport.send(request()).status, equals: 401)
        expect(server.log.suffix(3), equals: ["POST /session own", "GET /sync/pull strange", "POST /session own"])
    }

    @Test("A revoked phone gets a 401 and asks the server no further; after a login it goes on")
    func revoked() async throws {
        let transport = transport()
        for _ in 0..<2 { _ = try await transport.send(request()) }
        server.change { state in
            state.devices = ["new"]
            state.expiries = [:]
        }
        try await expect(transport.send(request()).status, equals: 401)
        expect(server.log.suffix(2), equals: ["GET /sync/pull access-1", "POST /session own"])
        try await expect(transport.send(request()).status, equals: 401)
        expect(server.log.last, equals: "GET /sync/pull own")
        for _ in 0..<2 { try await expect(transport.send(request(token: "new")).status, equals: 200) }
        expect(server.log.suffix(2), equals: ["POST /session new", "GET /sync/pull access-1"])
    }

    @Test(
        "A user's own token, and a server that lacks the route, get no second exchange",
        arguments: [403, 404, 405, 400])
    func declined(status: Int) async throws {
        server.change { $0.refusal = HTTPResponse(status: status) }
        let transport = transport()
        for _ in 0..<4 { try await expect(transport.send(request()).status, equals: 200) }
        expect(server.exchangeCount, equals: 1)
        expect(server.log.count { $0 == "GET /sync/pull own" }, equals: 4)
    }

    @Test(
        "A token that can't be sent, or of another life than a server gives, isn't used",
        arguments: [
            #"{"accessToken":"","expiresInSeconds":900}"#, #"{"accessToken":"a b","expiresInSeconds":900}"#,
            #"{"accessToken":"a","expiresInSeconds":0}"#, #"{"accessToken":"a","expiresInSeconds":86401}"#,
            #"{"accessToken":"a","expiresInSeconds":1.5}"#, #"{"accessToken":"a"}"#, #"{"expiresInSeconds":900}"#,
            "[]", "", "<html>",
        ])
    func malformed(body: String) async throws {
        server.change { $0.refusal = HTTPResponse(status: 200, body: Array(body.utf8)) }
        let transport = transport()
        for _ in 0..<3 { try await expect(transport.send(request()).status, equals: 200) }
        expect(server.log.count { $0 == "GET /sync/pull own" }, equals: 3)
        expect(server.exchangeCount, equals: 1)
    }

    @Test(
        "While the exchange fails for now, a token that still works is used; without one, the failure is the response")
    func temporaryFailure() async throws {
        let busy = HTTPResponse(status: 503, headers: ["retry-after": "7"])
        server.change { $0.refusal = busy }
        let transport = transport()
        _ = try await transport.send(request())
        try await expect(transport.send(request()), equals: busy)
        expect(server.log.suffix(1), equals: ["POST /session own"], "the own token isn't sent in its place")
        server.change { $0.refusal = nil }
        _ = try await transport.send(request())
        server.change { $0.refusal = busy }
        server.clock.advance(byMilliseconds: 800_000)
        try await expect(transport.send(request()).status, equals: 200)
        expect(server.log.suffix(2), equals: ["POST /session own", "GET /sync/pull access-1"])
        server.clock.advance(byMilliseconds: 100_000)
        try await expect(transport.send(request()), equals: busy)
        server.change { $0.isUnreachable = true }
        await #expect(throws: HTTPTransportError.unreachable("no network")) { try await transport.send(request()) }
    }

    // MARK: Many at once

    @Test("Requests at the same time share one exchange, also after a 401")
    func singleFlight() async throws {
        let server = SessionTestServer { for _ in 0..<20 { await Task.yield() } }
        let transport = transport(to: server)
        _ = try await transport.send(request())
        func sendMany() async throws {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<12 { group.addTask { try await transport.send(request("/parse")).status } }
                for try await status in group { expect(status, equals: 200) }
            }
        }
        try await sendMany()
        expect(server.exchangeCount, equals: 1)
        server.change { $0.expiries = ["gone": 0] }
        try await sendMany()
        expect(server.exchangeCount, equals: 2)
    }

    @Test("A request that is cancelled while it waits doesn't cancel the exchange of the others")
    func cancelled() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let server = SessionTestServer { for await _ in gate.stream { break } }
        let transport = transport(to: server)
        _ = try await transport.send(request())
        let first = Task { try await transport.send(request("/parse")) }
        let second = Task { try await transport.send(request("/parse")) }
        try await wait(for: 2, of: transport)
        first.cancel()
        gate.continuation.yield()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await expect(second.value.status, equals: 200)
        expect(server.exchangeCount, equals: 1)
    }

    @Test("When nobody waits for it any more, an exchange is cancelled, and the next request begins another")
    func allCancelled() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let server = SessionTestServer { for await _ in gate.stream { break } }
        let transport = transport(to: server)
        _ = try await transport.send(request())
        let waiting = (0..<2).map { _ in Task { try await transport.send(request("/parse")) } }
        try await wait(for: 2, of: transport)
        for task in waiting { task.cancel() }
        // The server never answers the first exchange: only the cancellation ends it.
        for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
        gate.continuation.finish()
        try await expect(transport.send(request("/parse")).status, equals: 200)
        expect(server.exchangeCount, equals: 2)
    }

    /// Waits until so many requests wait for an exchange.
    private func wait(for count: Int, of transport: SessionTransport) async throws {
        while await transport.tokens.waitingCount < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("Whatever happens, a 401 comes only when the own token is refused, and no request is sent more than twice")
    func histories() async throws {
        for seed in 0..<50 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let server = SessionTestServer()
            let skew = Mutex<Int64>(0)
            let transport = SessionTransport(server) { [clock = server.clock] in
                Timestamp(clamping: clock.now.millisecondsSinceEpoch - skew.withLock { $0 })
            }
            for step in 0..<40 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0: skew.withLock { $0 = Int64.random(in: -1...1, using: &random) * Self.dayMilliseconds }
                case 1: server.change { $0.expiries = $0.expiries.mapValues { _ in 0 } }
                case 2: server.change { $0.devices = $0.devices.isEmpty ? ["own"] : [] }
                case 3: server.change { $0.features = $0.features == "base" ? "base,sessions" : "base" }
                case 4: server.change { $0.refusal = $0.refusal == nil ? HTTPResponse(status: 503) : nil }
                case 5: server.change { $0.isUnreachable.toggle() }
                default: server.clock.advance(byMilliseconds: Int64.random(in: 0...600_000, using: &random))
                }
                let before = server.log
                let response = try? await transport.send(request())
                let sent = server.log.dropFirst(before.count)
                let state = server.state.withLock { $0 }
                let label: Comment = "seed \(seed), step \(step): \(sent.joined(separator: ", "))"
                expect(sent.count { $0.hasPrefix("GET") } <= 2 && sent.count { $0.hasPrefix("POST") } <= 2, label)
                switch response?.status {
                case 200: expect(!state.isUnreachable, label)
                case 401: expect(state.devices.isEmpty, label)
                case 503: expect(state.refusal != nil, label)
                default: expect(state.isUnreachable && response == nil, label)
                }
            }
        }
    }

    // MARK: A device

    @Test("A device syncs with access tokens, keeps none of them, and says when it has to log in again")
    func device() async throws {
        let folder = try TemporaryFolder()
        let device = try Device(directory: folder.path("phone"), transport: server, clock: server.clock.read)
        try device.login(to: ServerOrigin("https://server.test/vitals"), token: "own")
        try await device.sync()
        try await device.sync()
        expect(server.log.contains("GET /sync/pull access-1"))
        try expect(device.tokens.token(), equals: "own")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("phone")) {
            let bytes = try Data(contentsOf: folder.url.appending(path: "phone/" + name))
            expect(bytes.range(of: Data("access-1".utf8)) == nil, "\(name) has the access token")
        }
        server.change { state in
            state.devices = []
            state.expiries = [:]
        }
        let error = await #expect(throws: SyncError.self) { try await device.sync() }
        expect(error?.code, equals: .unauthorized)
    }
}
