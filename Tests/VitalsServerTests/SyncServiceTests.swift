import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("The sync service") struct SyncServiceTests {
    private let caller = RequestIdentity(user: DevelopmentUser.id)

    private func body(_ records: [Vitals.Measurement]) -> [UInt8] {
        Array((#"{"records":["# + records.map(\.json).joined(separator: ",") + "]}").utf8)
    }

    @Test("The body of a push has the protocol's one member when there is nothing else to say")
    func plainAnswer() async throws {
        let service = SyncService(store: MemorySyncStore())
        let new = record()
        let answer = try await service.push(body: body([new]), caller: caller)
        expect(String(decoding: answer.body, as: UTF8.self), equals: #"{"acceptedIds":["\#(new.id.lowercased)"]}"#)
    }

    @Test("Duplicates in a batch are folded to the greatest")
    func duplicatesAreFolded() async throws {
        let service = SyncService(store: MemorySyncStore())
        let id = UUID()
        let batch = [
            record(id, value: 1, version: 1), record(id, value: 3, version: 3), record(id, value: 2, version: 2),
        ]
        let answer = try await service.push(body: body(batch), caller: caller)
        expect(answer.outcome.acceptedIDs, equals: [id])
        let pulled = try await service.pull(cursor: 0, limit: 10, caller: caller)
        try await expect(pulled.body.records(), equals: [batch[1]])
        expect(pulled.body.nextCursor, equals: 1, "one id in a batch is one row of the log")
    }

    @Test("A record that breaks a rule is rejected alone, and the others go on")
    func rejection() async throws {
        let service = SyncService(store: MemorySyncStore())
        let good = record()
        let bad = [
            (record(kind: MetricKind(rawValue: "SYMPTOM")), "unknown_kind"),
            (record(unit: .beatsPerMinute), "unit_mismatch"),
            (record(unit: .pounds), "not_canonical"),
            (record(value: 1000.5), "out_of_bounds"),
            (record(kind: .steps, value: 1.5, unit: .count), "not_whole"),
            (
                record(extra: UnknownMembers(members: [.init("n", .string(String(repeating: "x", count: 9000)))])),
                "extra_too_large"
            ),
        ]
        let answer = try await service.push(body: body(bad.map(\.0) + [good]), caller: caller)
        expect(answer.outcome.acceptedIDs, equals: [good.id])
        expect(answer.rejected.map(\.code), equals: bad.map(\.1))
        expect(answer.rejected.map(\.id), equals: bad.map(\.0.id))
        let pulled = try await service.pull(cursor: 0, limit: 10, caller: caller)
        try await expect(pulled.body.records(), equals: [good])
    }

    @Test("A rejected duplicate does not hide the valid record of its id")
    func rejectedDuplicate() async throws {
        let service = SyncService(store: MemorySyncStore())
        let id = UUID()
        let answer = try await service.push(
            body: body([record(id, version: 1), record(id, value: -5, version: 2)]), caller: caller)
        expect(answer.outcome.acceptedIDs, equals: [id])
        expect(answer.rejected.map(\.version), equals: [2])
    }

    @Test("A wiped server does not know the receipt, and neither does a restored one that went on")
    func lostHistory() async throws {
        let store = MemorySyncStore()
        let service = SyncService(store: store)
        _ = try await service.push(body: body([record()]), caller: caller)
        let backup = await store.snapshot()
        let edited = record(version: 1)
        let answer = try await service.push(body: body([edited]), caller: caller)
        let receipt = try #require(answer.identity?.receipt)
        let known = RequestIdentity(user: caller.user, receipt: receipt.description)
        _ = try await service.pull(cursor: 0, limit: 10, caller: known)

        await store.restore(backup)
        await #expect(throws: ServiceError.historyLost) { try await service.pull(cursor: 0, limit: 10, caller: known) }
        // The very same record at the very same number: only the time of writing differs.
        let again = try await service.push(body: body([edited]), caller: caller)
        expect(again.identity?.receipt?.seq, equals: receipt.seq)
        await #expect(throws: ServiceError.historyLost) { try await service.pull(cursor: 0, limit: 10, caller: known) }

        await store.wipe()
        await #expect(throws: ServiceError.historyLost) { try await service.push(body: body([]), caller: known) }
    }

    @Test("A request of another account neither reads nor writes")
    func wrongAccount() async throws {
        let service = SyncService(store: MemorySyncStore())
        let stranger = RequestIdentity(user: caller.user, account: AccountID.of(user: UUID()))
        await #expect(throws: ServiceError.wrongAccount) {
            try await service.push(body: body([record()]), caller: stranger)
        }
        await #expect(throws: ServiceError.wrongAccount) {
            try await service.pull(cursor: 0, limit: 1, caller: stranger)
        }
        await #expect(throws: ServiceError.wrongAccount) { try await service.pullAll(cursor: 0, caller: stranger) }
        let own = RequestIdentity(user: caller.user, account: AccountID.of(user: caller.user))
        try await expect(service.pull(cursor: 0, limit: 1, caller: own).body.records().isEmpty)
    }

    @Test("A server of the base protocol neither sends nor reads what the base protocol does not know")
    func baseProtocol() async throws {
        let service = SyncService(store: MemorySyncStore(), sendsIdentity: false)
        let odd = RequestIdentity(user: caller.user, account: "!", receipt: "nonsense")
        let stored = record(version: 2)
        try await expect(service.push(body: body([stored]), caller: odd).identity == nil)
        let answer = try await service.push(body: body([record(stored.id), record(value: -1)]), caller: odd)
        expect(String(decoding: answer.body, as: UTF8.self), equals: #"{"acceptedIds":[]}"#)
    }

    @Test(
        "With the naive guard two phones that tie on a version never meet; with the order they do",
        arguments: [true, false])
    func naiveGuard(_ usesNaiveGuard: Bool) async throws {
        let id = UUID()
        let (phoneA, phoneB) = (record(id, value: 71, version: 2), record(id, value: 72, version: 2))
        let winner = merge(phoneA, phoneB)
        var ends: Set<Vitals.Measurement> = []
        for order in [[phoneA, phoneB], [phoneB, phoneA]] {
            let service = SyncService(store: MemorySyncStore(usesNaiveGuard: usesNaiveGuard))
            for pushed in order { _ = try await service.push(body: body([pushed]), caller: caller) }
            let pulled = try await service.pull(cursor: 0, limit: 1, caller: caller)
            ends.formUnion(try await pulled.body.records())
        }
        expect((ends == [winner]), equals: !usesNaiveGuard)
    }

    @Test("An account is opaque and always the same")
    func account() {
        // sha256sum of "vitals-account 00000000-0000-0000-0000-000000000001", its first half.
        expect(AccountID.of(user: DevelopmentUser.id), equals: "8050d2fd1e58cadbe4ceab7ecdf8cd1b")
    }
}
