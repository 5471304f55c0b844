import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of the rules of `AccessTokenStore`.
@Suite("Conformance of the stores: access tokens") struct AccessTokenStoreConformance {
    private let user = DevelopmentUser.id
    private static let start = Timestamp(clamping: 1_781_940_600_000)

    private static func at(_ seconds: Int64) -> Timestamp { start.advanced(byMilliseconds: seconds * 1_000)! }

    private typealias Body =
        @Sendable (_ store: SessionSyncStore, _ pairing: any PairingStore, _ device: SecretHash) async throws -> Void

    /// Runs `body` with a store and the hash of a device's own token.
    private func with(_ kind: StoreUnderTest, _ body: @escaping Body) async throws {
        try await kind.withSessionStore(now: { Self.start }) { [user] store, pairing in
            let token = try await pairing.pairedDevice("phone", of: user, now: Self.start)
            try await body(store, pairing, SecretHash(token))
        }
    }

    @Test("An access token is its device's user's, until its time and not at it", arguments: StoreUnderTest.available)
    func expiry(_ kind: StoreUnderTest) async throws {
        try await with(kind) { [user] store, _, device in
            let sessions = store.sessions
            let access = SecretHash("vs-one")
            let isAdded = try await sessions.addAccessToken(
                access, of: device, expiresAt: Self.at(60), now: Self.start)
            expect(isAdded)
            try await expect(sessions.sessionUser(accessToken: access, now: Self.start), equals: user)
            let last = Self.at(60).advanced(byMilliseconds: -1)!
            try await expect(sessions.sessionUser(accessToken: access, now: last), equals: user)
            try await expect(sessions.sessionUser(accessToken: access, now: Self.at(60)) == nil)
            try await expect(store.user(token: "vs-one"), equals: user)
            try await expect(store.user(token: "vs-two") == nil)
            try await expect(store.user(token: "") == nil)
            try await expect(store.user(token: DevelopmentUser.token), equals: user)
            try await expect(sessions.sessionUser(accessToken: device, now: Self.start) == nil)
        }
    }

