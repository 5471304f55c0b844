import Foundation
import StepSupport
import TestSupport
import Testing

@testable import Vitals

@Suite("The origin of an imported record")
struct HealthOriginTests {
    private let store: MeasurementStore
    private let record: Vitals.Measurement

    init() throws {
        store = try Records.store()
        record = try Self.sample().validMeasurement()
    }

    private static func sample(_ type: HealthSampleType = .stepCount, source: String = "Ada’s\tWatch") throws
        -> HealthSample
    {
        HealthSample(
            type: type, value: 812, start: try #require(Timestamp(rfc3339: "2024-02-26T06:58:12Z")),
            end: try #require(Timestamp(rfc3339: "2024-02-26T07:07:49Z")), created: nil, sourceName: source)
    }

    /// The record as a build from before origins imported it.
    private var old: Vitals.Measurement {
        var old = record
        old.extra = .empty
        return old
    }

    private func importAgain() throws -> ImportReport { try store.importing { try $0.add(record) }.report }

    @Test("steps, distance and energy keep source and start, and weights and heart rates don't")
    func members() throws {
        expect(record.extra.text, equals: #"{"source":"Ada’s Watch","start":"2024-02-26T06:58:12Z"}"#)
        for type in [HealthSampleType.distanceWalkingRunning, .activeEnergyBurned] {
            expect(try Self.sample(type).validMeasurement().origin?.source, equals: "Ada’s Watch")
        }
        for type in [HealthSampleType.bodyMass, .heartRate] {
            let weight = HealthSample(
                type: type, value: 72, start: record.recordedAt, end: record.recordedAt, created: nil,
                sourceName: "Scale")
            try expect(weight.validMeasurement().extra, equals: .empty)
        }
    }

    @Test("a name that is too long is cut between two characters, and the record stays valid")
    func longName() throws {
        let name = String(repeating: "é", count: 10_000)
        let long = try Self.sample(source: "a" + name).validMeasurement()
        expect(long.origin?.source, equals: "a" + name.prefix(99))
        #expect(throws: Never.self) { try long.validate() }
    }

    @Test("importing again adds the origin to a record that nobody edited, and its version and time stay")
    func addsOrigin() throws {
        try store.upsertClean(old)
        try expect(importAgain().presentCount, equals: 1)
        try expect(store.byId(record.id), equals: record)
        try expect(store.dirty(), equals: [record])
        try store.clearDirty([record.id])
        _ = try importAgain()
        expect(try store.dirty().isEmpty, "The second time there is nothing to add.")
    }

    @Test("a row whose members are greater by the order stays as it is, because every phone will end up with those")
    func greaterStays() throws {
        let others: [[JSONValue.Member]] = [
            [.init("source", .string("Zoe’s Watch")), .init("start", .string("2024-02-26T06:58:12Z"))],
            [.init("zone", .number(2))], [.init("a", .number(2))],
        ]
        for members in others {
            var greater = record
            greater.extra = UnknownMembers(members: members)
            try store.upsertClean(greater)
            _ = try importAgain()
            try expect(store.byId(record.id), equals: greater)
            expect(try store.dirty().isEmpty)
        }
    }

    @Test("a record that was edited or deleted stays as it is, and so does a tombstone")
    func editedStays() throws {
        for extra in ["", #"{"deleted":true}"#] {
            var edited = old
            edited.version = 2
            edited.extra = UnknownMembers(unchecked: extra)
            try store.upsertClean(edited)
            _ = try importAgain()
            try expect(store.dirty(), equals: [])
        }
        var tombstone = old
        tombstone.extra = UnknownMembers(unchecked: #"{"deleted":true}"#)
        let other = try Records.store()
        try other.upsertClean(tombstone)
        _ = try other.importing { try $0.add(record) }
        try expect(other.dirty(), equals: [])
    }

    @Test("a record of which the server refused a copy stays as it is")
    func refusedStays() throws {
        try store.upsertClean(old)
        try store.write { tables in
            try tables.execute(
                """
                INSERT INTO rejected (id, kind, value_, unit, recorded_at, updated_at, version, extra, code, detail,
                  rejected_at)
                SELECT id, kind, value_, unit, recorded_at, updated_at, 2, extra, 'refused', 'Why.', 0 FROM measurement
                """)
        }
        _ = try importAgain()
        try expect(store.dirty(), equals: [])
        try expect(store.byId(record.id), equals: old)
    }

    @Test("two phones end up equal when one of them imports again, with no conflict, whoever has edited")
    func twoPhones() async throws {
        for edits in [false, true] {
            let server = InMemoryServer()
            let (a, b) = (try Phone("A", server), try Phone("B", server))
            for phone in [a, b] { _ = try phone.store.importing { try $0.add(old) } }
            for phone in [a, b] { try await phone.sync() }
            if edits { try b.store.edit(old.id, value: 900) }
            _ = try a.store.importing { try $0.add(record) }
            for phone in [b, a, b, a] { try await phone.sync() }
            try expect(a.store.byId(record.id), equals: b.store.byId(record.id))
            try expect(a.store.byId(record.id)?.value, equals: edits ? 900 : 812)
            if !edits { try expect(b.store.byId(record.id), equals: record) }
            for phone in [a, b] {
                try expect(phone.store.conflicts().isEmpty && phone.store.dirty().isEmpty)
            }
        }
    }
}
