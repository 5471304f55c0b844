import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// `GET /events` over HTTP, on real stores, with a client that reads the bytes itself.
@Suite("GET /events", .serialized) struct EventsRouteTests {
    private func with(
        _ kind: StoreUnderTest = .memory, limits: StreamLimits = StreamLimits(), heartbeatSeconds: Double = 3600,
        change: @escaping @Sendable (inout HTTPConfiguration) -> Void = { _ in },
        body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await kind.withStore(notesOverwritten: true) { store in
            try await TestServer.with(
                LiveSyncStore(store),
                {
                    $0.components.features = [.deletes, .live]
                    $0.components.addLive(limits: limits, heartbeatSeconds: heartbeatSeconds)
                    change(&$0)
                }, body: body)
        }
    }

    @Test("A push is an event with its record, on each store", arguments: StoreUnderTest.available)
    func pushed(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            let reader = try await EventReader.open(server)
            let record = Vitals.Measurement.sample()
            _ = try await server.push([record])
            let event = try #require(try await reader.event())
            expect(event["v"] == .number(1) && event["type"]?.string == "measurements.changed")
            let records = try (event["records"]?.array ?? []).map { try Vitals.Measurement(json: $0) }
            expect(records, equals: [record])
            let pulled = try await server.pull("?cursor=0&limit=10")
            expect(event["seq"], equals: pulled.nextCursor.map { .number(Double($0)) })
        }
    }

    @Test("The event carries the same notes of overwritten edits as a page")
    func notes() async throws {
        try await with { server in
            let record = Vitals.Measurement.sample()
            _ = try await server.push([record])
            let reader = try await EventReader.open(server)
            var edit = record
            (edit.version, edit.value) = (3, 80)
            let unseen = RecordVersion(version: 9, digest: "00000000000000ff")!
            let body = PushBody.bytes(of: [edit], editedFrom: [edit.id: unseen])
            _ = try await server.send("POST", "/sync/push", body: body)
            let event = try #require(try await reader.event())
            let page = try await server.pull("?cursor=0&limit=10").json
            expect(event["overwritten"] != nil && event["overwritten"] == page?["overwritten"])
        }
    }

    @Test("More than 50 records are only a hint; 50 are sent")
    func many() async throws {
        try await with { server in
            let reader = try await EventReader.open(server)
            _ = try await server.push((0..<51).map { _ in .sample() })
            try expect(#require(try await reader.event())["records"] == nil)
            _ = try await server.push((0..<50).map { _ in .sample() })
            try expect(#require(try await reader.event())["records"]?.array?.count, equals: 50)
        }
    }

    @Test("A push that changes nothing is no event, and another user's neither")
    func others() async throws {
        try await with { server in
            let stranger = try await server.store.addUser(token: "stranger")
            let reader = try await EventReader.open(server)
            let record = Vitals.Measurement.sample()
            _ = try await server.push([record], token: "stranger")
            _ = try await server.push([record])
            _ = try await server.push([record])
            _ = try await server.push([.sample(value: 99)])
            let events = [try await reader.event(), try await reader.event()]
            let values = events.map { $0?["records"]?.array?.first?["value"] }
            expect(values, equals: [.number(72.5), .number(99)], "\(stranger)")
        }
    }

    @Test(
        "A revoked token ends its stream with account.changed, and gets no record", arguments: StoreUnderTest.available)
    func revoked(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { store in
            try await TestServer.with(
                LiveSyncStore(store),
                {
                    $0.components.features = [.live]
                    $0.components.addLive(heartbeatSeconds: 3600)
                }
            ) { server in
                let code = SecretHash("code")
                try await store.pairing.addPairingCode(
                    code, user: DevelopmentUser.id, expiresAt: .max, now: Pairing.wallClock())
                let device = NewDeviceToken(hash: SecretHash("device"), name: "B")
                _ = try await store.pairing.exchangePairingCode(code, for: device, now: Pairing.wallClock())
                let (kept, lost) = (
                    try await EventReader.open(server), try await EventReader.open(server, token: "device")
                )
                try await expect(store.pairing.revokeDeviceToken(device.id))
                _ = try await server.push([.sample()])
                try await expect(kept.event()?["records"] != nil)
                let last = try #require(try await lost.event())
                expect(last["type"]?.string == "account.changed" && last["records"] == nil)
                try await expect(lost.event() == nil)
            }
        }
    }

    @Test("A stream that an access token opened ends when that expires, and the next token opens another")
    func accessTokenExpires() async throws {
        try await StoreUnderTest.sqlite.withPushStore(hasSessions: true) { store, push in
            let sessions = try #require(push as? any AccessTokenStore)
            let phone = try await store.pair("phone")
            let now = Locked(Pairing.wallClock())
            @Sendable func open(_ name: String) async throws {
                let time = now.withLock { $0 }
                let end = try #require(time.advanced(byMilliseconds: 900_000))
                let isAdded = try await sessions.addAccessToken(
                    SecretHash(name), of: phone.hash, expiresAt: end, now: time)
                expect(isAdded)
            }
            try await open("vs-1")
            try await TestServer.with(
                LiveSyncStore(SessionSyncStore(store, sessions: sessions, now: { now.withLock { $0 } })),
                {
                    $0.components.features = [.live]
                    $0.components.addLive(heartbeatSeconds: 0.05)
                }
            ) { server in
                let first = try await EventReader.open(server, token: "vs-1")
                try await expect(first.next(), equals: ": still here")
                now.withLock { $0 = $0.advanced(byMilliseconds: 900_001) ?? $0 }
                try await expect(first.event()?["type"]?.string, equals: "account.changed")
                try await expect(first.event() == nil)
                try await open("vs-2")
                let second = try await EventReader.open(server, token: "vs-2")
                _ = try await server.push([.sample()])
                try await expect(second.event()?["records"]?.array?.count, equals: 1)
            }
        }
    }

    @Test("Heartbeats come without events, and end the stream of a deleted user")
    func heartbeats() async throws {
        try await with(heartbeatSeconds: 0.05) { server in
            let user = try await server.store.addUser(token: "short-lived")
            let reader = try await EventReader.open(server, token: "short-lived")
            try await expect(reader.next(), equals: ": still here")
            _ = try await server.store.deleteUser(user)
            try await expect(reader.event()?["type"]?.string, equals: "account.changed")
            try await expect(reader.event() == nil)
        }
    }

    @Test("One stream more than a user may have ends that user's oldest")
    func perUser() async throws {
        try await with(limits: StreamLimits(perUser: 2, total: 10)) { server in
            let first = try await EventReader.open(server)
            let second = try await EventReader.open(server)
            let third = try await EventReader.open(server)
            try await expect(first.next(), equals: "end")
            _ = try await server.push([.sample()])
            for reader in [second, third] { try await expect(reader.event() != nil) }
        }
    }

    @Test("Too many streams in all are a 503, and a place is free again once a client has gone")
    func total() async throws {
        try await with(limits: StreamLimits(perUser: 2, total: 1)) { server in
            _ = try await server.store.addUser(token: "other")
            var first: EventReader? = try await EventReader.open(server)
            let refused = try await server.send("GET", "/events", token: "other")
            expect(refused.status == 503 && refused.code == "too_many_streams" && refused["retry-after"] == "60")
            expect(first != nil)
            first = nil
            var opened: EventReader?
            for _ in 0..<200 where opened == nil {
                opened = try? await EventReader.open(server, token: "other")
                if opened == nil { try await Task.sleep(for: .milliseconds(20)) }
            }
            expect(opened != nil)
        }
    }

    @Test("Bad requests are refused, each with its reason")
    func refusals() async throws {
        try await with { server in
            try await expect(server.send("GET", "/events", token: nil).status, equals: 401)
            try await expect(server.send("GET", "/events", token: "wrong").status, equals: 401)
            try await expect(server.send("POST", "/events").status, equals: 405)
            let other = try await server.send("GET", "/events", headers: [("Vitals-Account", "another")])
            expect(other.status == 409 && other.code == "wrong_account")
            for _ in 0..<60 { _ = try await EventReader.open(server) }
            let tooMany = try await server.send("GET", "/events")
            expect(tooMany.status == 429 && tooMany.code == "too_many_connects" && tooMany["retry-after"] != nil)
        }
    }

    @Test("An idle time-out shorter than the silence between events doesn't end a stream")
    func idleTimeout() async throws {
        try await with(heartbeatSeconds: 0.4, change: { $0.idleTimeoutSeconds = 0.1 }) { server in
            let reader = try await EventReader.open(server)
            for _ in 0..<2 { try await expect(reader.next(), equals: ": still here") }
        }
    }

    @Test("A stream that is never read holds one event, and is let go")
    func neverRead() async throws {
        try await with(change: { $0.idleTimeoutSeconds = 0.5 }) { server in
            let deaf = try RawConnection(port: server.port)
            deaf.send("GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n\r\n")
            let reader = try await EventReader.open(server)
            let note = String(repeating: "n", count: 2000)
            // Far more than the system's buffers for a connection hold.
            for round in 0..<120 {
                _ = try await server.push((0..<50).map { _ in .sample(extra: #"{"note":"\#(note)"}"#) })
                try await expect(reader.event() != nil, "round \(round)")
            }
            let received = try await blocking { try deaf.receiveAll() }
            expect(received.count < 20 << 20)
        }
    }

    @Test("A server that stops ends its streams at once")
    func stops() async throws {
        let reader = Box<EventReader?>(nil)
        let start = ContinuousClock.now
        try await with(change: { $0.shutdownTimeoutSeconds = 60 }) { server in
            reader.set(try await EventReader.open(server))
        }
        expect(ContinuousClock.now - start < .seconds(50))
    }
}
