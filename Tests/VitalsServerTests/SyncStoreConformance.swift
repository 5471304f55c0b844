import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of what every `SyncStore` must do; the numbers are those of its rules.
@Suite("Conformance of the stores") struct SyncStoreConformance {
    private let user = DevelopmentUser.id

    @Test("A new record is accepted, pulled, and named by the head", arguments: StoreUnderTest.available)
    func acceptsNew(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let new = record()
            let pushed = try await store.push([new], user: user, receipt: nil)
            expect(pushed.acceptedIDs, equals: [new.id])
            expect(pushed.unchangedIDs.isEmpty && pushed.stale.isEmpty)
            let pulled = try await store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: nil)
            expect(pulled.records, equals: [new])
            expect(pulled.head, equals: pushed.head)
            expect(pulled.nextCursor, equals: pushed.head?.seq)
            expect(pushed.head?.recordID, equals: new.id)
            try await expect(store.head(user: user, receipt: nil), equals: pushed.head)
        }
    }

    @Test(
        "Rule 1: a newer version replaces the record and moves it behind the cursor",
        arguments: StoreUnderTest.available)
    func newerReplaces(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let (first, other) = (record(), record())
            _ = try await store.push([first, other].sortedByID, user: user, receipt: nil)
            let before = try await store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: nil)
            var edited = first
            (edited.version, edited.value) = (2, 71)
            let pushed = try await store.push([edited], user: user, receipt: nil)
            expect(pushed.acceptedIDs, equals: [first.id])
            let after = try await store.pull(
                user: user, cursor: before.nextCursor, through: nil, limit: 10, receipt: nil)
            expect(after.records, equals: [edited])
            expect(after.nextCursor > before.nextCursor)
            let all = try await store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: nil)
            expect(all.records, equals: [other, edited])
        }
    }

    @Test(
        "Rule 1: a stale push changes nothing and is shown what stands in its way", arguments: StoreUnderTest.available)
    func staleChangesNothing(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let stored = record(value: 80, version: 3)
            let first = try await store.push([stored], user: user, receipt: nil)
            let pushed = try await store.push([record(stored.id, value: 99, version: 2)], user: user, receipt: nil)
            expect(pushed, equals: PushOutcome(stale: [stored], head: first.head))
            try await expect(store.head(user: user, receipt: nil), equals: first.head)
        }
    }

    @Test(
        "The retry of a push whose answer was lost is unchanged and writes no log row",
        arguments: StoreUnderTest.available)
    func retryIsUnchanged(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let records = [record(), record()].sortedByID
            let first = try await store.push(records, user: user, receipt: nil)
            let again = try await store.push(records, user: user, receipt: nil)
            expect(again, equals: PushOutcome(unchangedIDs: records.map(\.id), head: first.head))
            try await expect(store.head(user: user, receipt: nil), equals: first.head)
        }
    }

    @Test("One push sorts its records into accepted, unchanged and stale", arguments: StoreUnderTest.available)
    func mixedPush(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let (same, greater, new) = (record(), record(version: 9), record())
            _ = try await store.push([same, greater].sortedByID, user: user, receipt: nil)
            let batch = [same, record(greater.id, version: 8), new].sortedByID
            let pushed = try await store.push(batch, user: user, receipt: nil)
            expect(pushed.acceptedIDs, equals: [new.id])
            expect(pushed.unchangedIDs, equals: [same.id])
            expect(pushed.stale, equals: [greater])
            expect(pushed.head?.recordID, equals: new.id)
        }
    }

    @Test(
        "The guard agrees with Precedence on every vector, whichever side comes first",
        arguments: StoreUnderTest.available)
    func guardAgrees(_ kind: StoreUnderTest) async throws {
        let vectors = try PrecedenceVector.all()
        try await kind.withStore { store in
            try #require(vectors.count >= 3000)
            let (lefts, rights) = (vectors.map(\.left), vectors.map(\.right))
            try await check(store, first: lefts, second: rights, wins: vectors.map { $0.winner == .right })
            try await check(store, first: rights, second: lefts, wins: vectors.map { $0.winner == .left })
        }
    }

    /// Pushes one side of all vectors and then the other, for a separate user.
    private func check(
        _ store: any SyncStore, first: [Vitals.Measurement], second: [Vitals.Measurement], wins: [Bool]
    ) async throws {
        let user = try await store.addUser(token: UUID().uuidString)
        let before = try await store.push(first, user: user, receipt: nil)
        expect(before.acceptedIDs.count, equals: first.count)
        let outcome = try await store.push(second, user: user, receipt: nil)
        let (accepted, unchanged) = (Set(outcome.acceptedIDs), Set(outcome.unchangedIDs))
        let stale = Dictionary(uniqueKeysWithValues: outcome.stale.map { ($0.id, $0) })
        for (pair, wins) in zip(zip(first, second), wins) {
            let (held, pushed) = pair
            let agrees =
                accepted.contains(pushed.id) == wins && unchanged.contains(pushed.id) == (held == pushed)
                && (stale[pushed.id] == held) == (!wins && held != pushed)
            expect(agrees, "\(held.json), then \(pushed.json)")
        }
    }

    @Test("Every field comes back to the bit", arguments: StoreUnderTest.available)
    func roundTrip(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let text = "é e\u{301} \u{1F600} ' \" \\ \u{1} \u{FFFF}"
            let records = [
                record(
                    value: .leastNonzeroMagnitude, recordedAt: Timestamp.range.lowerBound,
                    updatedAt: Timestamp.range.upperBound),
                record(value: -.greatestFiniteMagnitude, recordedAt: -1, version: Vitals.Measurement.maximumVersion),
                record(value: 0.1 + 0.2, extra: UnknownMembers(members: [.init(text, .string(text))])),
                record(kind: MetricKind(rawValue: text), unit: MetricUnit(rawValue: text)),
            ].sortedByID
            _ = try await store.push(records, user: user, receipt: nil)
            let pulled = try await store.pull(user: user, cursor: 0, through: nil, limit: 10, receipt: nil)
            expect(pulled.records, equals: records)
            expect(pulled.records.map(\.value.bitPattern), equals: records.map(\.value.bitPattern))
        }
    }

    @Test(
        "Pages follow the log, end at the bound, and an empty one echoes the cursor",
        arguments: StoreUnderTest.available)
    func paging(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { [user] store in
            let records = (0..<25).map { _ in record() }.sortedByID
            let head = try await store.push(records, user: user, receipt: nil).head
            var cursor: Int64 = 0
            var sizes: [Int] = []
            var seen: [Vitals.Measurement] = []
            repeat {
                let page = try await store.pull(user: user, cursor: cursor, through: nil, limit: 10, receipt: nil)
                sizes.append(page.records.count)
                seen += page.records
                expect(page.head, equals: head, "the last row of the log, wherever the page ends")
                cursor = page.nextCursor
            } while sizes.last != 0
            expect(sizes, equals: [10, 10, 5, 0])
            expect(seen, equals: records)
            expect(cursor, equals: head?.seq)
            let five = try await store.pull(user: user, cursor: 0, through: nil, limit: 5, receipt: nil)
            let bounded = try await store.pull(
                user: user, cursor: 0, through: five.nextCursor, limit: 100, receipt: nil)
            expect(bounded.records, equals: Array(records.prefix(5)))
            let beyond = try await store.pull(user: user, cursor: 1 << 40, through: nil, limit: 10, receipt: nil)
            expect(beyond, equals: PullOutcome(records: [], nextCursor: 1 << 40, head: head))
        }
    }
}

extension [Vitals.Measurement] {
    /// The records in the order in which a store gets them.
    var sortedByID: [Vitals.Measurement] { sorted { $0.id.lowercased < $1.id.lowercased } }
}

extension Vitals.Measurement {
    func with(id: UUID) -> Vitals.Measurement {
        Vitals.Measurement(
            id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: updatedAt,
            version: version, extra: extra)
    }
}
