import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Databases of earlier releases, frozen in `Tests/Fixtures/stores/server-*.sql`, in this build of the server.
///
/// Before a release, `VITALS_FREEZE_STORES=0.7 ./vitals-course test --filter VitalsServerTests.ServerUpgradeTests` freezes
/// what the server makes then. A file that was released stays as it is.
@Suite("A server's database of a release before", .serialized) struct ServerUpgradeTests {
    struct Frozen: CustomTestStringConvertible, Sendable {
        let store: StoreUnderTest
        let file: String

        var testDescription: String { file }
    }

    private static let folder = PackageFiles.url("Tests/Fixtures/stores/").path
    private static let features: [ServerFeature] = [.deletes, .phrases, .insights, .live, .webPush, .sessions]

    /// Every frozen database, of the kinds that can be tried here.
    static let frozen: [Frozen] = {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        return StoreUnderTest.databases.flatMap { store in
            names.filter { $0.hasPrefix("server-") && $0.hasSuffix("-\(store.rawValue).sql") }
                .map { Frozen(store: store, file: $0) }
        }
    }()

    private static func with(
        _ frozen: Frozen, _ body: @escaping @Sendable (DatabaseUnderTest) async throws -> Void
    ) async throws {
        let sql = try String(contentsOfFile: folder + "/" + frozen.file, encoding: .utf8)
        try await frozen.store.withDatabase(sql, body)
    }

    @Test("There is one of each kind")
    func found() {
        for store in StoreUnderTest.databases { expect(Self.frozen.contains { $0.store == store }, "\(store)") }
    }

    @Test(
        "After `migrate` it has every row of every table as it was", .enabled(if: ServerProcess.executable != nil),
        arguments: frozen)
    func migrate(_ frozen: Frozen) async throws {
        try await Self.with(frozen) { database in
            let before = try database.everything()
            for (table, rows) in before.rows { expect(!rows.isEmpty, "\(frozen.file) has no row in \(table)") }
            for _ in 0..<2 {
                let end = try await blocking { try ServerProcess(["migrate"] + database.arguments).finish() }
                expect(end.status, equals: 0, "\(end.errors)")
            }
            try Self.expectSame(database, as: before)
            // And once more after a server has opened it, with what the features do before it listens.
            try await TestServer.with(
                Self.wrapped(database.open()), { $0.components.features = Self.features }
            ) { server in try await expect(server.send("GET", "/readyz", token: nil).status, equals: 200) }
            try Self.expectSame(database, as: before)
        }
    }

    /// Compares the columns that there were, so that a migration may add others.
    private static func expectSame(
        _ database: DatabaseUnderTest, as before: (columns: DatabaseUnderTest.Columns, rows: DatabaseUnderTest.Rows)
    ) throws {
        let after = try database.rows(before.columns)
        for (table, rows) in before.rows where !DatabaseUnderTest.bookkeeping.contains(table) {
            expect(after[table], equals: rows, "\(table)")
        }
    }

