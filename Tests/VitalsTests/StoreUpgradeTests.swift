import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing

@testable import Vitals

/// Tests that a phone keeps everything when it gets a new build.
///
/// `Tests/Fixtures/stores/before-features.sql` is the file of a phone of version 0.6.0, as text. It is frozen: it isn't made
/// again when the store changes. Before a release, make one more beside it and add it to `releases`:
///
///     VITALS_STORE_DUMP=Tests/Fixtures/stores/NAME.sql ./vitals-course test --filter StoreUpgradeTests/dump
@Suite("The store of a release before", .timeLimit(.minutes(5)))
struct StoreUpgradeTests {
    private static let releases = ["before-features"]
    /// The tables that are filled only until a transaction ends.
    private static let emptyTables: Set<String> = ["overwritten"]

    private let folder: TemporaryFolder
    private var path: String { folder.path("vitals.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("every row of every table is there after it has been opened", arguments: releases)
    func keepsEveryRow(release: String) throws {
        let queue = try unpack(release)
        let tables = try queue.read { try StoreDump(database: $0).tables() }
        let before = try rows(tables, queue)
        expect(tables.count > 9, "These are all of its tables: \(tables.map(\.name))")
        for (table, rows) in before {
            expect(
                rows.isEmpty == Self.emptyTables.contains(table), "\(table) has \(rows.count) rows in \(release).sql")
        }
        try queue.close()

        let store = try open()
        let after = try rows(tables, store.writer)
        for table in tables.map(\.name) {
            let lost = Set(before[table] ?? []).subtracting(after[table] ?? [])
            expect(lost.isEmpty, "\(table) had these rows before it was opened: \(lost.sorted())")
            // New migrations are noted beside the old ones.
            if table == "grdb_migrations" { continue }
            let new = Set(after[table] ?? []).subtracting(before[table] ?? [])
            expect(new.isEmpty, "\(table) didn't have these: \(new.sorted())")
            expect(after[table]?.count, equals: before[table]?.count, "\(table)")
        }
    }

    @Test("its records are edited, brought back and sent, and a server ends up with all of them", arguments: releases)
    func goesOn(release: String) async throws {
        try unpack(release).close()
        let store = try open()
        let rowCount = try store.allRecords().count
        let version = try #require(try store.byId(uuid(2))).version
        expect(try store.edit(uuid(2), value: 64).version, equals: version + 1)
        let lost = try #require(try store.conflicts().first)
        expect(try store.restore(conflict: lost.id).hasSameContent(as: lost.loser))
        let deleted = try #require(try store.recentlyDeleted().first { $0.measurement.id == uuid(4) })
        expect(try store.restore(deleted: deleted.id).hasSameContent(as: deleted.measurement))

        // One that has lost its log: the phone has to send every row that it has.
        let server = InMemoryServer()
        try await Syncer(store: store, api: server, origin: ReleasedPhone.origin).sync()
        expect(try store.dirty().isEmpty)
        let records = try store.allRecords()
        expect(records.count, equals: rowCount)
        expect(server.records, equals: Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) }))
    }

    @Test(
        "a store of this build as such a file",
        .enabled(if: ReleasedPhone.dumpPath != nil, "VITALS_STORE_DUMP names no file"))
    func dump() async throws {
        try await ReleasedPhone.make(at: path)
        let queue = try DatabaseQueue(path: path)
        let sql = try await queue.read { try StoreDump(database: $0).sql() }
        let head =
            "-- A phone's store, with rows in each of its tables. Frozen: StoreUpgradeTests.swift says how it was made.\n"
        try Data((head + sql).utf8).write(to: PackageFiles.url(try #require(ReleasedPhone.dumpPath)))
    }

    /// Opens the file a minute and a half later than its last write.
    private func open() throws -> MeasurementStore { try makeStore(path: path, clock: ManualClock(1_781_940_700_000)) }

    private func unpack(_ release: String) throws -> DatabaseQueue {
        let sql = try String(contentsOf: PackageFiles.url("Tests/Fixtures/stores/\(release).sql"), encoding: .utf8)
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: sql) }
        return queue
    }

    private func rows(_ tables: [StoreDump.Table], _ reader: some DatabaseReader) throws -> [String: [String]] {
        try reader.read { database in
            let dump = StoreDump(database: database)
            return try Dictionary(uniqueKeysWithValues: tables.map { ($0.name, try dump.rows($0)) })
        }
    }
}

/// A phone as a person may have it on the day of an update, with rows in each table.
private enum ReleasedPhone {
    static let origin = "https://server.test"
    static let dumpPath = ProcessInfo.processInfo.environment["VITALS_STORE_DUMP"]

    /// A record with members that this build doesn't know, beside those that are passed.
    private static func other(
        _ number: Int, _ kind: MetricKind = .weight, _ value: Double = 70, unit: MetricUnit = .kilograms,
        extra: String = "", version: Int64 = 1
    ) -> Vitals.Measurement {
        var record = weight(value, id: uuid(number), version: version, updatedAt: 1_781_940_000_000)
        record.kind = kind
        record.unit = unit
        record.extra = UnknownMembers(unchecked: extra)
        return record
    }

    static func make(at path: String) async throws {
        let store = try makeStore(path: path)
        let server = InMemoryServer()
        server.setFeatures("base,deletes,nl-logging,live")
        server.refuse { $0.value == 0.25 }
        let syncer = Syncer(store: store, api: server, origin: origin)

        // What the server has: of this phone, of another one, of a kind that no build knows.
        for number in 1...6 { try store.upsert(other(number, .weight, 60 + Double(number))) }
        try store.upsert(other(7, .symptom, 1, unit: .count, extra: #"{"label":"dizzy"}"#))
        server.receive(
            other(20, MetricKind(rawValue: "MOOD"), 3.5, unit: MetricUnit(rawValue: "ANY"), extra: #"{"note":"ok"}"#),
            other(21, .steps, 8_000, unit: .count))
        try await syncer.sync()
        // An edit that lost, one that was refused, and an imported record that was.
        try store.edit(uuid(3), value: 99)
        server.receive(other(3, .weight, 50, version: 9))
        try store.edit(uuid(5), value: 0.25)
        _ = try store.importing { transaction in
            try transaction.add(other(30, .distance, 0.25, unit: .kilometres))
            try transaction.setAnchor(HealthAnchor(rawValue: "anchor-1"), source: "DISTANCE")
        }
        try store.noteHealthSamples(
            [
                HealthSampleLink(sample: uuid(101), record: uuid(30)),
                HealthSampleLink(sample: uuid(102), record: uuid(21)),
            ],
            deleted: [uuid(103)])
        try store.delete(uuid(4))
        try await syncer.sync()
        // What an event brought and no page has covered yet.
        let state = try store.syncState()
        let event = LiveEvent(.measurements, seq: state.cursor + 5, records: [other(22, .weight, 81)])
        _ = try store.apply(event, account: state.account, origin: origin)
        // What was never sent.
        try store.edit(uuid(2), value: 63.5)
        try store.delete(uuid(6))
        try store.upsert(other(8, .symptom, 1, unit: .count, extra: #"{"label":"dizzy","note":"after a run"}"#))
        try store.upsert(other(9, .weight, 72.4))
        _ = try store.importing { try $0.add(other(31, .steps, 4_200, unit: .count)) }
    }
}
