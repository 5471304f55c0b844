import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// `POST` and `DELETE /session` over HTTP.
@Suite("Sessions over HTTP") struct SessionRouteTests {
    private func with(
        _ kind: StoreUnderTest, minutes: Int = 15, clock: PairingClock = PairingClock(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: @escaping @Sendable (TestServer, _ device: String, any PairingStore) async throws -> Void
    ) async throws {
        try await kind.withSessionStore(now: clock.now) { store, pairing in
            let device = try await pairing.pairedDevice("phone", of: DevelopmentUser.id, now: clock.now())
            try await TestServer.with(
                store,
                { $0.components.addSessions(lifetimeMinutes: minutes, now: clock.now, uptime: clock.uptime) },
                logger: logger
            ) { server in try await body(server, device, pairing) }
        }
    }

    private func access(_ answer: RawResponse) throws -> String {
        expect(answer.status, equals: 200)
        return try #require(answer.json?["accessToken"]?.string)
    }

    @Test("An access token opens what the device's own opens, until it expires", arguments: StoreUnderTest.available)
    func opens(_ kind: StoreUnderTest) async throws {
        let clock = PairingClock()
        try await with(kind, clock: clock) { server, device, _ in
            let answer = try await server.send("POST", "/session", token: device)
            let token = try access(answer)
            expect(answer.json?["expiresInSeconds"], equals: .number(900))
            expect(answer["Cache-Control"], equals: "no-store")
            expect(answer["Date"] != nil, "phones correct their clock by it")
            let sent = record()
            try await expect(server.push([sent], token: token).texts("acceptedIds"), equals: [sent.id.lowercased])
            let (own, pulled) = (try await server.pull(token: device), try await server.pull(token: token))
            expect(own.text == pulled.text && own["Vitals-Account"] == pulled["Vitals-Account"])
            expect(pulled["Vitals-Features"], equals: "base,sessions")
            clock.advance(seconds: 899)
            try await expect(server.pull(token: token).status, equals: 200)
            clock.advance(seconds: 1)
            try await expect(server.pull(token: token).status, equals: 401)
            try await expect(server.push([record()], token: token).status, equals: 401)
            try await expect(server.pull(token: device).status, equals: 200)
        }
    }

    @Test("Revoking the device ends its access tokens with the very next request", arguments: StoreUnderTest.available)
    func revoked(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server, device, pairing in
            let token = try access(try await server.send("POST", "/session", token: device))
            let id = try #require(try await pairing.deviceTokens(user: nil).first?.id)
            try await expect(pairing.revokeDeviceToken(id))
            for refused in [token, device] {
                try await expect(server.pull(token: refused).status, equals: 401)
                try await expect(server.push([record()], token: refused).status, equals: 401)
                try await expect(server.send("POST", "/session", token: refused).status, equals: 401)
                try await expect(server.send("DELETE", "/session", token: refused).status, equals: 401)
            }
        }
    }