    @Test("Only a device that is known gets one", arguments: StoreUnderTest.available)
    func unknownDevice(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, _, _ in
            for device in ["nobody", DevelopmentUser.token] {
                let isAdded = try await store.sessions.addAccessToken(
                    SecretHash("vs-one"), of: SecretHash(device), expiresAt: Self.at(60), now: Self.start)
                expect(!isAdded)
            }
            try await expect(store.user(token: "vs-one") == nil)
        }
    }

    @Test("A token leads to its device; a user's own leads to none", arguments: StoreUnderTest.available)
    func devices(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, _, device in
            let sessions = store.sessions
            let access = SecretHash("vs-one")
            _ = try await sessions.addAccessToken(access, of: device, expiresAt: Self.at(60), now: Self.start)
            try await expect(sessions.device(of: device, now: Self.start), equals: device)
            try await expect(sessions.device(of: access, now: Self.at(59)), equals: device)
            try await expect(sessions.device(of: access, now: Self.at(60)) == nil)
            for other in [DevelopmentUser.token, "nobody", ""] {
                try await expect(sessions.device(of: SecretHash(other), now: Self.start) == nil)
            }
        }
    }

    @Test("When a device is ended or revoked, its access tokens go at once", arguments: StoreUnderTest.available)
    func revocation(_ kind: StoreUnderTest) async throws {
        try await with(kind) { [user] store, pairing, device in
            let sessions = store.sessions
            let second = try await pairing.pairedDevice("tablet", of: user, now: Self.start)
            for (access, owner) in [("vs-one", device), ("vs-two", SecretHash(second))] {
                _ = try await sessions.addAccessToken(
                    SecretHash(access), of: owner, expiresAt: Self.at(60), now: Self.start)
            }
            try await expect(sessions.endDevice(device))
            try await expect(store.user(token: "vs-one") == nil)
            try await expect(store.user(token: "token of phone") == nil)
            try await expect(!sessions.endDevice(device))
            try await expect(
                !sessions.addAccessToken(
                    SecretHash("vs-late"), of: device, expiresAt: Self.at(60), now: Self.start))
            try await expect(store.user(token: "vs-two"), equals: user)
            let tablet = try #require(try await pairing.deviceTokens(user: user).first)
            expect(tablet.name, equals: "tablet")
            try await expect(pairing.revokeDeviceToken(tablet.id))
            try await expect(store.user(token: "vs-two") == nil)
            try await expect(sessions.device(of: SecretHash("vs-two"), now: Self.start) == nil)
        }
    }

    @Test("With a user go the access tokens", arguments: StoreUnderTest.available)
    func deletedUser(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, pairing, _ in
            let other = try await store.addUser(token: "another-token")
            let device = try await pairing.pairedDevice("other", of: other, now: Self.start)
            _ = try await store.sessions.addAccessToken(
                SecretHash("vs-one"), of: SecretHash(device), expiresAt: Self.at(60), now: Self.start)
            try await expect(store.user(token: "vs-one"), equals: other)
            try await expect(store.deleteUser(other))
            try await expect(store.user(token: "vs-one") == nil)
        }
    }

    @Test("An eleventh takes the place of the oldest", arguments: StoreUnderTest.available)
    func limit(_ kind: StoreUnderTest) async throws {
        try await with(kind) { [user] store, _, device in
            for number in 0..<12 as Range<Int64> {
                _ = try await store.sessions.addAccessToken(
                    SecretHash("vs-\(number)"), of: device, expiresAt: Self.at(60 + number), now: Self.start)
            }
            for number in 0..<12 {
                try await expect(store.user(token: "vs-\(number)"), equals: (number < 2 ? nil : user), "\(number)")
            }
        }
    }

    @Test("Of twenty requests at the same moment ten tokens stay", arguments: StoreUnderTest.available)
    func race(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, _, device in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await store.sessions.addAccessToken(
                            SecretHash("vs-\(number)"), of: device, expiresAt: Self.at(60), now: Self.start)
                    }
                }
                for try await isAdded in group { expect(isAdded) }
            }
            var count = 0
            for number in 0..<20 where try await store.user(token: "vs-\(number)") != nil { count += 1 }
            expect(count, equals: AccessTokenLimits.perDevice)
        }
    }

    @Test(
        "A device that is ended meanwhile leaves neither an access token nor an error",
        arguments: StoreUnderTest.available)
    func endedMeanwhile(_ kind: StoreUnderTest) async throws {
        try await with(kind) { [user] store, pairing, _ in
            for round in 0..<15 {
                let device = SecretHash(try await pairing.pairedDevice("device \(round)", of: user, now: Self.start))
                let access = SecretHash("vs-\(round)")
                async let added = store.sessions.addAccessToken(
                    access, of: device, expiresAt: Self.at(60), now: Self.start)
                async let ended = store.sessions.endDevice(device)
                _ = try await added
                try await expect(ended)
                try await expect(store.sessions.sessionUser(accessToken: access, now: Self.start) == nil)
            }
        }
    }

    @Test("Expired ones are removed when the next one is stored", arguments: StoreUnderTest.available)
    func removesExpired(_ kind: StoreUnderTest) async throws {
        try await with(kind) { [user] store, _, device in
            let sessions = store.sessions
            _ = try await sessions.addAccessToken(
                SecretHash("vs-old"), of: device, expiresAt: Self.at(60), now: Self.start)
            _ = try await sessions.addAccessToken(
                SecretHash("vs-new"), of: device, expiresAt: Self.at(120), now: Self.at(60))
            try await expect(sessions.sessionUser(accessToken: SecretHash("vs-old"), now: Self.start) == nil)
            try await expect(sessions.sessionUser(accessToken: SecretHash("vs-new"), now: Self.at(60)), equals: user)
        }
    }
}