    @Test(
        "Through the store it has all that people have: records, receipts, tokens, devices, insights", arguments: frozen
    )
    func reads(_ frozen: Frozen) async throws {
        try await Self.with(frozen) { database in
            let rows = try database.everything().rows
            let store = try await Self.wrapped(database.open())
            try await TestServer.with(store, { $0.components.features = Self.features }) { server in
                let person = try #require(try await store.user(token: FilledStore.ownToken))
                let users = try await store.users()
                expect(users.count, equals: rows["users"]?.count)
                expect(users.map(\.recordCount).reduce(0, +), equals: rows["measurements"]?.count)
                let own = try await server.pull(token: FilledStore.ownToken)
                let records = own.records()
                expect(records.count, equals: users.first { $0.id == person }?.recordCount)
                expect(Set(records.map(\.version)), equals: [1, 2, 9_007_199_254_740_991])
                expect(records.contains { $0.value == 71.0625 && $0.extra.text.contains(#"\"tired\", it's 5°"#) })
                expect(records.contains { $0.isDeleted } && records.contains { $0.label == "along the river" })
                for token in [FilledStore.deviceToken, FilledStore.accessToken] {
                    try await expect(server.pull(token: token).records(), equals: records, "\(token)")
                }
                try await Self.expectReceipts(of: person, in: store, rows)
                for record in records where record.version < 9 {
                    let next = try record.bumpVersion(now: record.updatedAt)
                    let edit = record.isDeleted ? next.asDeletion : next
                    let pushed = try await server.push([edit], token: FilledStore.deviceToken)
                    expect(pushed.texts("acceptedIds"), equals: [record.id.lowercased], "\(pushed.text)")
                }
                try await Self.expectTokens(of: person, in: store, rows)
            }
        }
    }

    /// The receipt of each row of the log is still good, of the compacted ones too.
    private static func expectReceipts(
        of person: UUID, in store: any SyncStore, _ rows: DatabaseUnderTest.Rows
    ) async throws {
        let head = try #require(try await store.head(user: person, receipt: nil))
        try await expect(store.head(user: person, receipt: Receipt(head)), equals: head)
        let compacting = try #require(store.ability((any CompactingStore).self))
        let compacted = try #require(rows["compacted"]?.first?.firstMatch(of: /([0-9a-f]{4})([0-9a-f]{16})/))
        let removed = try #require(Receipt(seq: Int64(compacted.1, radix: 16)!, tag: String(compacted.2)))
        try await expect(compacting.standIn(for: removed, of: person), equals: Receipt(head))
    }

    private static func expectTokens(
        of person: UUID, in store: any SyncStore, _ rows: DatabaseUnderTest.Rows
    ) async throws {
        let now = Pairing.wallClock()
        let pairing = try #require(store.ability((any PairingStore).self))
        let devices = try await pairing.deviceTokens(user: person)
        expect(devices.map(\.name), equals: ["Anna’s \"old\" phone\\"])
        let tablet = NewDeviceToken(hash: SecretHash("a-token-of-a-tablet"), name: "tablet")
        try await expect(
            pairing.exchangePairingCode(SecretHash(FilledStore.unusedCode), for: tablet, now: now), equals: person)
        let push = try #require(store.ability((any WebPushSubscriptionStore).self))
        try await expect(
            Set(push.webPushSubscriptions(of: person).map(\.token)),
            equals: [SecretHash(FilledStore.deviceToken), SecretHash(FilledStore.ownToken)])
        let key = try await push.vapidKey(orStore: VAPIDKey.make())
        expect(rows["push_keys"]?.first?.contains(key) == true)
        let insights = try #require(store.ability((any InsightStore).self))
        try await expect(insights.keptInsights(of: person), equals: [FilledStore.insight])
        try await expect(
            insights.claimInsight(FilledStore.question, user: person, now: now, until: now, limit: 9),
            equals: .answered(FilledStore.insight))
    }

    @Test(
        "`user export` prints every person's records, notes, devices, insights and push services",
        .enabled(if: ServerProcess.executable != nil), arguments: frozen)
    func export(_ frozen: Frozen) async throws {
        try await Self.with(frozen) { database in
            let rows = try database.everything().rows
            let store = try await database.open()
            let users = try await store.users()
            let person = try #require(try await store.user(token: FilledStore.ownToken))
            try await store.close()
            var count = 0
            for user in users {
                let end = try await blocking {
                    try ServerProcess(["user", "export", user.id.lowercased] + database.arguments).finish()
                }
                let json = try JSONValue(parsing: end.output)
                count += json["records"]?.array?.count ?? 0
                guard user.id == person else { continue }
                expect(json["devices"]?.array?.count, equals: rows["device_tokens"]?.count)
                expect(json["overwritten"]?.array?.count, equals: rows["overwritten"]?.count)
                expect(
                    json["pushServices"]?.array?.compactMap(\.string), equals: ["push.example.org", "push.example.org"])
                expect(json["entities"]?.array?.count ?? 0, equals: rows["entities"]?.count ?? 0)
                expect(json["insights"]?.array?.compactMap(\.string), equals: [FilledStore.insight])
            }
            expect(count, equals: rows["measurements"]?.count)
        }
    }

    private static func wrapped(_ store: any FilledStore.Store) -> any SyncStore {
        features.reduce(PairedSyncStore(store, pairing: store)) { $1.wrap($0) }
    }

    // MARK: Freezing

    private static var release: String? { ProcessInfo.processInfo.environment["VITALS_FREEZE_STORES"] }

    @Test("A new database has a row in every table, and can be frozen", arguments: StoreUnderTest.databases)
    func freeze(_ kind: StoreUnderTest) async throws {
        try await kind.withDatabase(nil) { database in
            let store = try await database.open()
            try await FilledStore.fill(store)
            try await store.close()
            let made = try database.everything()
            for (table, rows) in made.rows { expect(!rows.isEmpty, "fill \(table) too, in FilledStore") }
            let dump = try database.dump()
            if let release = Self.release {
                let head = "-- What vitals-server \(release) made. ServerUpgradeTests.swift says how.\n"
                try (head + dump).write(
                    toFile: Self.folder + "/server-\(release)-\(kind.rawValue).sql", atomically: true, encoding: .utf8)
            }
            try await kind.withDatabase(dump) { copy in
                let read = try copy.everything()
                expect(read.columns, equals: made.columns)
                expect(read.rows, equals: made.rows)
            }
        }
    }
}
