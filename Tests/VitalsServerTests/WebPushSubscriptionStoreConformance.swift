import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of the rules of `WebPushSubscriptionStore`.
@Suite("Conformance of the stores: subscriptions") struct WebPushSubscriptionStoreConformance {
    private let user = DevelopmentUser.id
    private let own = SecretHash(DevelopmentUser.token)
    private let start = Timestamp(clamping: 1_781_940_600_000)

    private func new(_ name: String, _ browser: TestBrowser = TestBrowser()) throws -> NewWebPushSubscription {
        NewWebPushSubscription(endpoint: "https://push.example.org/\(name)", keys: try browser.keys)
    }

    private func time(_ seconds: Int64) -> Timestamp { start.advanced(byMilliseconds: seconds * 1000)! }

    @Test(
        "An endpoint is stored once a user; a second time replaces keys and token", arguments: StoreUnderTest.available)
    func replaces(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { store, push in
            let device = try await store.pair("phone")
            let other = try await store.addUser(token: "another-token")
            let first = try await push.storeWebPushSubscription(new("a"), user: user, token: own, now: time(0))
            _ = try await push.storeWebPushSubscription(new("b"), user: user, token: own, now: time(1))
            let foreign = try await push.storeWebPushSubscription(
                new("a"), user: other, token: SecretHash("another-token"), now: time(1))
            let browser = TestBrowser()
            let again = try await push.storeWebPushSubscription(
                new("a", browser), user: user, token: device.hash, now: time(2))
            expect(first.isNew && foreign.isNew && !again.isNew && again.id == first.id && foreign.id != first.id)
            let stored = try await push.webPushSubscriptions(of: user)
            expect(stored.map(\.endpoint), equals: ["https://push.example.org/b", "https://push.example.org/a"])
            let last = WebPushSubscription(
                id: first.id, user: user, token: device.hash, endpoint: "https://push.example.org/a",
                keys: try browser.keys)
            expect(stored.last, equals: last)
            try await expect(push.webPushSubscription(first.id), equals: last)
            try await expect(push.webPushSubscription(foreign.id)?.user, equals: other)
        }
    }

    @Test(
        "Removing takes the user's own, by endpoint or by id, and it isn't an error that there's none",
        arguments: StoreUnderTest.available)
    func removes(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { store, push in
            let other = try await store.addUser(token: "another-token")
            for name in ["a", "b"] {
                _ = try await push.storeWebPushSubscription(new(name), user: user, token: own, now: time(0))
                _ = try await push.storeWebPushSubscription(
                    new(name), user: other, token: SecretHash("another-token"), now: time(0))
            }
            for _ in 0..<2 {
                try await push.removeWebPushSubscription(endpoint: "https://push.example.org/a", user: user)
                try await push.removeWebPushSubscription(endpoint: "https://push.example.org/none", user: user)
            }
            let left = try #require(try await push.webPushSubscriptions(of: user).first)
            expect(left.endpoint.hasSuffix("/b"))
            for _ in 0..<2 { try await push.removeWebPushSubscription(left.id) }
            try await expect(push.webPushSubscriptions(of: user).isEmpty)
            try await expect(push.webPushSubscription(left.id) == nil)
            try await expect(push.webPushSubscriptions(of: other).count, equals: 2)
        }
    }

