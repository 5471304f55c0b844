import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Deletes on one device")
struct DeletesTests {
    @Test("A deletion is the next version, holds nothing that was measured, and is no longer listed")
    func deletion() throws {
        let store = try makeStore()
        let record = try store.add(kind: .weight, value: 72, unit: .kilograms)
        let deletion = try store.delete(record.id)
        expect(deletion.isDeleted && deletion.version == 2 && deletion.updatedAt > record.updatedAt)
        expect(deletion.value == 0.1 && deletion.recordedAt == deletion.updatedAt)
        expect(deletion.extra.text, equals: #"{"deleted":true}"#)
        #expect(throws: Never.self) { try deletion.validateWithDeletes() }
        try expect(store.byId(record.id), equals: deletion)
        try expect(
            store.dirty(), equals: [deletion], "it's sent, because the answer to an earlier push may have been lost")
        try expect(store.list().isEmpty)
        try expect(store.kinds().isEmpty)
        try expect(store.counts().records, equals: 0)
        try expect(store.ids(beginningWith: "").isEmpty)
        #expect(throws: StoreError.self) { try store.edit(record.id, value: 73) }
        #expect(throws: StoreError.self) { try store.delete(record.id) }
    }

    @Test("What was deleted can be restored as a new edit, once")
    func restore() throws {
        let store = try makeStore()
        let record = try store.add(kind: .weight, value: 72, unit: .kilograms)
        try store.delete(record.id)
        let entry = try #require(try store.recentlyDeleted().first)
        expect(entry.measurement, equals: record)
        let restored = try store.restore(deleted: entry.id)
        expect(restored.value == 72 && restored.version == 3 && !restored.isDeleted)
        try expect(store.list().map(\.measurement), equals: [restored])
        try expect(store.recentlyDeleted().isEmpty)
        #expect(throws: StoreError.self) { try store.restore(deleted: entry.id) }
    }

    @Test("A deletion clears the content from the base, the refused copies and the conflicts too")
    func clearsAllCopies() throws {
        let folder = try TemporaryFolder()
        let store = try makeStore(path: folder.path("vitals.sqlite"))
        _ = try store.receive([weight(70)], nextCursor: 1)
        try store.edit(uuid(1), value: 71)
        _ = try store.receive([weight(72, version: 2, updatedAt: 9_000_000_000_000)], nextCursor: 2)
        try expect(store.conflicts().count, equals: 1)
        try store.edit(uuid(1), value: 73)
        _ = try store.receive([weight(0.1, version: 9, updatedAt: 9_500_000_000_000).asDeletion], nextCursor: 3)
        try expect(store.conflicts().isEmpty)
        try expect(store.recentlyDeleted().map(\.measurement.value).sorted(), equals: [71, 72, 73])
        for table in ["measurement", "base", "rejected", "conflict", "edited_from"] {
            let values = try DatabaseQueue(path: store.path).read {
                try Double.fetchAll($0, sql: "SELECT value_ FROM \(table)")
            }
            expect(values.allSatisfy { $0 == 0.1 || $0 == 0 }, "\(table) holds a value")
        }
    }

    @Test("After 30 days the content is erased, also from the bytes of the file")
    func expires() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let path = folder.path("vitals.sqlite")
        let store = try makeStore(path: path, clock: clock)
        let secret = "secret-note-\(UUID().uuidString)"
        var record = weight(72)
        record.extra = UnknownMembers(members: [.init("note", .string(secret))])
        try store.upsert(record)
        try store.delete(record.id)
        clock.advance(milliseconds: RecentlyDeleted.keptMilliseconds - 10_000)
        try store.noteSyncEnded()
        try expect(store.recentlyDeleted().count, equals: 1)
        clock.advance(milliseconds: 20_000)
        try store.noteSyncEnded()
        try expect(store.recentlyDeleted().isEmpty)
        try expect(store.byId(record.id)?.isDeleted == true, "the deletion itself stays for ever")
        for file in [path, path + "-wal"] {
            let bytes = FileManager.default.contents(atPath: file) ?? Data()
            expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file) still holds the content")
        }
    }

    @Test("Where the clock was set back since the deletion, the 30 days start again")
    func clockSetBack() throws {
        let clock = ManualClock()
        let store = try makeStore(clock: clock)
        let record = try store.add(kind: .weight, value: 72, unit: .kilograms)
        try store.delete(record.id)
        clock.advance(milliseconds: -100 * 24 * 60 * 60 * 1000)
        try store.noteSyncEnded()
        clock.advance(milliseconds: RecentlyDeleted.keptMilliseconds + 10_000)
        try store.noteSyncEnded()
        try expect(store.recentlyDeleted().isEmpty)
    }

    @Test("What is deleted again, after another phone had brought it back, is kept for 30 days again")
    func deletedAgain() throws {
        let clock = ManualClock()
        let store = try makeStore(clock: clock)
        let record = try store.add(kind: .weight, value: 72, unit: .kilograms)
        let deletion = try store.delete(record.id)
        let first = try #require(try store.recentlyDeleted().first)
        var broughtBack = record
        broughtBack.version = deletion.version + 1
        broughtBack.updatedAt = try #require(deletion.updatedAt.advanced(byMilliseconds: 1))
        _ = try store.receive([broughtBack], nextCursor: 1)
        clock.advance(milliseconds: RecentlyDeleted.keptMilliseconds - 10_000)
        try store.delete(record.id)
        let again = try #require(try store.recentlyDeleted().first)
        try expect(store.recentlyDeleted().count, equals: 1)
        expect(again.id > first.id && again.measurement.value == 72)
        clock.advance(milliseconds: 20_000)
        try store.noteSyncEnded()
        try expect(store.recentlyDeleted().count, equals: 1)
    }

    @Test("A replayed import doesn't bring back what was deleted")
    func replayedImport() throws {
        let store = try makeStore()
        let sample = weight(70)
        _ = try store.importing { try $0.add(sample) }
        try store.delete(sample.id)
        try expect(store.importing { try $0.add(sample) }.report.presentCount, equals: 1)
        try expect(store.list().isEmpty)
    }

    @Test("A sample deleted at its source deletes its record, unless another sample or an edit by hand holds it")
    func sourceDeletions() async throws {
        let store = try makeStore()
        let device = Device(store: store)
        let samples = (1...6).map(uuid)
        let (gone, shared, edited) = (weight(70, id: uuid(11)), weight(71, id: uuid(12)), weight(72, id: uuid(13)))
        try device.importing { for record in [gone, shared, edited] { try $0.add(record) } }
        try store.noteHealthSamples(
            [
                HealthSampleLink(sample: samples[0], record: gone.id),
                HealthSampleLink(sample: samples[1], record: shared.id),
                HealthSampleLink(sample: samples[2], record: shared.id),
                HealthSampleLink(sample: samples[3], record: edited.id),
            ], deleted: [samples[0], samples[1], samples[3]])
        try store.edit(edited.id, value: 80)
        _ = try await device.importAll(from: EmptyBridge())
        try expect(Set(store.list().map(\.measurement.id)), equals: [shared.id, edited.id])
        let deletion = try #require(try store.byId(gone.id))
        expect(deletion.version == 2 && deletion.updatedAt == Timestamp(clamping: 0))
        expect(deletion, equals: deletion.asDeletion)
        try expect(store.conflicts().isEmpty)
        // The person restores it; the same deletion arrives again and changes nothing.
        try store.restore(deleted: try #require(try store.recentlyDeleted().first).id)
        _ = try await device.importAll(from: EmptyBridge())
        try expect(store.byId(gone.id)?.isDeleted == false)
    }

    @Test("An app's own import applies deletions at the source as well")
    func sourceDeletionsOfAnApp() throws {
        let store = try makeStore()
        let device = Device(store: store)
        let gone = weight(70, id: uuid(11))
        try device.importing { try $0.add(gone) }
        try device.noteHealthSamples([HealthSampleLink(sample: uuid(1), record: gone.id)], deleted: [uuid(1)])
        try device.importing { _ in }
        try expect(store.byId(gone.id)?.isDeleted == true)
    }

    @Test(
        "A server that knows deletes refuses a deleted record that holds anything",
        arguments: [
            #"{"deleted":true,"note":"x"}"#, #"{"deleted":false}"#, #"{"deleted":"yes"}"#, #"{"deleted":1}"#,
        ])
    func malformedMembers(_ members: String) throws {
        var record = weight(72, version: 2).asDeletion
        record.extra = UnknownMembers(unchecked: members)
        #expect(throws: MeasurementError.deletedWithContent) { try record.validateWithDeletes() }
    }

    @Test("A tombstone with a value, a time or a unit of its own is refused, and one of any kind is taken")
    func tombstones() throws {
        let tombstone = weight(72, version: 2).asDeletion
        for change in [
            { (record: inout Vitals.Measurement) in record.value = 72 }, { $0.unit = .pounds },
            { $0.recordedAt = Timestamp(clamping: 1) }, { $0.version = 0 },
            { $0.version = Measurement.maximumVersion + 1 },
        ] as [(inout Vitals.Measurement) -> Void] {
            var record = tombstone
            change(&record)
            #expect(throws: MeasurementError.self) { try record.validateWithDeletes() }
        }
        var unknown = tombstone
        unknown.kind = MetricKind(rawValue: "MOOD")
        unknown.value = -3
        #expect(throws: Never.self) { try unknown.validateWithDeletes() }
        unknown.kind = MetricKind(rawValue: String(repeating: "M", count: 65))
        #expect(throws: MeasurementError.deletedWithContent) { try unknown.validateWithDeletes() }
        var byOldWriter = tombstone
        byOldWriter.value = 0
        #expect(throws: Never.self) { try byOldWriter.validateWithDeletes() }
        var greatest = tombstone
        greatest.version = Measurement.maximumVersion
        #expect(throws: Never.self) { try greatest.validateWithDeletes() }
    }

    @Test("A version has the same name here as in the browser")
    func digests() throws {
        let json = try JSONValue(parsing: try Data(contentsOf: PackageFiles.url("Tests/Vectors/digests.json")))
        let vectors = try #require(json.array)
        expect(vectors.count >= 40)
        for vector in vectors {
            let record = try Vitals.Measurement(json: try #require(vector["record"]))
            expect(RecordVersion(record).digest, equals: vector["digest"]?.string, "\(record.json)")
        }
    }

    @Test("A store of the release before opens, and keeps what is to be sent")
    func olderStore() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("vitals.sqlite")
        let new: UUID
        do {
            let store = try makeStore(path: path)
            _ = try store.receive([weight(70)], nextCursor: 1)
            try store.edit(uuid(1), value: 71)
            new = try store.add(kind: .weight, value: 60, unit: .kilograms).id
        }
        // The release before had neither these tables nor the entry of their migration.
        try DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    DROP TRIGGER edited_from_first_edit;
                    DROP TRIGGER edited_from_clean;
                    DROP TRIGGER edited_from_removed;
                    DROP VIEW shown_measurement;
                    DROP TABLE edited_from;
                    DROP TABLE recently_deleted;
                    DROP TABLE overwritten;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '4 %';
                    """)
        }
        let store = try makeStore(path: path)
        try expect(Set(store.dirty().map(\.id)), equals: [uuid(1), new])
        _ = try store.apply(
            SyncResponse(Pulled(records: [], nextCursor: 1), account: "a", features: "base,deletes"),
            askedWith: try store.syncState(), origin: "here")
        try expect(store.editedFrom(try store.dirty()), equals: [uuid(1): RecordVersion(weight(70)), new: .none])
    }
}

/// A health source with nothing new.
private struct EmptyBridge: HealthBridge {
    let source = "empty"

    func requestAuthorization(for kinds: [MetricKind]) async throws {}

    func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error> {
        AsyncThrowingStream { $0.finish() }
    }
}
