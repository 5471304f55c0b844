import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("The store on PostgreSQL", .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
struct PostgresSyncStoreTests {
    private let user = postgresTestUser

    @Test("The guard in SQL names the winner that Precedence names, on hundreds of pairs")
    func guardAgreesWithPrecedence() async throws {
        var generator = SystemRandomNumberGenerator()
        // Few values for each field, so that ties reach down to the last one; and such as collations reorder.
        let texts = ["", "A", "B", "Z", "a", "b", "é", "e\u{301}", "ｅ", "\u{FFFF}", "\u{10000}", "_", "-a", "aa"]
        let values: [Double] = [
            0, 1, 0.1, 0.1.nextUp, -1, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
        ]
        let times: [Int64] = [Timestamp.range.lowerBound, -1, 0, 1, 999, 1000, Timestamp.range.upperBound]
        let versions: [Int64] = [1, 2, Vitals.Measurement.maximumVersion]
        func sample(id: UUID) -> Vitals.Measurement {
            let kind = MetricKind(rawValue: texts.randomElement(using: &generator)!)
            let value = values.randomElement(using: &generator)!
            let unit = MetricUnit(rawValue: texts.randomElement(using: &generator)!)
            let (recordedAt, updatedAt) = (
                times.randomElement(using: &generator)!, times.randomElement(using: &generator)!
            )
            return .sample(
                id: id, kind: kind, value: value, unit: unit, recordedAt: recordedAt, updatedAt: updatedAt,
                version: versions.randomElement(using: &generator)!, extra: texts.randomElement(using: &generator)!)
        }
        var lefts: [Vitals.Measurement] = []
        var rights: [Vitals.Measurement] = []
        for number in 0..<1000 {
            let (left, other) = (sample(id: UUID()), sample(id: UUID()))
            // The first `number % 8` fields of the order are equal: 7 of them make a repetition.
            let equal = number % 8
            lefts.append(left)
            rights.append(
                Vitals.Measurement(
                    id: left.id, kind: equal > 2 ? left.kind : other.kind, value: equal > 3 ? left.value : other.value,
                    unit: equal > 4 ? left.unit : other.unit,
                    recordedAt: equal > 5 ? left.recordedAt : other.recordedAt,
                    updatedAt: equal > 1 ? left.updatedAt : other.updatedAt,
                    version: equal > 0 ? left.version : other.version, extra: equal > 6 ? left.extra : other.extra))
        }
        try await withPostgresStore { store, _ in
            let first = try await store.push(lefts, user: user, receipt: nil)
            expect(Set(first.acceptedIDs), equals: Set(lefts.map { $0.id }))
            let second = try await store.push(rights, user: user, receipt: nil)
            let pairs = Array(zip(lefts, rights))
            expect(Set(second.acceptedIDs), equals: Set(pairs.filter { $1.beats($0) }.map { $0.0.id }))
            expect(Set(second.unchangedIDs), equals: Set(pairs.filter { $0 == $1 }.map { $0.0.id }))
            expect(Set(second.stale), equals: Set(pairs.filter { $0.beats($1) }.map { $0.0 }))
            let page = try await store.pull(user: user, cursor: 0, through: nil, limit: 10_000, receipt: nil)
            expect(Set(page.records), equals: Set(pairs.map { merge($0, $1) }))
        }
    }

    @Test("Numbers are given in the order of ids, and kept on the record and in the log")
    func numbers() async throws {
        try await withPostgresStore { store, _ in
            let records = (0..<50).map { _ in Vitals.Measurement.sample() }
            let outcome = try await store.push(records, user: user, receipt: nil)
            let page = try await store.pull(user: user, cursor: 0, through: nil, limit: 100, receipt: nil)
            let ids = records.map { $0.id }.sorted { $0.lowercased < $1.lowercased }
            expect(page.records.map { $0.id }, equals: ids)
            expect(outcome.acceptedIDs, equals: ids)
            let head = try #require(outcome.head)
            expect(head.recordID == ids.last && page.head == head && page.nextCursor == head.seq)
            try await expect(store.head(user: user, receipt: Receipt(head)), equals: head)
        }
    }

    @Test("A retry is unchanged, and answers with the row that it was logged under")
    func retry() async throws {
        try await withPostgresStore { store, _ in
            let record = Vitals.Measurement.sample(
                recordedAt: Timestamp.range.lowerBound, updatedAt: Timestamp.range.upperBound, extra: #"{"n":"é"}"#)
            let first = try await store.push([record], user: user, receipt: nil)
            let second = try await store.push([record], user: user, receipt: first.head.map { Receipt($0) })
            expect(second, equals: PushOutcome(unchangedIDs: [record.id], head: first.head))
        }
    }

    @Test("Pages follow each other without gap or repetition, bounded above where asked")
    func pages() async throws {
        try await withPostgresStore { store, _ in
            let records = (0..<25).map { _ in Vitals.Measurement.sample() }
            _ = try await store.push(records, user: user, receipt: nil)
            var (cursor, seen): (Int64, [Vitals.Measurement]) = (0, [])
            while true {
                let page = try await store.pull(user: user, cursor: cursor, through: 20, limit: 7, receipt: nil)
                if page.records.isEmpty {
                    expect(page.nextCursor == cursor && page.head?.seq == 25)
                    break
                }
                seen += page.records
                cursor = page.nextCursor
            }
            expect(cursor == 20 && seen.count == 20 && Set(seen).count == 20)
        }
    }

    @Test("A receipt of another history stops push, pull and head, and a push then writes nothing")
    func receipts() async throws {
        try await withPostgresStore { store, _ in
            let head = try #require(try await store.push([.sample()], user: user, receipt: nil).head)
            let other = Receipt(seq: head.seq, tag: "0123456789abcdef")
            let later = Receipt(seq: head.seq + 1, tag: Receipt(head).tag)
            let stranger = try await store.addUser(token: "stranger")
            for (user, receipt) in [(user, other), (user, later), (stranger, Receipt(head))] {
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.push([.sample()], user: user, receipt: receipt)
                }
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.pull(user: user, cursor: 0, through: nil, limit: 1, receipt: receipt)
                }
                await #expect(throws: SyncStoreError.historyLost) { try await store.head(user: user, receipt: receipt) }
            }
            try await expect(store.users().map { $0.recordCount }.reduce(0, +), equals: 1)
            try await expect(store.head(user: stranger, receipt: nil) == nil)
        }
    }

    @Test("Two users may hold the same id, and a deleted user takes nothing of the other's along")
    func users() async throws {
        try await withPostgresStore { store, _ in
            let other = try await store.addUser(token: "other")
            await #expect(throws: SyncStoreError.tokenTaken) { try await store.addUser(token: "other") }
            try await expect(store.user(token: "other"), equals: other)
            try await expect(store.user(token: "Other") == nil)
            try await expect(store.user(token: "oth\0er") == nil)

            let mine = Vitals.Measurement.sample(version: 2)
            let theirs = Vitals.Measurement.sample(id: mine.id, value: 60)
            _ = try await store.push([mine], user: user, receipt: nil)
            let answer = try await store.push([theirs], user: other, receipt: nil)
            expect(answer.acceptedIDs, equals: [mine.id])
            let head = try #require(answer.head)
            await #expect(throws: SyncStoreError.historyLost) {
                try await store.head(user: user, receipt: Receipt(head))
            }

            try await expect(store.deleteUser(other))
            try await expect(store.deleteUser(other) == false)
            await #expect(throws: SyncStoreError.unknownUser) {
                try await store.push([theirs], user: other, receipt: nil)
            }
            try await expect(store.users(), equals: [UserSummary(id: user, recordCount: 1)])
            await #expect(throws: SyncStoreError.unknownUser) {
                try await store.head(user: other, receipt: Receipt(head))
            }
            let page = try await store.pull(user: user, cursor: 0, through: nil, limit: 9, receipt: nil)
            expect(page.records, equals: [mine])
        }
    }

    @Test("A row lock that is not to be had in time is busy, and the push is written when it is tried again")
    func lockTimeout() async throws {
        try await withPostgresDatabase { url in
            try PostgresTestDatabase.execute(try PostgresTestDatabase.schema(), at: url)
            var configuration = PostgresConfiguration(url: url)
            configuration.lockTimeoutSeconds = 1
            let store = try await PostgresSyncStore(configuration)
            // However long the push takes on a machine with much to do, the lock is held.
            var patient = PostgresConfiguration(url: url)
            patient.idleInTransactionTimeoutSeconds = 600
            let other = PostgresPool(patient, size: 1)
            let (release, isHeld) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
            async let holder: Void = other.transaction { connection in
                try connection.query("SELECT id FROM users FOR UPDATE")
                isHeld.continuation.finish()
                release.wait()
            }
            for await _ in isHeld.stream {}
            let record = Vitals.Measurement.sample()
            let error = await #expect(throws: SyncStoreError.self) {
                try await store.push([record], user: user, receipt: nil)
            }
            release.signal()
            try await holder
            guard case .busy = error else { return expect(Bool(false), "\(String(describing: error))") }
            let outcome = try await store.push([record], user: user, receipt: nil)
            expect(outcome.acceptedIDs, equals: [record.id])
            try await other.close()
            try await store.close()
        }
    }
}
