import Foundation
import GRDB
import StepSupport
import Synchronization
import TestSupport
import Testing

@testable import Vitals

/// A device with features that no chapter knows: the doors, tried by strangers.
@Suite("The features that a phone is opened with") struct FeatureTests {
    /// A log of the features' acts, in order.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func take() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    private struct Refusal: Error {}

    /// A feature that keeps notes, and writes down what it's asked to do.
    private static func notes(
        _ name: String = "notes", _ log: Log = Log(), _ more: (inout Feature) -> Void = { _ in }
    ) -> Feature {
        Feature(name: name) { feature in
            feature.migrations = [
                StoreMigration(name: name, sql: "CREATE TABLE \(name) (id TEXT PRIMARY KEY, sent INTEGER NOT NULL);")
            ]
            feature.willReplaceRow = { log.add("\(name) will replace \($1.value)") }
            feature.didReplaceRow = { tables, record in
                log.add("\(name) did replace \(record.value)")
                try tables.execute("INSERT OR REPLACE INTO \(name) VALUES (?, 0)", [record.id.lowercased])
            }
            feature.didAcknowledge = { tables, copy in
                log.add("\(name) acknowledged \(copy.value)")
                try tables.execute("UPDATE \(name) SET sent = 1 WHERE id = ?", [copy.id.lowercased])
            }
            feature.didApplyPage = { log.add("\(name) page of \($1.records.count)") }
            feature.tidy = { _ in log.add("\(name) tidies") }
            feature.unsent = { database in
                let sql = "SELECT count(*) FROM \(name) WHERE sent = 0"
                let count = try database.cachedStatement(sql: sql)
                return UnsentItems(count: try Int.fetchOne(count) ?? 0, one: "note", more: "notes")
            }
            more(&feature)
        }
    }

    private static func store(_ features: [Feature], path: String = ":memory:") throws -> MeasurementStore {
        try MeasurementStore(path: path, clock: StepClock().read, features: FeatureList(features))
    }

    @Test("Each effect runs for each feature, in the order of the list, from the edit to the acknowledgement")
    func order() async throws {
        let log = Log()
        let store = try Self.store([Self.notes("first", log), Self.notes("second", log)])
        expect(log.take(), equals: ["first tidies", "second tidies"])
        try store.add(kind: .weight, value: 72, unit: .kilograms)
        expect(
            log.take(),
            equals: ["first will replace 72.0", "second will replace 72.0"]
                + ["first did replace 72.0", "second did replace 72.0"])
        _ = try await Syncer(store: store, api: InMemoryServer(), origin: "here").sync()
        expect(
            log.take(),
            equals: [
                "first page of 0", "second page of 0", "first acknowledged 72.0", "second acknowledged 72.0",
                "first page of 1", "second page of 1", "first page of 0", "second page of 0", "first tidies",
                "second tidies",
            ])
    }