    @Test("A phone ends its own token, with it or with an access token", arguments: StoreUnderTest.available)
    func ends(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server, device, pairing in
            let tablet = try await pairing.pairedDevice("tablet", of: DevelopmentUser.id, now: Pairing.wallClock())
            let access = try access(try await server.send("POST", "/session", token: device))
            let ended = try await server.send("DELETE", "/session", token: access)
            expect(ended.status == 204 && ended.body.isEmpty)
            for refused in [access, device] { try await expect(server.pull(token: refused).status, equals: 401) }
            try await expect(server.send("DELETE", "/session", token: tablet).status, equals: 204)
            try await expect(server.pull(token: tablet).status, equals: 401)
            try await expect(server.pull().status, equals: 200, "the user's own token stays")
            try await expect(pairing.deviceTokens(user: nil).isEmpty)
        }
    }

    @Test("A user's own token and an access token get no session", arguments: StoreUnderTest.available)
    func others(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server, device, _ in
            let access = try access(try await server.send("POST", "/session", token: device))
            for token in [DevelopmentUser.token, access] {
                let answer = try await server.send("POST", "/session", token: token)
                expect(answer.status == 403 && answer.code == "no_device_token")
            }
            try await expect(server.send("DELETE", "/session").code, equals: "no_device_token")
            try await expect(server.pull().status, equals: 200)
            for token in [nil, "nobody", "vs-nobody"] {
                try await expect(server.send("POST", "/session", token: token).status, equals: 401)
            }
        }
    }

    @Test("A device may ask 30 times a minute; another one isn't held up")
    func rateLimit() async throws {
        let clock = PairingClock()
        try await with(.memory, clock: clock) { server, device, pairing in
            let tablet = try await pairing.pairedDevice("tablet", of: DevelopmentUser.id, now: clock.now())
            for _ in 0..<30 { try await expect(server.send("POST", "/session", token: device).status, equals: 200) }
            clock.advance(seconds: 18)
            let refused = try await server.send("POST", "/session", token: device)
            expect(refused.status == 429 && refused.code == "too_many_sessions")
            expect(refused["Retry-After"], equals: "42")
            let words = "30 times a minute, and all devices together 6000 times; try again in 42 s."
            expect(refused.json?["detail"]?.string, equals: "A device may ask for an access token " + words)
            try await expect(server.send("POST", "/session", token: tablet).status, equals: 200)
            try await expect(server.pull(token: device).status, equals: 200)
            clock.advance(seconds: 42)
            try await expect(server.send("POST", "/session", token: device).status, equals: 200)
        }
    }

    @Test("Without the setting there are no access tokens and no feature, and a phone can still end its token")
    func off() async throws {
        try await with(.sqlite, minutes: 0) { server, device, _ in
            try await expect(server.pull(token: device)["Vitals-Features"], equals: "base")
            let refused = try await server.send("POST", "/session", token: device)
            expect(refused.status, equals: 404)
            try await expect(server.send("GET", "/session", token: device)["Allow"], equals: "DELETE, POST")
            try await expect(server.send("DELETE", "/session", token: device).status, equals: 204)
            try await expect(server.pull(token: device).status, equals: 401)
        }
    }

    @Test("Neither token is in the log or in the file")
    func secrets() async throws {
        let sink = LogSink()
        let logger = Logger(label: "test") { _ in sink.handler }
        try await with(.sqlite, logger: logger) { server, device, _ in
            let token = try access(try await server.send("POST", "/session", token: device))
            _ = try await server.pull(token: token)
            _ = try await server.send("DELETE", "/session", token: token)
            for word in [token, device] {
                expect(!sink.lines.contains { $0.contains(word) }, "\(word) is in the log")
            }
        }
        try await withTemporaryDirectory { directory in
            let store = try SQLiteSyncStore(path: directory + "/server.sqlite", migrations: [.pairing, .sessions])
            let device = try await store.pairedDevice("phone", of: DevelopmentUser.id, now: Pairing.wallClock())
            let session = try await SessionService(store: store, lifetimeMinutes: 1).open(with: device)
            for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
                let data = try Data(contentsOf: URL(filePath: directory + "/" + name))
                expect(data.range(of: Data(session.accessToken.utf8)) == nil, "\(name)")
            }
            try await store.close()
        }
    }

    @Test("A server whose store knows no access tokens has no such route")
    func withoutSessions() async throws {
        try await StoreUnderTest.memory.withPairedStore { store in
            try await TestServer.with(store, { $0.components.addSessions(lifetimeMinutes: 15) }) { server in
                let posted = try await server.send("POST", "/session")
                expect(posted.status, equals: 404)
                try await expect(server.send("DELETE", "/session").status, equals: 404)
                try await expect(server.pull()["Vitals-Features"], equals: "base")
            }
        }
    }

    @Test(
        "On a Postgres without the table everything else works, a phone can end its token, and the feature says what to do",
        .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
    func withoutTable() async throws {
        try await withPostgresStore { store, url in
            try PostgresTestDatabase.execute(try PostgresTestDatabase.pairingMigration(), at: url)
            let device = try await store.pairedDevice("phone", of: DevelopmentUser.id, now: Pairing.wallClock())
            let sessions = SessionSyncStore(PairedSyncStore(store, pairing: store), sessions: store)
            try await TestServer.with(sessions, { $0.components.addSessions(lifetimeMinutes: 0) }) { server in
                let unknown = try await server.pull(token: "vs-nobody")
                expect(unknown.status, equals: 401)
                try await expect(server.send("DELETE", "/session").code, equals: "no_device_token")
                try await expect(server.send("DELETE", "/session", token: device).status, equals: 204)
                try await expect(server.pull(token: device).status, equals: 401)
            }
        }
        try await withPostgresStore { store, _ in
            let error = await #expect(throws: SyncStoreError.self) { try await store.checkAccessTokenTable() }
            expect("\(String(describing: error))".contains("vitals-server migrate"))
        }
    }
}