    @Test("A user has 20; one more replaces the one that was renewed longest ago", arguments: StoreUnderTest.available)
    func limit(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { store, push in
            for number in 0..<20 {
                _ = try await push.storeWebPushSubscription(
                    new("\(number)"), user: user, token: own, now: time(Int64(number)))
            }
            _ = try await push.storeWebPushSubscription(new("0"), user: user, token: own, now: time(20))
            try await expect(push.webPushSubscriptions(of: user).count, equals: 20)
            _ = try await push.storeWebPushSubscription(new("20"), user: user, token: own, now: time(21))
            let names = try await push.webPushSubscriptions(of: user).map { $0.endpoint.split(separator: "/").last! }
            expect(names, equals: (2..<20).map { "\($0)" } + ["0", "20"])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 100..<125 {
                    group.addTask {
                        _ = try await push.storeWebPushSubscription(
                            new("\(number)"), user: user, token: own, now: time(30))
                    }
                }
                try await group.waitForAll()
            }
            try await expect(push.webPushSubscriptions(of: user).count, equals: 20)
        }
    }

    @Test("A subscription goes with its token and with its user, and others stay", arguments: StoreUnderTest.available)
    func goesWithToken(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { store, push in
            let (phone, tablet) = (try await store.pair("phone"), try await store.pair("tablet"))
            let other = try await store.addUser(token: "another-token")
            let foreign = try await store.pair("foreign", user: other)
            for (name, owner, token) in [
                ("phone", user, phone.hash), ("tablet", user, tablet.hash), ("own", user, own),
                ("foreign", other, foreign.hash), ("foreign-own", other, SecretHash("another-token")),
            ] {
                _ = try await push.storeWebPushSubscription(new(name), user: owner, token: token, now: time(0))
            }
            let id = try #require(try await push.webPushSubscriptions(of: user).first { $0.token == phone.hash }).id
            try await expect(store.pairing.revokeDeviceToken(phone.id))
            try await expect(push.webPushSubscription(id) == nil)
            expect(Set(try await push.webPushSubscriptions(of: user).map(\.token)), equals: [tablet.hash, own])
            try await expect(store.deleteUser(other))
            try await expect(push.webPushSubscriptions(of: other).isEmpty)
            try await expect(push.webPushSubscriptions(of: user).count, equals: 2)
            await #expect(throws: SyncStoreError.unknownUser) {
                try await push.storeWebPushSubscription(
                    new("late"), user: other, token: SecretHash("another-token"), now: time(0))
            }
        }
    }

    @Test("A token that was revoked, or is another user's, stores nothing", arguments: StoreUnderTest.databases)
    func foreignToken(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { store, push in
            let phone = try await store.pair("phone")
            let other = try await store.addUser(token: "another-token")
            for (owner, token) in [(other, phone.hash), (other, own), (user, SecretHash("unknown"))] {
                await #expect(throws: SyncStoreError.unknownUser) {
                    try await push.storeWebPushSubscription(new("a"), user: owner, token: token, now: time(0))
                }
            }
            _ = try await store.pairing.revokeDeviceToken(phone.id)
            await #expect(throws: SyncStoreError.unknownUser) {
                try await push.storeWebPushSubscription(new("a"), user: user, token: phone.hash, now: time(0))
            }
            try await expect(push.webPushSubscriptions(of: user).isEmpty)
        }
    }

    @Test(
        "Subscribing while the token is revoked or the user deleted leaves nothing, and nobody deadlocks",
        arguments: StoreUnderTest.databases)
    func races(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { store, push in
            for round in 0..<15 {
                let owner = try await store.addUser(token: "token-\(round)")
                let phone = try await store.pair("phone-\(round)", user: owner)
                _ = try await push.storeWebPushSubscription(new("a"), user: owner, token: phone.hash, now: time(0))
                let ends = round.isMultiple(of: 2)
                async let stored = try? push.storeWebPushSubscription(
                    new("a"), user: owner, token: phone.hash, now: time(1))
                async let ended =
                    ends ? store.deleteUser(owner) : store.pairing.revokeDeviceToken(phone.id)
                _ = await stored
                try await expect(ended)
                try await expect(push.webPushSubscriptions(of: owner).isEmpty)
            }
        }
    }

    @Test(
        "Five refusals in a row end a subscription, and a message that was taken starts the count again",
        arguments: StoreUnderTest.available)
    func refusals(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { _, push in
            let id = try await push.storeWebPushSubscription(new("a"), user: user, token: own, now: time(0)).id
            for _ in 0..<4 { try await push.countWebPushRefusal(id) }
            try await expect(push.webPushSubscription(id)?.refusalCount, equals: 4)
            try await push.clearWebPushRefusals(id)
            for _ in 0..<4 { try await push.countWebPushRefusal(id) }
            _ = try await push.storeWebPushSubscription(new("a"), user: user, token: own, now: time(1))
            try await expect(push.webPushSubscription(id)?.refusalCount, equals: 0, "new keys deserve a new try")
            for _ in 0..<5 { try await push.countWebPushRefusal(id) }
            try await expect(push.webPushSubscription(id) == nil)
            try await push.countWebPushRefusal(id)
        }
    }

    @Test(
        "Of twenty servers that make a key at the same moment, all have the same", arguments: StoreUnderTest.available)
    func key(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { _, push in
            let keys = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 { group.addTask { try await push.vapidKey(orStore: VAPIDKey.make()) } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            expect(keys.count, equals: 1)
            try await expect(push.vapidKey(orStore: VAPIDKey.make()), equals: keys.first)
        }
    }

    @Test(
        "The export of a person names the hosts of push services, and no endpoint or key",
        arguments: StoreUnderTest.databases)
    func export(_ kind: StoreUnderTest) async throws {
        try await kind.withPushStore { store, push in
            let browser = TestBrowser()
            _ = try await push.storeWebPushSubscription(
                new("secret-name", browser), user: user, token: own, now: time(0))
            let text = Locked("")
            try await PersonExport(store: store, user: user, features: [.webPush]).write { piece in
                text.withLock { $0 += piece }
            }
            let written = text.withLock { $0 }
            let json = try JSONValue(parsing: Array(written.utf8))
            expect(json["pushServices"]?.array?.compactMap(\.string), equals: ["push.example.org"])
            for secret in ["secret-name", Data(browser.authSecret).base64URL, Data(browser.publicKey).base64URL] {
                expect(!written.contains(secret))
            }
        }
    }

    @Test(
        "A database without the tables says what to do, and its users can still be exported",
        arguments: StoreUnderTest.databases)
    func withoutTables(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            let push = try #require(store.ability((any WebPushSubscriptionStore).self))
            await #expect(throws: SyncStoreError.self) { try await push.vapidKey(orStore: VAPIDKey.make()) }
            try await expect(push.webPushSubscriptions(of: user).isEmpty)
        }
    }
}
