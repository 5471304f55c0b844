import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// The routes of Web Push over HTTP, on real databases, with a push service on loopback.
@Suite("Subscriptions over HTTP") struct WebPushSubscriptionTests {
    private func with(
        _ kind: StoreUnderTest, _ policy: EndpointPolicy = EndpointPolicy(), clock: WakeClock = WakeClock(),
        body: @escaping @Sendable (TestServer, PairedSyncStore) async throws -> Void
    ) async throws {
        try await kind.withPushStore { store, _ in
            try await TestServer.with(
                LiveSyncStore(store),
                {
                    $0.components.features = [.webPush]
                    $0.components.addWebPush(
                        WebPushSettings(contact: "mailto:you@example.org", policy: policy), uptime: clock.uptime,
                        sleep: clock.sleep)
                }
            ) { server in try await body(server, store) }
        }
    }

    private func subscribe(
        _ server: TestServer, _ endpoint: String, _ browser: TestBrowser = TestBrowser(),
        token: String? = DevelopmentUser.token
    ) async throws -> RawResponse {
        try await server.send("POST", "/push/subscriptions", token: token, body: browser.subscription(endpoint))
    }

    private func unsubscribe(_ server: TestServer, _ body: String) async throws -> RawResponse {
        try await server.send("DELETE", "/push/subscriptions", body: Array(body.utf8))
    }

    @Test("A browser gets the key, subscribes, subscribes again and unsubscribes", arguments: StoreUnderTest.databases)
    func life(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server, store in
            let key = try await server.send("GET", "/push/key")
            let again = try await server.send("GET", "/push/key")
            expect(key.status == 200 && key.json?["publicKey"]?.string?.count == 87 && key.text == again.text)
            expect(key["vitals-features"], equals: "base,push")
            let endpoint = "https://push.example.org/a"
            let (first, second) = (try await subscribe(server, endpoint), try await subscribe(server, endpoint))
            expect(first.status == 201 && second.status == 200 && first.text == second.text)
            let push = try #require(store.ability((any WebPushSubscriptionStore).self))
            let stored = try await push.webPushSubscriptions(of: DevelopmentUser.id)
            expect(stored.map(\.id.lowercased), equals: [first.json?["id"]?.string])
            expect(stored.map(\.token), equals: [SecretHash(DevelopmentUser.token)])
            for _ in 0..<2 {
                let response = try await unsubscribe(server, #"{"endpoint":"\#(endpoint)"}"#)
                expect(response.status == 204 && response.body.isEmpty)
            }
            try await expect(push.webPushSubscriptions(of: DevelopmentUser.id).isEmpty)
        }
    }

    @Test("A subscription belongs to the device that made it, and ends when its token is revoked")
    func revoked() async throws {
        try await with(.sqlite) { server, store in
            let phone = try await store.pair("phone-token")
            let endpoint = "https://push.example.org/a"
            let made = try await subscribe(server, endpoint, token: "phone-token")
            expect(made.status, equals: 201)
            let push = try #require(store.ability((any WebPushSubscriptionStore).self))
            try await expect(push.webPushSubscriptions(of: DevelopmentUser.id).map(\.token), equals: [phone.hash])
            _ = try await store.pairing.revokeDeviceToken(phone.id)
            try await expect(push.webPushSubscriptions(of: DevelopmentUser.id).isEmpty)
            let late = try await subscribe(server, endpoint, token: "phone-token")
            expect(late.status, equals: 401)
        }
    }

    @Test(
        "An access token subscribes for its device, and its pushes don't wake that device",
        arguments: StoreUnderTest.databases)
    func accessTokens(_ kind: StoreUnderTest) async throws {
        let (service, clock) = (try TestWebPushService(), WakeClock())
        try await kind.withPushStore(hasSessions: true) { store, push in
            let sessions = try #require(push as? any AccessTokenStore)
            let (phone, tablet) = (try await store.pair("phone"), try await store.pair("tablet"))
            for (token, device) in [("vs-phone", phone), ("vs-tablet", tablet)] {
                let isStored = try await sessions.addAccessToken(
                    SecretHash(token), of: device.hash, expiresAt: .max, now: Pairing.wallClock())
                expect(isStored)
            }
            try await TestServer.with(
                LiveSyncStore(SessionSyncStore(store, sessions: sessions)),
                {
                    $0.components.addWebPush(
                        WebPushSettings(contact: "mailto:you@example.org", policy: service.policy),
                        uptime: clock.uptime, sleep: clock.sleep)
                }
            ) { server in
                for name in ["phone", "tablet"] {
                    let made = try await subscribe(server, service.endpoint(name), token: "vs-\(name)")
                    expect(made.status, equals: 201)
                }
                let stored = try await push.webPushSubscriptions(of: DevelopmentUser.id)
                expect(Set(stored.map(\.token)), equals: [phone.hash, tablet.hash])
                try await expect(server.push([.sample()], token: "vs-phone").status, equals: 200)
                try await eventually { clock.waits == [.seconds(2)] }
                clock.advance(to: .seconds(2))
                await service.server.arrival()
                expect(service.requests.map(\.target), equals: ["/send/tablet"])
            }
        }
    }

