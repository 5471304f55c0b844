import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of the rules of `PairingStore`.
@Suite("Conformance of the stores: pairing") struct PairingStoreConformance {
    private let user = DevelopmentUser.id
    private let start = Timestamp(clamping: 1_781_940_600_000)
    private var end: Timestamp { Timestamp(clamping: start.millisecondsSinceEpoch + 600_000) }

    private func token(_ secret: String, name: String = "") -> NewDeviceToken {
        NewDeviceToken(hash: SecretHash(secret), name: name)
    }

    @Test("A code is exchanged once; the token is the user's", arguments: StoreUnderTest.available)
    func once(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { [user, start, end] store in
            let pairing = store.pairing
            try await pairing.addPairingCode(SecretHash("code"), user: user, expiresAt: end, now: start)
            try await expect(
                pairing.exchangePairingCode(SecretHash("other"), for: token("no"), now: start) == nil)
            try await expect(
                pairing.exchangePairingCode(SecretHash("code"), for: token("first"), now: start), equals: user)
            try await expect(
                pairing.exchangePairingCode(SecretHash("code"), for: token("second"), now: start) == nil)
            try await expect(store.user(token: "first"), equals: user)
            for wrong in ["second", "no", "code", "", "\0"] { try await expect(store.user(token: wrong) == nil) }
            try await expect(store.user(token: DevelopmentUser.token), equals: user)
        }
    }

    @Test(
        "A code works until its time and not at it, and an expired one is forgotten",
        arguments: StoreUnderTest.available)
    func expiry(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { [user, start, end] store in
            let pairing = store.pairing
            let last = Timestamp(clamping: end.millisecondsSinceEpoch - 1)
            for code in ["a", "b"] {
                try await pairing.addPairingCode(SecretHash(code), user: user, expiresAt: end, now: start)
            }
            try await expect(pairing.exchangePairingCode(SecretHash("a"), for: token("late"), now: end) == nil)
            try await expect(
                pairing.exchangePairingCode(SecretHash("b"), for: token("in time"), now: last), equals: user)
            // Still there, so the same code is refused until it has expired.
            await #expect(throws: SyncStoreError.tokenTaken) {
                try await pairing.addPairingCode(SecretHash("a"), user: user, expiresAt: end, now: last)
            }
            try await pairing.addPairingCode(SecretHash("a"), user: user, expiresAt: .max, now: end)
            try await expect(pairing.exchangePairingCode(SecretHash("a"), for: token("new"), now: end), equals: user)
        }
    }

    @Test("Of many exchanges of one code at the same time, one gets the token", arguments: StoreUnderTest.available)
    func race(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { [user, start, end] store in
            let pairing = store.pairing
            for round in 0..<10 {
                let code = SecretHash("code \(round)")
                try await pairing.addPairingCode(code, user: user, expiresAt: end, now: start)
                let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<12 {
                        group.addTask {
                            let token = token("token \(round) \(number)")
                            return try await pairing.exchangePairingCode(code, for: token, now: start) != nil
                        }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                expect(winners, equals: 1)
            }
            try await expect(pairing.deviceTokens(user: nil).count, equals: 10)
        }
    }

    @Test("A device is listed with its days, in UTC, and its last day moves on", arguments: StoreUnderTest.available)
    func days(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { [user, start, end] store in
            let pairing = store.pairing
            let other = try await store.addUser(token: "other-token")
            for (code, owner, name) in [("a", user, "Phone \u{1F4F1}"), ("b", other, "'; DROP TABLE users --")] {
                try await pairing.addPairingCode(SecretHash(code), user: owner, expiresAt: end, now: start)
                _ = try await pairing.exchangePairingCode(
                    SecretHash(code), for: token("token of \(code)", name: name), now: start)
            }
            let before = try await pairing.deviceTokens(user: user)
            expect(before.map(\.name), equals: ["Phone \u{1F4F1}"])
            expect(before.map(\.createdOn), equals: ["2026-06-20"])
            expect(before.map(\.lastUsedOn), equals: [nil])
            for hours in [1, 2, 40] as [Int64] {
                let now = Timestamp(clamping: start.millisecondsSinceEpoch + hours * 3_600_000)
                try await expect(pairing.deviceUser(token: SecretHash("token of a"), now: now), equals: user)
                let used = try await pairing.deviceTokens(user: user).first?.lastUsedOn
                expect(used, equals: (hours == 40 ? "2026-06-21" : "2026-06-20"))
            }
            let all = try await pairing.deviceTokens(user: nil)
            expect(all.map(\.user), equals: [other, user], "by day, then by name")
            expect(all.first?.lastUsedOn == nil)
        }
    }

    @Test("A token that was revoked is unknown at once, and the others are not", arguments: StoreUnderTest.available)
    func revocation(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { [user, start, end] store in
            let pairing = store.pairing
            for name in ["one", "two"] {
                try await pairing.addPairingCode(SecretHash(name), user: user, expiresAt: end, now: start)
                _ = try await pairing.exchangePairingCode(
                    SecretHash(name), for: token(name, name: name), now: start)
            }
            let one = try #require(try await pairing.deviceTokens(user: nil).first { $0.name == "one" })
            try await expect(store.user(token: "one"), equals: user)
            try await expect(pairing.revokeDeviceToken(one.id))
            try await expect(store.user(token: "one") == nil)
            try await expect(pairing.revokeDeviceToken(one.id) == false)
            try await expect(store.user(token: "two"), equals: user)
            try await expect(store.user(token: DevelopmentUser.token), equals: user)
        }
    }

    @Test("With a user go the user's codes and tokens", arguments: StoreUnderTest.available)
    func deletedUser(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { [start, end] store in
            let pairing = store.pairing
            let user = try await store.addUser(token: "other-token")
            for code in ["open", "used"] {
                try await pairing.addPairingCode(SecretHash(code), user: user, expiresAt: end, now: start)
            }
            _ = try await pairing.exchangePairingCode(SecretHash("used"), for: token("device"), now: start)
            try await expect(store.user(token: "device"), equals: user)
            try await expect(store.deleteUser(user))
            try await expect(store.user(token: "device") == nil)
            try await expect(pairing.deviceTokens(user: nil).isEmpty)
            try await expect(pairing.exchangePairingCode(SecretHash("open"), for: token("late"), now: start) == nil)
            await #expect(throws: SyncStoreError.unknownUser) {
                try await pairing.addPairingCode(SecretHash("new"), user: user, expiresAt: end, now: start)
            }
        }
    }

    @Test(
        "A user who goes while a device pairs leaves neither a token nor an error", arguments: StoreUnderTest.available)
    func deletedMeanwhile(_ kind: StoreUnderTest) async throws {
        try await kind.withPairedStore { [start, end] store in
            let pairing = store.pairing
            for round in 0..<15 {
                let user = try await store.addUser(token: "token-\(round)")
                let code = SecretHash("code \(round)")
                try await pairing.addPairingCode(code, user: user, expiresAt: end, now: start)
                async let paired = pairing.exchangePairingCode(code, for: token("device \(round)"), now: start)
                async let deleted = store.deleteUser(user)
                _ = try await paired
                try await expect(deleted)
                try await expect(store.user(token: "device \(round)") == nil)
            }
            try await expect(pairing.deviceTokens(user: nil).isEmpty)
        }
    }
}
