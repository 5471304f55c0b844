import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("Pairing over HTTP") struct PairingTests {
    private static let stores = StoreUnderTest.available

    /// Runs `body` with a server that supports pairing, and with the other end of the code: what `vitals-server pair`
    /// does.
    private func withServer(
        _ kind: StoreUnderTest, clock: PairingClock = PairingClock(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, trustedProxies: Int? = nil,
        _ body: @escaping @Sendable (TestServer, Pairing) async throws -> Void
    ) async throws {
        try await kind.withPairedStore(now: clock.now) { store in
            let pairing = Pairing(store: store.pairing, now: clock.now)
            try await TestServer.with(
                store,
                {
                    $0.components.trustedProxyCount = trustedProxies ?? 0
                    $0.components.addPairing(now: clock.now, uptime: clock.uptime)
                    // A request that names a proxy gets 421 while the public token works.
                    $0.refusesDevelopmentToken = trustedProxies != nil
                }, logger: logger
            ) { server in try await body(server, pairing) }
        }
    }

    private func token(_ answer: RawResponse) throws -> String { try #require(answer.json?["token"]?.string) }

    @Test("A code becomes a token of the same account, with the same records", arguments: stores)
    func pairs(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            let answer = try await server.pair(made.code.text, name: "Kitchen")
            expect(answer.status, equals: 200)
            let token = try token(answer)
            let sent = record()
            try await expect(server.push([sent], token: token).texts("acceptedIds"), equals: [sent.id.lowercased])
            let own = try await server.pull()
            let device = try await server.pull(token: token)
            expect(own.records(), equals: [sent])
            expect(own.text, equals: device.text)
            expect(own["Vitals-Account"], equals: device["Vitals-Account"])
            expect(own["Vitals-Receipt"], equals: device["Vitals-Receipt"])
        }
    }

    @Test("Wrong, used and expired codes, and what is no code, get the same answer", arguments: stores)
    func sameRefusal(_ kind: StoreUnderTest) async throws {
        let clock = PairingClock()
        try await withServer(kind, clock: clock) { server, pairing in
            let used = try await pairing.makeCode(for: DevelopmentUser.id)
            try await expect(server.pair(used.code.text).status, equals: 200)
            let expired = try await pairing.makeCode(for: DevelopmentUser.id)
            clock.advance(seconds: 600)
            let refused = [
                try await server.pair(used.code.text), try await server.pair(expired.code.text),
                try await server.pair("00000000"), try await server.pair(""), try await server.pair("UUUUUUUU"),
                try await server.pair(String(repeating: "0", count: 300)), try await server.pair("000000000"),
            ]
            for answer in refused {
                expect(answer.status, equals: 403)
                expect(answer.code, equals: "pairing_refused")
                expect(answer.json?["detail"], equals: refused[0].json?["detail"])
                expect(answer.headers.map(\.name), equals: refused[0].headers.map(\.name))
            }
        }
    }

    @Test("A code is good up to the last second of its ten minutes")
    func lastSecond() async throws {
        let clock = PairingClock()
        try await withServer(.memory, clock: clock) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            expect(made.expiryText, equals: "2026-06-20T07:40:00Z")
            clock.advance(seconds: 599)
            try await expect(server.pair(made.code.text).status, equals: 200)
        }
    }

    @Test("A code may be typed in any case, with spaces and hyphens, and with O for 0, I or L for 1")
    func typing() async throws {
        for text in ["7K3M-01XZ", "7k3m01xz", " 7k3m o1xz ", "7K3M-OIXZ", "7k3m-0lxz", "7-K-3-M-0-1-X-Z"] {
            expect(PairingCode(typed: text)?.text, equals: "7K3M01XZ", "\(text)")
        }
        for text in ["", "7K3M01X", "7K3M01XZZ", "7K3M01XU", "7K3M_01XZ", "７K3M01XZ"] {
            expect(PairingCode(typed: text) == nil, "\(text)")
        }
        let codes = (0..<200).map { _ in PairingCode() }
        expect(Set(codes).count, equals: codes.count)
        for code in codes {
            expect(PairingCode(typed: code.grouped), equals: code)
            expect(
                code.grouped.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/) != nil, "\(code.grouped)")
        }
    }

    @Test("Of requests at the same time with one code, one gets a token", arguments: stores)
    func race(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await server.pair(made.code.text).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            expect(statuses.sorted(), equals: [200] + Array(repeating: 403, count: 7))
        }
    }

    @Test("After ten attempts in a minute an address waits, the right code included; then it goes on")
    func rateLimit() async throws {
        let clock = PairingClock()
        try await withServer(.memory, clock: clock) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            for _ in 0..<10 { try await expect(server.pair("00000000").status, equals: 403) }
            clock.advance(seconds: 18)
            let refused = try await server.pair(made.code.text)
            expect(refused.status, equals: 429)
            expect(refused.code, equals: "too_many_attempts")
            expect(refused["Retry-After"], equals: "42")
            clock.advance(seconds: 42)
            try await expect(server.pair(made.code.text).status, equals: 200)
        }
    }

    @Test(
        "Behind a trusted proxy attempts count for the client that it names, and not for what the client wrote itself")
    func trustedProxy() async throws {
        try await withServer(.memory, trustedProxies: 2) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            func attempt(_ forwarded: String?, code: String = "00000000") async throws -> Int {
                try await server.send(
                    "POST", "/pair", token: nil, headers: forwarded.map { [("X-Forwarded-For", $0)] } ?? [],
                    body: Array(#"{"code":"\#(code)"}"#.utf8)
                ).status
            }
            for number in 0..<10 {
                // The first place is the stranger's own invention; the last is the address of the inner proxy.
                try await expect(attempt("10.0.0.\(number), 203.0.113.7, 10.1.1.1"), equals: 403)
            }
            try await expect(attempt("203.0.113.8, 203.0.113.7:4711, 10.1.1.1"), equals: 429)
            try await expect(attempt("203.0.113.8, [2001:db8::1]:80, 10.1.1.1"), equals: 403, "somebody else")
            // Without enough places the connection's own address counts: that of the test.
            for forwarded in [nil, "203.0.113.9", "", "nonsense, 10.1.1.1"] {
                try await expect(attempt(forwarded), equals: 403, "\(forwarded ?? "none")")
            }
            try await expect(attempt("203.0.113.9, 10.1.1.1", code: made.code.text), equals: 200)
        }
    }

    @Test("Without a trusted proxy the header counts for nothing")
    func noTrustedProxy() async throws {
        try await withServer(.memory, trustedProxies: 0) { server, _ in
            for number in 0...10 {
                let headers = [("X-Forwarded-For", "203.0.113.\(number)")]
                let refused = try await server.send(
                    "POST", "/pair", token: nil, headers: headers, body: Array(#"{"code":"00000000"}"#.utf8))
                expect(refused.status, equals: (number < 10 ? 403 : 429))
            }
        }
    }

    private static let attempt = Array(#"{"code":"00000000"}"#.utf8)

    @Test(
        "A request that any page may send without asking is a 415 and no attempt",
        arguments: [
            "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "", "application/jsonp",
        ])
    func simpleRequest(type: String) async throws {
        try await withServer(.memory) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            for _ in 0..<12 {
                let answer = try await server.send(
                    "POST", "/pair", token: nil, headers: [("Content-Type", type)], body: Self.attempt)
                expect(answer.status, equals: 415)
                expect(answer.code, equals: "unsupported_media_type")
            }
            try await expect(server.pair(made.code.text).status, equals: 200)
        }
    }

    @Test(
        "A page of another site is refused, and its requests are no attempts",
        arguments: [
            [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")], [("Origin", "https://evil.test")],
            [("Origin", "null")], [("Origin", "http://localhost:3000")], [("Origin", "http://localhost.evil.test")],
            [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://localhost")],
        ])
    func foreignPage(headers: [(String, String)]) async throws {
        try await withServer(.memory) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            for _ in 0..<12 {
                let answer = try await server.send("POST", "/pair", token: nil, headers: headers, body: Self.attempt)
                expect(answer.status, equals: 403)
                expect(answer.code, equals: "foreign_page")
            }
            try await expect(server.pair(made.code.text).status, equals: 200)
        }
    }

    @Test(
        "The server's own page is answered, and so is what is no browser",
        arguments: [
            [("Sec-Fetch-Site", "same-origin"), ("Origin", "http://localhost")], [("Origin", "http://LOCALHOST")],
            [("Sec-Fetch-Site", "none")],
            [("Sec-Fetch-Site", "same-origin"), ("Origin", "https://behind.a.proxy.test")],
            [("Content-Type", "Application/JSON; charset=utf-8")], [],
        ])
    func ownPage(headers: [(String, String)]) async throws {
        try await withServer(.memory) { server, _ in
            let answer = try await server.send("POST", "/pair", token: nil, headers: headers, body: Self.attempt)
            expect(answer.code, equals: "pairing_refused")
        }
    }

    @Test("A device whose name can't be seen is one without a name", arguments: stores)
    func blankName(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { store in
            let pairing = Pairing(store: store.pairing)
            try await TestServer.with(store, { $0.components.addPairing() }) { server in
                for name in [" ", " \u{3000}", " a "] {
                    let made = try await pairing.makeCode(for: DevelopmentUser.id)
                    try await expect(server.pair(made.code.text, name: name).status, equals: 200)
                }
                try await expect(store.pairing.deviceTokens(user: nil).map(\.name), equals: ["", "", " a "])
            }
        }
    }

    @Test("A body of the wrong shape is a 400 that names the place, and counts for nothing")
    func shapes() async throws {
        try await withServer(.memory) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            let name = String(repeating: "n", count: 65)
            for (body, path) in [
                ("", nil), ("{", nil), ("[]", "code"), ("{}", "code"), (#"{"code":7}"#, "code"),
                (#"{"code":null}"#, "code"), (#"{"code":"00000000","name":7}"#, "name"),
                (#"{"code":"00000000","name":"\#(name)"}"#, "name"), (#"{"code":"00000000","name":"a\u0000"}"#, nil),
                (#"{"code":"00000000","name":"a\u001b[2Jb"}"#, "name"),
                (#"{"code":"00000000","name":"\u202e"}"#, "name"),
            ] as [(String, String?)] {
                let answer = try await server.send("POST", "/pair", token: nil, body: Array(body.utf8))
                expect(answer.status, equals: 400, "\(body)")
                if let path { expect(answer.json?["path"]?.string, equals: path, "\(body)") }
            }
            let large = Array(#"{"code":"00000000","more":"\#(String(repeating: "x", count: 5000))"}"#.utf8)
            try await expect(server.send("POST", "/pair", token: nil, body: large).status, equals: 413)
            let get = try await server.send("GET", "/pair", token: nil)
            expect(get.status, equals: 405)
            expect(get["Allow"], equals: "POST")
            let longest = String(repeating: "\u{1F4F1}", count: 64)
            try await expect(server.pair(made.code.grouped.lowercased(), name: longest).status, equals: 200)
            try await expect(server.devices().map(\.name), equals: [longest])
        }
    }

    @Test("A token that is revoked is a 401 with the next request", arguments: stores)
    func revoked(_ kind: StoreUnderTest) async throws {
        try await withServer(kind) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            let token = try token(try await server.pair(made.code.text))
            try await expect(server.pull(token: token).status, equals: 200)
            let device = try #require(try await server.devices().first)
            expect(device.lastUsedOn, equals: "2026-06-20")
            let pairing = try #require(server.store.ability((any PairingStore).self))
            try await expect(pairing.revokeDeviceToken(device.id))
            try await expect(server.pull(token: token).status, equals: 401)
            try await expect(server.pull().status, equals: 200)
        }
    }

    @Test("Neither a code nor a token is in the log, whatever becomes of it")
    func log() async throws {
        let sink = LogSink()
        let logger = Logger(label: "test") { _ in sink.handler }
        try await withServer(.sqlite, logger: logger) { server, pairing in
            let made = try await pairing.makeCode(for: DevelopmentUser.id)
            let token = try token(try await server.pair(made.code.text, name: "Kitchen"))
            _ = try await server.pair(made.code.text)
            _ = try await server.pull(token: token)
            _ = try await server.send(
                "POST", "/pair", token: token, body: Array(#"{"code":["\#(made.code.text)"]}"#.utf8))
            for word in [made.code.text, made.code.grouped, token, "Kitchen"] {
                expect(!sink.lines.contains { $0.contains(word) }, "\(word) is in the log")
            }
            expect(sink.lines.contains { $0.contains("method=POST path=/pair") && $0.contains("status=200") })
        }
    }

    @Test("no token begins like an option, so that it can be typed after --token")
    func tokensAreTypeable() {
        let tokens = (0..<2_000).map { _ in AccessToken.make() }
        expect(tokens.allSatisfy { $0.utf8.count == 43 && !$0.hasPrefix("-") })
        expect(Set(tokens).count, equals: tokens.count)
    }

    @Test("Neither a code nor a token is in the database", arguments: [StoreUnderTest.sqlite, .postgres])
    func hashedAtRest(_ kind: StoreUnderTest) async throws {
        guard StoreUnderTest.available.contains(kind) else { return }
        if kind == .postgres {
            return try await withPostgresStore { store, url in
                try PostgresTestDatabase.execute(try PostgresTestDatabase.pairingMigration(), at: url)
                let (open, token) = try await secrets(in: PairedSyncStore(store, pairing: store))
                let check = """
                    DO $$ BEGIN
                      ASSERT (SELECT count(*) FROM pairing_codes) = 1 AND (SELECT count(*) FROM device_tokens) = 1;
                      ASSERT NOT EXISTS (SELECT FROM pairing_codes AS row WHERE row::text LIKE '%\(open)%');
                      ASSERT NOT EXISTS (SELECT FROM device_tokens AS row WHERE row::text LIKE '%\(token)%');
                    END $$
                    """
                try PostgresTestDatabase.execute(check, at: url)
            }
        }
        try await withTemporaryDirectory { directory in
            let store = try SQLiteSyncStore(path: directory + "/server.sqlite", migrations: [.pairing])
            let (open, token) = try await secrets(in: PairedSyncStore(store, pairing: store))
            for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
                let data = try Data(contentsOf: URL(filePath: directory + "/" + name))
                for secret in [open, token] { expect(data.range(of: Data(secret.utf8)) == nil, "\(name)") }
            }
            try await store.close()
        }
    }

    /// Creates a code that is still open, and a token.
    private func secrets(in store: PairedSyncStore) async throws -> (code: String, token: String) {
        let pairing = Pairing(store: store.pairing)
        let used = try await pairing.makeCode(for: DevelopmentUser.id)
        let open = try await pairing.makeCode(for: DevelopmentUser.id)
        let token = AccessToken.make()
        _ = try await store.pairing.exchangePairingCode(
            SecretHash(used.code.text), for: NewDeviceToken(hash: SecretHash(token), name: "x"),
            now: Pairing.wallClock())
        try await expect(store.user(token: token), equals: DevelopmentUser.id)
        return (open.code.text, token)
    }

    @Test("A server whose store cannot pair has no such route")
    func withoutPairing() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.components.addPairing() }) { server in
            let answer = try await server.pair("00000000")
            expect(answer.status, equals: 404)
        }
    }

    @Test(
        "On a Postgres without the tables everything else works, and pairing says what to do",
        .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
    func withoutTables() async throws {
        try await withPostgresStore { store, url in
            let paired = PairedSyncStore(store, pairing: store)
            try await TestServer.with(paired, { $0.components.addPairing() }) { server in
                try await expect(server.pull().status, equals: 200)
                try await expect(server.pull(token: "nobody").status, equals: 401)
                try await expect(server.pair("00000000").status, equals: 503)
                let error = await #expect(throws: SyncStoreError.self) {
                    _ = try await Pairing(store: store).makeCode(for: DevelopmentUser.id)
                }
                expect("\(String(describing: error))".contains("vitals-server migrate"))
                try PostgresTestDatabase.execute(try PostgresTestDatabase.pairingMigration(), at: url)
                try await expect(server.pair("00000000").status, equals: 403)
                try await expect(server.pull(token: "nobody").status, equals: 401)
            }
        }
    }
}

extension TestServer {
    func pair(
        _ code: String, name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawResponse {
        let members = [("code", code), ("name", name)].compactMap { member, text in
            text.map { JSONValue.Member(member, .string($0)) }
        }
        return try await send(
            "POST", "/pair", token: nil, body: Array(CanonicalJSON.text(.object(members)).utf8),
            sourceLocation: sourceLocation)
    }

    func devices() async throws -> [DeviceToken] {
        try await store.ability((any PairingStore).self)?.deviceTokens(user: nil) ?? []
    }
}