    @Test("Each route wants a token, and the methods are those that openapi.yaml names")
    func unauthorized() async throws {
        try await with(.sqlite) { server, _ in
            for token in [nil, "another", ""] as [String?] {
                let key = try await server.send("GET", "/push/key", token: token)
                let subscribed = try await subscribe(server, "https://push.example.org/a", token: token)
                expect(key.status == 401 && subscribed.status == 401)
            }
            let got = try await server.send("GET", "/push/subscriptions")
            expect(got.status == 405 && got["allow"] == "DELETE, POST")
            try await expect(server.send("POST", "/push/key", body: []).status, equals: 405)
        }
    }

    @Test(
        "A body that isn't a subscription is refused with the place",
        arguments: [
            ("", "malformed_json", nil), ("{", "malformed_json", nil), ("[]", "bad_shape", "endpoint"),
            ("null", "bad_shape", "endpoint"), (#"{"endpoint":1}"#, "bad_shape", "endpoint"),
            (#"{"endpoint":"https://push.example.org/a"}"#, "bad_shape", "keys"),
            (#"{"endpoint":"https://push.example.org/a","keys":[]}"#, "bad_shape", "keys.p256dh"),
            (#"{"endpoint":"https://push.example.org/a","keys":{"p256dh":"AA"}}"#, "bad_shape", "keys.auth"),
            (
                #"{"endpoint":"https://push.example.org/a","keys":{"p256dh":"AA","auth":"AA"}}"#, "bad_shape",
                "keys.p256dh"
            ),
            (
                #"{"endpoint":"https://push.example.org/a","keys":{"p256dh":"KEY","auth":"AA"}}"#, "bad_shape",
                "keys.auth"
            ),
            (
                #"{"endpoint":"https://push.example.org/a","keys":{"p256dh":"OFF","auth":"AUTH"}}"#, "bad_shape",
                "keys.p256dh"
            ),
            (#"{"endpoint":"https://10.0.0.1/a","keys":{"p256dh":"KEY","auth":"AUTH"}}"#, "bad_shape", "endpoint"),
            (
                #"{"endpoint":"http://push.example.org/a","keys":{"p256dh":"KEY","auth":"AUTH"}}"#, "bad_shape",
                "endpoint"
            ),
        ] as [(String, String, String?)])
    func badBody(_ text: String, _ code: String, _ path: String?) async throws {
        try await with(.sqlite) { server, store in
            let browser = TestBrowser()
            var off = browser.publicKey
            off[64] ^= 1
            let body = text.replacing("KEY", with: Data(browser.publicKey).base64URL)
                .replacing("OFF", with: Data(off).base64URL).replacing("AUTH", with: Data(browser.authSecret).base64URL)
            let response = try await server.send("POST", "/push/subscriptions", body: Array(body.utf8))
            expect(response.status == 400 && response.code == code, "\(response.text)")
            expect(response.json?["path"]?.string, equals: path)
            try await expect(
                store.ability((any WebPushSubscriptionStore).self)?.webPushSubscriptions(of: DevelopmentUser.id).isEmpty
                    == true)
        }
    }

    @Test("A removal takes any text for an endpoint, and refuses what isn't one")
    func badRemoval() async throws {
        try await with(.sqlite) { (server, _) async throws in
            for text in ["http://localhost/", "", "\u{FC}", String(repeating: "x", count: 4000)] {
                try await expect(unsubscribe(server, #"{"endpoint":"\#(text)"}"#).status, equals: 204)
            }
            for body in ["", "[]", #"{"endpoint":null}"#, #"{"endpoint":{}}"#, #"{"endpoint":"\u0000"}"#] {
                try await expect(unsubscribe(server, body).status, equals: 400)
            }
        }
    }

    @Test("A body of 10 kB or 10 MB is refused before it's read", arguments: [10_000, 10_000_000])
    func tooLarge(sizeBytes: Int) async throws {
        try await with(.sqlite) { server, _ in
            let body = Array(#"{"endpoint":"\#(String(repeating: "x", count: sizeBytes))"}"#.utf8)
            for method in ["POST", "DELETE"] {
                let response = try await server.send(method, "/push/subscriptions", body: body)
                expect(response.status == 413 && response.code == "body_too_large")
            }
        }
    }

    @Test("A user has 30 changes a minute; others aren't held up")
    func limit() async throws {
        let clock = WakeClock()
        try await with(.sqlite, clock: clock) { server, store in
            _ = try await store.addUser(token: "another-token")
            let body = #"{"endpoint":"https://push.example.org/a"}"#
            for _ in 1...30 { try await expect(unsubscribe(server, body).status, equals: 204) }
            let refused = try await unsubscribe(server, body)
            expect(refused.status == 429 && refused["retry-after"] == "60" && refused.code == "too_many_subscriptions")
            let other = try await subscribe(server, "https://push.example.org/a", token: "another-token")
            expect(other.status, equals: 201)
            clock.advance(to: .seconds(60))
            try await expect(unsubscribe(server, body).status, equals: 204)
        }
    }

    @Test(
        "A push wakes the other phones, not the one that pushed; a push that changes nothing wakes nobody",
        arguments: StoreUnderTest.databases)
    func wakes(_ kind: StoreUnderTest) async throws {
        let (service, clock) = (try TestWebPushService(), WakeClock())
        try await with(kind, service.policy, clock: clock) { server, store in
            let browsers = ["phone": TestBrowser(), "tablet": TestBrowser()]
            for (name, browser) in browsers {
                _ = try await store.pair(name)
                let made = try await subscribe(server, service.endpoint(name), browser, token: name)
                expect(made.status, equals: 201)
            }
            let record = Vitals.Measurement.sample(value: 72.125, extra: #"{"note":"after breakfast"}"#)
            for _ in 0..<2 { try await expect(server.push([record], token: "phone").status, equals: 200) }
            try await eventually { clock.waits == [.seconds(2)] }
            clock.advance(to: .seconds(2))
            await service.server.arrival()
            let request = try #require(service.requests.first)
            expect(request.method == "POST" && request.target == "/send/tablet" && service.requests.count == 1)
            try expect(browsers["tablet"]?.read(request.body), equals: "changed")
            expect(request.headers["ttl"] == "86400" && request.headers["topic"] == "changed")
            expect(request.headers["urgency"] == "normal" && request.headers["content-encoding"] == "aes128gcm")
            let claims = try #require(try VAPIDClaims(request.headers["authorization"]))
            expect(claims.json["aud"]?.string, equals: service.server.url)
            expect(claims.json["sub"]?.string, equals: "mailto:you@example.org")
            let key = try await server.send("GET", "/push/key")
            expect(key.json?["publicKey"]?.string, equals: claims.key)
            let sent = request.head + String(decoding: request.body, as: UTF8.self)
            let secrets = [
                "phone", "72.125", "breakfast", "weight", record.id.lowercased, DevelopmentUser.id.lowercased,
                AccountID.of(user: DevelopmentUser.id),
            ]
            for secret in secrets { expect(!sent.lowercased().contains(secret.lowercased()), "\(secret)") }
        }
    }

    @Test("Without the feature there is no such route, and without its tables the server doesn't start")
    func off() async throws {
        try await StoreUnderTest.sqlite.withStore { store in
            try await TestServer.with(LiveSyncStore(store)) { (server) async throws in
                let key = try await server.send("GET", "/push/key")
                let subscribed = try await server.send("POST", "/push/subscriptions", body: [])
                expect(key.status == 404 && subscribed.status == 404)
            }
            await #expect(throws: (any Error).self) {
                try await TestServer.with(LiveSyncStore(store), { $0.components.features = [.webPush] }) { _ in }
            }
        }
    }
}

/// Waits until a condition holds, for a minute at most: other tests may have both processors.
func eventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @Sendable () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("it never came to this", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
