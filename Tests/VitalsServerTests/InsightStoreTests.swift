import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

/// The totals of a week and the claims of questions, the same on each database.
@Suite("Totals of a week, and claims of questions") struct InsightStoreTests {
    private static let user = DevelopmentUser.id
    private static let start = Timestamp(rfc3339: "2026-06-15T00:00:00Z")!

    private func with(
        _ kind: StoreUnderTest, _ body: @escaping @Sendable (any SyncStore, any InsightStore) async throws -> Void
    ) async throws {
        try await kind.withStore(hasInsights: true) { store in
            try await body(store, try #require(store.ability((any InsightStore).self)))
        }
    }

    @Test(
        "Both weeks are added up by kind, without the deleted and without others'", arguments: StoreUnderTest.databases)
    func totals(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, insights in
            let week = InsightWeek(containing: Timestamp(rfc3339: "2026-06-17T12:00:00Z")!, in: .gmt)
            let other = try await store.addUser(token: "another-token")
            func at(_ day: Double) -> Int64 { Self.start.millisecondsSinceEpoch + Int64(day * 86_400_000) }
            let edge = at(3) - 1
            let records: [Vitals.Measurement] = [
                .sample(value: 72, recordedAt: at(0)), .sample(value: 71.25, recordedAt: edge),
                .sample(value: 500, recordedAt: at(3)), .sample(value: 500, recordedAt: at(0) - 1),
                .sample(value: 74, recordedAt: at(-7)), .sample(value: 76, recordedAt: at(-4) - 1),
                .sample(value: 500, recordedAt: at(-4)), .sample(value: 500, recordedAt: at(-7) - 1),
                .sample(kind: .steps, value: 9_000, unit: .count, recordedAt: at(1)),
                .sample(value: 0, recordedAt: at(1), extra: #"{"deleted":true}"#),
                .sample(value: 73, recordedAt: at(1), extra: #"{"deleted":"true","label":"\u0000"}"#),
                .sample(value: 73, recordedAt: at(1), extra: #"{"a":{"deleted":true},"b":"\"deleted\":true"}"#),
            ]
            _ = try await store.push(records, user: Self.user, receipt: nil)
            _ = try await store.push(
                [.sample(value: 90, recordedAt: at(1)), .sample(value: 91, recordedAt: at(-6))], user: other,
                receipt: nil)
            let totals = try await insights.weekTotals(of: Self.user, in: week)
            let expected = WeekTotals(
                dayCount: 3,
                current: [
                    .weight: .init(count: 4, sum: 289.25, least: 71.25, greatest: 73),
                    .steps: .init(count: 1, sum: 9_000, least: 9_000, greatest: 9_000),
                ], before: [.weight: .init(count: 2, sum: 150, least: 74, greatest: 76)])
            expect(totals, equals: expected)
            let others = try await insights.weekTotals(of: other, in: week)
            expect(others.current.count == 1 && others.before[.weight]?.sum == 91)
            try await expect(!insights.weekTotals(of: UUID(), in: week).hasRecords)
        }
    }

    @Test(
        "A walk that watch and phone both counted counts once in the week, a typed one too",
        arguments: StoreUnderTest.databases)
    func countsOnce(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, insights in
            let zone = try #require(TimeZone(identifier: "Europe/London"))
            // On 25 October 2026 the clocks go back, and the day has 25 hours.
            let week = InsightWeek(containing: Timestamp(rfc3339: "2026-10-25T12:00:00Z")!, in: zone)
            func steps(_ value: Double, _ end: String, _ source: String, _ start: String) -> Vitals.Measurement {
                .sample(
                    kind: .steps, value: value, unit: .count,
                    recordedAt: Timestamp(rfc3339: end)!.millisecondsSinceEpoch,
                    extra: "{\"source\":\"\(source)\",\"start\":\"\(start)\"}")
            }
            let records: [Vitals.Measurement] = [
                steps(1000, "2026-10-20T10:50:00Z", "Watch", "2026-10-20T10:00:00Z"),
                steps(970, "2026-10-20T10:51:00Z", "Phone", "2026-10-20T10:01:00Z"),
                steps(600, "2026-10-25T01:00:00Z", "Watch", "2026-10-25T00:00:00Z"),
                steps(600, "2026-10-25T01:30:00Z", "Phone", "2026-10-25T00:30:00Z"),
                // Over the Sunday's midnight, which is the end of the week, and measured after it.
                steps(100, "2026-10-26T00:30:00Z", "Watch", "2026-10-25T23:30:00Z"),
                steps(80, "2026-10-18T23:30:00Z", "Watch", "2026-10-18T22:30:00Z"),
                .sample(
                    kind: .steps, value: 5, unit: .count,
                    recordedAt: Timestamp(rfc3339: "2026-10-20T10:20:00Z")!.millisecondsSinceEpoch),
                .sample(
                    kind: .steps, value: 0, unit: .count,
                    recordedAt: Timestamp(rfc3339: "2026-10-20T10:20:00Z")!.millisecondsSinceEpoch,
                    extra: #"{"deleted":true,"source":"A","start":"2026-10-20T00:00:00Z"}"#),
                .sample(
                    kind: .distance, value: 2, unit: .kilometres,
                    recordedAt: Timestamp(rfc3339: "2026-10-20T10:20:00Z")!.millisecondsSinceEpoch),
            ]
            _ = try await store.push(records, user: Self.user, receipt: nil)
            var totals = try await insights.weekTotals(of: Self.user, in: week)
            let values = try #require(try await insights.weekValues(of: Self.user, in: week))
            totals.countOnce(values, of: week, in: zone)
            let sum = try #require(totals.current[.steps]?.sum)
            // 970 and a fiftieth of 1,000, 600 and half of 600, half of 100, half of 80, and 5.
            expect(abs(sum - (990 + 900 + 50 + 40 + 5)) < 1e-9, "\(sum)")
            expect(totals.current[.distance]?.sum == 2)
            expect(totals.current[.steps]?.count == 6)
        }
    }

    @Test("A claim is granted once, and ends by itself", arguments: StoreUnderTest.databases)
    func claims(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, insights in
            let other = try await store.addUser(token: "another-token")
            func claim(_ question: String, by user: UUID = Self.user, at seconds: Int64, limit: Int = 48) async throws
                -> InsightClaim
            {
                let now = Self.start.advanced(byMilliseconds: seconds * 1_000)!
                return try await insights.claimInsight(
                    question, user: user, now: now, until: now.advanced(byMilliseconds: 40_000)!, limit: limit)
            }
            func keep(_ text: String?, _ question: String, until seconds: Int64) async throws {
                try await insights.keepInsight(
                    text, for: question, user: Self.user, until: Self.start.advanced(byMilliseconds: seconds * 1_000)!)
            }
            try await expect(claim("a", at: 0), equals: .granted)
            try await expect(claim("a", at: 39), equals: .taken)
            try await expect(claim("a", by: other, at: 39), equals: .granted)
            try await expect(claim("a", at: 40), equals: .granted)
            try await expect(claim("b", at: 45), equals: .granted)
            try await expect(claim("a", at: 79), equals: .taken)
            try await keep("You walked.", "a", until: 1_000)
            try await keep(nil, "b", until: 600)
            try await expect(claim("b", at: 599), equals: .answered(nil))
            try await expect(claim("a", at: 599), equals: .answered("You walked."))
            try await expect(insights.keptInsights(of: Self.user), equals: ["You walked."])
            try await expect(insights.keptInsights(of: other), equals: [])
            try await expect(claim("c", at: 600, limit: 1), equals: .exhausted)
            try await expect(claim("c", by: other, at: 600, limit: 1), equals: .granted)
            try await expect(claim("a", at: 999, limit: 1), equals: .answered("You walked."))
            try await expect(claim("c", at: 1_000, limit: 1), equals: .granted)
        }
    }

    /// A model that takes long, so that its request can end first.
    private struct SlowWriter: InsightWriter {
        let name = "slow"
        let cacheName: String? = "slow"
        let isAsked: AsyncStream<Void>.Continuation

        func write(_ totals: WeekTotals) async throws -> String {
            isAsked.yield()
            try await Task.sleep(for: .seconds(60))
            return "You walked."
        }
    }

    @Test(
        "A request that ends while the model is asked isn't kept as a failure of the model",
        arguments: StoreUnderTest.databases)
    func cancelled(_ kind: StoreUnderTest) async throws {
        try await with(kind) { _, insights in
            let (asked, isAsked) = AsyncStream.makeStream(of: Void.self)
            let service = InsightService(store: insights, writer: SlowWriter(isAsked: isAsked), now: { Self.start })
            let totals = WeekTotals(
                dayCount: 1, current: [.weight: .init(count: 1, sum: 72, least: 72, greatest: 72)], before: [:])
            let request = Task { try await service.insight(for: totals, of: Self.user) }
            for await _ in asked { break }
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            let later = Self.start.advanced(byMilliseconds: InsightService.claimMilliseconds)!
            let claim = try await insights.claimInsight(
                totals.fingerprint(for: "slow"), user: Self.user, now: later, until: later, limit: 48)
            expect(claim, equals: .granted)
        }
    }

    @Test("Of twenty claims at the same moment one is granted", arguments: StoreUnderTest.databases)
    func race(_ kind: StoreUnderTest) async throws {
        try await with(kind) { _, insights in
            let claims = try await withThrowingTaskGroup(of: InsightClaim.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await insights.claimInsight(
                            "a", user: Self.user, now: Self.start, until: Self.start.advanced(byMilliseconds: 1)!,
                            limit: 48)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            expect(claims.count { $0 == .granted } == 1 && claims.count { $0 == .taken } == 19)
        }
    }

    @Test("The limit holds for claims at the same moment too", arguments: StoreUnderTest.databases)
    func limitRace(_ kind: StoreUnderTest) async throws {
        try await with(kind) { _, insights in
            let claims = try await withThrowingTaskGroup(of: InsightClaim.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await insights.claimInsight(
                            "\(number)", user: Self.user, now: Self.start,
                            until: Self.start.advanced(byMilliseconds: 1)!, limit: 3)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            expect(claims.count { $0 == .granted } == 3 && claims.count { $0 == .exhausted } == 17)
        }
    }

    @Test("What is kept about a user is in their export, and goes with them", arguments: StoreUnderTest.databases)
    func erasure(_ kind: StoreUnderTest) async throws {
        try await with(kind) { store, insights in
            let other = try await store.addUser(token: "another-token")
            for user in [Self.user, other] {
                _ = try await insights.claimInsight(
                    "a", user: user, now: Self.start, until: Self.start.advanced(byMilliseconds: 1)!, limit: 48)
                try await insights.keepInsight("You \"walked\".", for: "a", user: user, until: .max)
            }
            let text = Locked("")
            try await PersonExport(store: Unpaired(base: store), user: other, features: [.insights]).write { piece in
                text.withLock { $0 += piece }
            }
            let json = try JSONValue(parsing: Array(text.withLock { $0 }.utf8))
            expect(json["insights"]?.array?.compactMap(\.string), equals: ["You \"walked\"."])
            try await expect(store.deleteUser(other))
            try await expect(insights.keptInsights(of: other), equals: [])
            try await expect(insights.keptInsights(of: Self.user).count, equals: 1)
        }
    }

    @Test(
        "A database without the table says what to do, and its users can still be exported",
        arguments: StoreUnderTest.databases)
    func withoutTable(_ kind: StoreUnderTest) async throws {
        try await kind.withStore { store in
            let insights = try #require(store.ability((any InsightStore).self))
            await #expect(throws: SyncStoreError.self) { try await insights.checkInsightTable() }
            try await expect(insights.keptInsights(of: Self.user), equals: [])
            let text = Locked("")
            try await PersonExport(store: Unpaired(base: store), user: Self.user, features: [.insights]).write {
                piece in
                text.withLock { $0 += piece }
            }
            expect(!text.withLock { $0 }.contains("insights"))
        }
    }
}

/// A store in a database that has no tables for pairing.
private struct Unpaired: ForwardingSyncStore {
    let base: any SyncStore

    func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == (any PairingStore).self ? nil : base.ability(type)
    }
}