    @Test("A feature that throws takes the whole write with it")
    func rollsBack() throws {
        let refusing = Self.notes("second") { $0.didReplaceRow = { _, _ in throw Refusal() } }
        let store = try Self.store([Self.notes("first"), refusing])
        #expect(throws: Refusal.self) { try store.add(kind: .weight, value: 72, unit: .kilograms) }
        try expect(store.list().isEmpty)
        try expect(store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM first") } == 0)
    }

    @Test("A question is answered by whoever knows; without a feature, as in part one")
    func questions() throws {
        let knowing = Self.notes("knowing") {
            $0.isUnseen = { _, row in row.record.value == 70 }
            $0.isEditOfExchanged = { _, id in id == uuid(1) }
            $0.isOwnBase = { _, base in base.value == 70 ? true : nil }
            $0.asRestored = { record in
                var record = record
                record.value += 1
                return record
            }
        }
        let store = try Self.store([Self.notes("silent"), knowing])
        try store.write { tables in
            func row(_ value: Double, isOwn: Bool = false) -> RecordTables.Row {
                RecordTables.Row(record: weight(value), isDirty: false, isOwn: isOwn)
            }
            let features = store.features
            try expect(features.isUnseen(row(70), in: tables) && !features.isUnseen(row(71), in: tables))
            try expect(features.isEditOfExchanged(uuid(1), in: tables))
            try expect(!features.isEditOfExchanged(uuid(2), in: tables))
            try expect(features.isOwnBase(weight(70), below: row(72), in: tables), "the feature knows")
            try expect(!features.isOwnBase(weight(71), below: row(72), in: tables), "the refused edit's author counts")
            try expect(features.isOwnBase(weight(71), below: row(72, isOwn: true), in: tables))
            expect(features.asRestored(weight(70)).value, equals: 71)
            try expect(!FeatureList([]).isUnseen(row(70), in: tables))
        }
    }

    @Test("Stages run after the records; one that fails for good costs no other, and a server that is away ends them")
    func stages() async throws {
        let log = Log()
        let failing = Self.notes("failing") {
            $0.syncStage = { stage in
                log.add("failing: \(try stage.store.dirty().count) unsent")
                throw Refusal()
            }
        }
        let working = Self.notes("working") {
            $0.syncStage = { stage in
                log.add("working at \(stage.origin)")
                try stage.store.write { try $0.execute("UPDATE working SET sent = 1") }
            }
        }
        let away = Self.notes("away") { $0.syncStage = { _ in throw SyncError.offline("no network") } }
        let last = Self.notes("last") { $0.syncStage = { _ in log.add("last") } }
        let store = try Self.store([failing, working, away, last])
        try store.add(kind: .weight, value: 72, unit: .kilograms)
        let syncer = Syncer(store: store, api: InMemoryServer(), origin: "here")
        await #expect(throws: Refusal.self) { try await syncer.sync() }
        expect(log.take(), equals: ["failing: 0 unsent", "working at here"])
        try expect(store.syncState().lastSyncAt != nil, "the records were synced")
    }

    @Test("A cancelled stage ends the sync; no further stage begins")
    func cancelledStage() async throws {
        let log = Log()
        let first = Self.notes("first") { $0.syncStage = { _ in throw CancellationError() } }
        let second = Self.notes("second") { $0.syncStage = { _ in log.add("second") } }
        let syncer = Syncer(store: try Self.store([first, second]), api: InMemoryServer(), origin: "here")
        await #expect(throws: CancellationError.self) { try await syncer.sync() }
        expect(log.take().isEmpty)
    }

    @Test("Erasing asks about what a feature has not sent, and removes its files")
    func unsent() throws {
        let folder = try TemporaryFolder()
        let directory = folder.path("phone")
        let features = FeatureList([Self.notes { $0.files = ["notes.lock"] }])
        let device = try Device(directory: directory, features: features)
        try expect(device.unsent().isEmpty)
        try device.add(.weight, 72, .kilograms)
        try device.add(.weight, 73, .kilograms)
        try expect(device.unsent().description, equals: "2 entries were never sent. 2 notes exist only here.")
        try Data().write(to: URL(fileURLWithPath: directory + "/notes.lock"))
        try device.erase()
        expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test("Each log has a cursor of its own; a type of event that this build doesn't know is left out")
    func cursors() throws {
        let entities = Self.notes {
            $0.eventCursors = ["entities.changed": { _ in 5 }, "strange.changed": { _ in 9 }]
        }
        let device = Device(store: try Self.store([.live, entities]))
        _ = try device.store.receive([weight(70)], nextCursor: 40)
        try expect(device.eventCursors(), equals: [.measurements: 40, .entities: 5])
    }

    @Test("A store opens with more features than before, and with fewer only says so")
    func moreAndFewer() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try Self.store([], path: path).upsert(weight(70))
        try expect(Self.store([Self.notes()], path: path).list().count == 1)
        do {
            _ = try Self.store([], path: path)
            Issue.record("a store with a feature's tables was opened without the feature")
        } catch let error as StoreError {
            expect(error.code == .newer, "\(error)")
        }
        try expect(Self.store([Self.notes()], path: path).list().count == 1)
    }
}
