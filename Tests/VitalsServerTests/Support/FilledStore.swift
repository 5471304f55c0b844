import Foundation
import TestSupport
import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities
import VitalsServerReminders
import VitalsServerWorkouts

/// A store with a row in every table, written by the store's own calls, and the secrets that its rows are the hashes of.
enum FilledStore {
    /// A store with all that a server's features need.
    typealias Store = SyncStore & PairingStore & InsightStore & WebPushSubscriptionStore & AccessTokenStore
        & CompactingStore & EntityStore & EntitlementStore & SampleStore & ReadOnlyTokenStore

    static let ownToken = "a-token-of-a-person"
    static let deviceToken = "a-token-of-a-phone"
    static let accessToken = "vs-a-token-that-expires"
    static let readOnlyToken = "vr-a-token-that-reads"
    static let unusedCode = "a-code-that-nobody-used"
    static let question = "what-was-asked"
    static let insight = "You walked more than in the week before."
    static let endpoint = "https://push.example.org/a-browser"
    static let note = "after the run, \"tired\", it's 5°"
    /// Times that don't come to pass while this test is run.
    private static let farAhead = Timestamp(rfc3339: "2999-01-01T00:00:00.123Z")!
    private static let start = Timestamp(clamping: 1_781_940_600_123)

    /// Fills a store that was made a moment ago.
    static func fill(_ store: any Store) async throws {
        let person = try await store.addUser(token: ownToken)
        try await push(person, to: store)
        _ = try await store.push([record(value: 1e-3, version: 7)], user: DevelopmentUser.id, receipt: nil)
        _ = try await store.compact()

        try await pushEntities(person, to: store)
        try await store.grant(
            Entitlement(user: person, name: Entitlement.premiumAccess, grantedAt: start, until: farAhead))

        try await uploadSamples(person, to: store)

        let device = NewDeviceToken(hash: SecretHash(deviceToken), name: "Anna’s \"old\" phone\\")
        let code = SecretHash("a-code-that-was-used")
        try await store.addPairingCode(code, user: person, expiresAt: farAhead, now: start)
        _ = try await store.exchangePairingCode(code, for: device, now: start)
        _ = try await store.deviceUser(token: device.hash, now: start)
        try await store.addPairingCode(SecretHash(unusedCode), user: person, expiresAt: farAhead, now: start)
        _ = try await store.addAccessToken(
            SecretHash(accessToken), of: device.hash, expiresAt: farAhead, now: start)
        let lookingOn = NewReadOnlyToken(
            hash: SecretHash(readOnlyToken), name: "Coach’s \"phone\"",
            limits: TokenLimits(expiresAt: farAhead, kinds: ["WEIGHT", "STEPS"]))
        try await store.addReadOnlyToken(lookingOn, user: person, now: start)
        _ = try await store.readOnlyToken(lookingOn.hash, now: start)

        _ = try await store.claimInsight(question, user: person, now: start, until: farAhead, limit: 9)
        try await store.keepInsight(insight, for: question, user: person, until: farAhead)
        _ = try await store.claimInsight("what-is-being-asked", user: person, now: start, until: farAhead, limit: 9)

        _ = try await store.vapidKey(orStore: VAPIDKey.make())
        for (name, token) in [("", deviceToken), ("-at-home", ownToken)] {
            _ = try await store.storeWebPushSubscription(
                NewWebPushSubscription(endpoint: endpoint + name, keys: TestBrowser().keys), user: person,
                token: SecretHash(token), now: start)
        }
    }

    /// Uploads a sample with all that a source may say, one with less, and a deletion.
    private static func uploadSamples(_ person: UUID, to store: any Store) async throws {
        let service = SampleService(store: store)
        let (full, bare, gone) = (UUID().lowercased, UUID().lowercased, UUID().lowercased)
        let samples = """
            {"uploadRequestId":"\(UUID().lowercased)","samples":[{"id":"\(full)","type":"BASAL_ENERGY","value":12.125,\
            "unit":"kcal","start":"2026-05-06T07:00:00.123Z","end":"2026-05-06T08:00:00Z","source":"Anna’s \\"Watch\\"",\
            "device":"Watch6,1","zone":"Europe/Berlin"},{"id":"\(bare)","type":"UNHEARD_OF","value":-0.5,"unit":"°",\
            "start":"1905-05-06T07:00:00Z","end":"1905-05-06T07:00:00Z","source":"x"}]}
            """
        let deletions = #"{"uploadRequestId":"\#(UUID().lowercased)","deletions":["\#(gone)"]}"#
        let head = try await service.upload(try SampleUpload(body: Array(samples.utf8)), user: person, receipt: nil)
            .head
        _ = try await service.delete(
            try SampleDeletions(body: Array(deletions.utf8)), user: person, receipt: head?.receipt)
    }

    /// Pushes entities of each kind, of which one was replaced and one deleted.
    private static func pushEntities(_ person: UUID, to store: any Store) async throws {
        let service = EntityService(store: store, types: .builtIn, now: { start })
        let (group, tag, gone) = (UUID(), UUID(), UUID())
        let commands: [EntityCommand] = [
            .create("group", group, ["name": .text("Mörning")]), .create("tag", tag, ["name": .text("run")]),
            .create("tag", ["name": .text("RUN")]),
            .create(
                "reminder",
                [
                    "title": .text("Stretch"), "group": .id(group), "tags": .ids(tag),
                    "occurrences.2026-05-06": .bool(true),
                ]),
            .create("note", gone, ["title": .text("Gone")]), .delete("note", gone),
            .create("workout", ["start": .text("2026-05-06T07:00:00Z"), "minutes": .number(30.5), "x": .null]),
        ]
        _ = try await service.push(commands, user: person, receipt: nil)
    }

    /// Pushes records of several kinds, a deletion, one that was overwritten unseen, and one whose first row a compaction
    /// removes.
    private static func push(_ person: UUID, to store: any Store) async throws {
        func extra(_ members: JSONValue.Member...) -> UnknownMembers { UnknownMembers(members: members) }
        let (edited, deleted) = (UUID(), UUID())
        let pushes = [
            record(edited, value: 70.125),
            record(edited, value: 71.0625, version: 2, extra: extra(.init("note", .string(note)))),
            record(deleted), record(deleted, version: 2).asDeletion,
            record(kind: .steps, value: 12_345, unit: .count, recordedAt: -62_135_596_800_000),
            record(
                recordedAt: 253_402_300_799_999, version: 9_007_199_254_740_991,
                extra: extra(.init("label", .string("along the river")))),
        ]
        for record in pushes {
            _ = try await store.push(PushBatch([record], editedFrom: [record.id: .none]), user: person, receipt: nil)
        }
    }
}
