import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("The store's methods")
struct StoreTests {
    @Test("upsert stores and marks dirty; upsertClean stores and marks clean")
    func upsert() throws {
        let store = try makeStore()
        try store.upsert(weight(70))
        try expect(store.byId(uuid(1)), equals: weight(70))
        try expect(store.dirty(), equals: [weight(70)])
        try store.upsertClean(weight(71, version: 2))
        try expect(store.byId(uuid(1)), equals: weight(71, version: 2))
        try expect(store.dirty().isEmpty)
    }

    @Test("upsert never lowers a version: an edit that comes too late is the next version")
    func lateUpsert() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70, version: 5, updatedAt: 9_000))
        let stored = try store.upsert(weight(71, version: 3))
        expect(stored.version, equals: 6)
        expect(stored.value, equals: 71)
        expect(stored.updatedAt > Timestamp(clamping: 9_000))
        try expect(store.byId(uuid(1)), equals: stored)
    }

    @Test("allByKind gives one kind, oldest first")
    func allByKind() throws {
        let store = try makeStore()
        let early = try store.add(
            kind: .weight, value: 70, unit: .kilograms, recordedAt: Timestamp(clamping: 10), id: uuid(9))
        let late = try store.add(
            kind: .weight, value: 71, unit: .kilograms, recordedAt: Timestamp(clamping: 20), id: uuid(2))
        try store.add(kind: .steps, value: 100, unit: .count)
        try expect(store.allByKind(.weight), equals: [early, late])
    }

    @Test("clearDirty clears by id, and the cursor is kept")
    func clearDirtyAndCursor() throws {
        let store = try makeStore()
        try store.upsert(weight(70))
        try store.clearDirty([uuid(1), uuid(2)])
        try expect(store.dirty().isEmpty)
        try expect(store.cursor(), equals: 0)
        try store.setCursor(42)
        try expect(store.cursor(), equals: 42)
    }

    @Test("An edit bumps the version, moves updatedAt forward even where the clock went back, and marks dirty")
    func edit() throws {
        let clock = ManualClock(1_000)
        let store = try makeStore(clock: clock)
        try store.upsertClean(weight(70, version: 3, updatedAt: 50_000))
        let edited = try store.edit(uuid(1), value: 71)
        expect(edited.version, equals: 4)
        expect(edited.updatedAt, equals: Timestamp(clamping: 50_001))
        try expect(store.isDirty(uuid(1)))
    }

    @Test("A bad value, an unknown id and the end of time are errors, and nothing is written")
    func refusedEdits() throws {
        let store = try makeStore()
        try store.upsertClean(weight(70))
        #expect(throws: MeasurementError.self) { try store.edit(uuid(1), value: 5_000) }
        #expect(throws: MeasurementError.self) { try store.edit(uuid(1), value: .nan) }
        #expect(throws: StoreError.self) { try store.edit(uuid(7), value: 70) }
        #expect(throws: MeasurementError.self) { try store.add(kind: .weight, value: 70, unit: .miles) }
        try store.upsertClean(weight(70, version: 2, updatedAt: Timestamp.range.upperBound))
        #expect(throws: MeasurementError.endOfTime) { try store.edit(uuid(1), value: 71) }
        try expect(store.byId(uuid(1))?.value, equals: 70)
        try expect(store.dirty().isEmpty)
    }

    @Test("A value survives to the bit, extra members and unknown kinds survive to the byte")
    func exactness() throws {
        let store = try makeStore()
        let values: [Double] = [0.1, 72.30000000000001, .leastNonzeroMagnitude, 1.7976931348623157e308, 1 / 3]
        for (number, value) in values.enumerated() {
            var record = weight(value, id: uuid(number + 1))
            record.kind = MetricKind(rawValue: "e\u{301}")
            record.extra = UnknownMembers(members: [.init("\u{E9}", .string("\u{1F600}")), .init("label", .null)])
            try store.upsert(record)
            let stored = try #require(try store.byId(record.id))
            expect(stored, equals: record)
            expect(stored.value.bitPattern, equals: value.bitPattern)
        }
    }

    @Test("A store that is opened again holds what it held")
    func reopen() throws {
        let directory = try TemporaryFolder()
        let path = directory.path("vitals.sqlite")
        do {
            let store = try makeStore(path: path)
            try store.upsert(weight(70))
            try store.setCursor(7)
        }
        let store = try makeStore(path: path)
        try expect(store.dirty(), equals: [weight(70)])
        try expect(store.cursor(), equals: 7)
    }
}
