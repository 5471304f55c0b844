import Foundation
import StepSupport
import Synchronization
import Testing
import Vitals

/// Tests of `upsert`.
extension Step04StoreTests {
    @Test("an upserted record is stored, and waits for a push")
    func upsertMarksDirty() throws {
        let stored = try store.upsert(Records.weight(70))
        expect(stored == Records.weight(70), "A new record should be stored as it is, and returned unchanged.")
        expect(try store.byId(Records.id(1)) == stored, "byId should give what upsert stored.")
        let dirty = try store.dirty()
        expect(
            dirty == [stored],
            "After an upsert, dirty() should give the record: no server has seen it. It gives \(dirty.map(\.short)).")
    }

    @Test("an edit that comes too late gets the next version: it isn't dropped, and no version goes down")
    func upsertNeverLowersAVersion() throws {
        let newer = Records.weight(70, version: 5, updatedAt: clock.now.millisecondsSinceEpoch + 9_000)
        try store.upsertClean(newer)
        // Below the row's version, at it, and above it.
        for (version, expected) in [(3, 6), (6, 7), (9, 9)] as [(Int64, Int64)] {
            let before = try #require(try store.byId(newer.id), "The newer record should be there.")
            let late = Records.weight(60 + Double(version), version: version)
            let stored = try store.upsert(late)
            let row = try store.byId(newer.id)
            guard row == stored else {
                Issue.record(
                    "upsert returned \(stored.short), and the store has \(row?.short ?? "no row"). Return what you've stored."
                )
                return
            }
            expect(
                stored.version == expected,
                "Version \(version) was upserted over version \(before.version) and became \(stored.version). It should be \(expected): a version that's taken is never given again, and one that's greater stays."
            )
            expect(stored.value == late.value, "The person last entered \(late.value); \(stored.value) is stored.")
            if version == expected {
                expect(
                    stored.updatedAt == late.updatedAt,
                    "Version \(version) was free, and the record should be stored unchanged. Its updatedAt was \(late.updatedAt), and it's \(stored.updatedAt)."
                )
            } else {
                expect(
                    stored.updatedAt > before.updatedAt,
                    "updatedAt should move forward from \(before.updatedAt); it is \(stored.updatedAt).")
            }
        }
    }

    @Test("upserting a record that's already stored keeps its version, and marks it dirty")
    func upsertOfTheSameRecord() throws {
        let record = Records.weight(70, version: 4)
        try store.upsertClean(record)
        for _ in 1...2 {
            let stored = try store.upsert(record)
            expect(
                stored == record, "The same record again isn't a new version; upsert stored \(stored) for \(record).")
        }
        expect(try store.dirty() == [record], "An upserted record waits for a push, even if it changed nothing.")
        let later = record.updatedAt.advanced(byMilliseconds: 1) ?? .max
        let changes: [(what: String, (inout Vitals.Measurement) -> Void)] = [
            ("that was written a millisecond later", { $0.updatedAt = later }),
            ("of another kind", { $0.kind = MetricKind(rawValue: "weight") }),
            ("with another value", { $0.value = 70.000_000_1 }),
            ("in another unit", { $0.unit = .pounds }),
            ("that was measured a millisecond later", { $0.recordedAt = later }),
            ("with a note", { $0.extra = UnknownMembers(members: [.init("note", .string("after a run"))]) }),
        ]
        for (what, change) in changes {
            try store.upsertClean(record)
            var other = record
            change(&other)
            let stored = try store.upsert(other)
            expect(
                stored.version == 5,
                """
                Version 4 is stored, and a version 4 \(what) was upserted. Those are two different records, so the \
                second one should become version 5. It's \(stored.version).
                """)
        }
    }

    @Test("an upsert gets a version after that of a copy the server has refused")
    func upsertOutranksARefusedCopy() throws {
        try refuse(Records.weight(7_100, version: 7))
        let stored = try store.upsert(Records.weight(72, version: 3))
        try #require(
            stored.version == 8,
            """
            The server has refused a copy at version 7. A record at version 3 was upserted, and became \
            \(stored.version). It should be version 8, or it loses to the copy that it corrects.
            """)
        expect(
            try texts("SELECT id FROM rejected").isEmpty,
            "The refused copy was corrected by version 8, and it should be gone. It's still there: write with `storeEdit`."
        )
        let copy = Records.weight(7_100, id: Records.id(2), version: 7)
        try refuse(copy)
        let repeated = try store.upsert(copy)
        expect(
            repeated.version == 8,
            """
            The server has refused a copy, and there's no row. The refused copy itself, version 7, was upserted, and \
            became \(repeated.version). It should be version 8: only a record that equals the row keeps its number.
            """)
        try refuse(Records.weight(7_100, id: Records.id(3), version: 7))
        let free = try store.upsert(Records.weight(72, id: Records.id(3), version: 9))
        expect(
            free.version == 9,
            """
            Record 3 has a refused copy at version 7, and its version 9 was upserted. It became \(free.version). It should \
            stay 9, which is greater than all the competing versions.
            """)
    }

    @Test("an upsert over what the server has keeps that as its base, and is this phone's own")
    func upsertKeepsABase() throws {
        try store.upsertClean(Records.weight(70, version: 3))
        try store.upsert(Records.weight(71, version: 4))
        let marks = try rowMarks()
        expect(
            marks == "version 4, dirty, own, base version 3",
            """
            The server has version 3, and version 4 was upserted over it. The row should be: version 4, dirty, own, base \
            version 3. It is: \(marks). `storeEdit` does all of that.
            """)
        try store.upsert(Records.weight(72, version: 5))
        let again = try rowMarks()
        expect(
            again == "version 5, dirty, own, base version 3",
            """
            Version 5 was upserted over the unsent version 4, and the server still has version 3. The row should be: \
            version 5, dirty, own, base version 3. It is: \(again).
            """)
        try store.upsert(Records.weight(72, version: 5))
        let repeated = try rowMarks()
        expect(
            repeated == again,
            "Version 5 was upserted over itself. The row should be as before: \(again). It is: \(repeated).")
        try store.upsertClean(Records.weight(70, id: Records.id(2)))
        try store.upsert(Records.weight(70, id: Records.id(2)))
        let received = try rowMarks(2)
        expect(
            received == "version 1, dirty, not own, base version 1",
            """
            The server's version 1 was upserted as it is. Nothing was entered here, so the row should be: version 1, \
            dirty, not own, base version 1. It is: \(received).
            """)
    }

    @Test("upsert converts nothing and checks nothing")
    func upsertTakesAnything() throws {
        var mood = Records.weight(5_000)
        (mood.kind, mood.unit) = (MetricKind(rawValue: "MOOD"), .pounds)
        for record in Self.oddRecords + [mood] {
            // The second one comes too late, and has to be renumbered.
            for value in [record.value, record.value + 1] {
                var expected = record
                expected.value = value
                do {
                    let stored = try store.upsert(expected)
                    if value != record.value {
                        (expected.version, expected.updatedAt) = (record.version + 1, stored.updatedAt)
                    }
                    for (place, found) in [("returned", stored), ("stored", try store.byId(record.id) ?? stored)] {
                        let different = Self.differences(expected, found).joined(separator: " and ")
                        expect(
                            different.isEmpty,
                            """
                            \(value) \(record.unit.rawValue) was upserted, and \(found.value) \(found.unit.rawValue) is \
                            \(place), with another \(different). `add` converts what people type; upsert stores what \
                            it's given.
                            """)
                    }
                } catch let error as MeasurementError {
                    Issue.record(
                        "upsert refused \(value) \(record.unit.rawValue) of \(record.kind.rawValue): \(error). `add` has checks."
                    )
                    return
                }
            }
            try execute("DELETE FROM measurement")
        }
    }

    @Test("if two threads upsert one record at the same time, each version is given once")
    func upsertsDoNotOverwriteEachOther() throws {
        let store = store
        try store.upsert(Records.weight(70))
        let versions = Mutex<[Int64]>([])
        let done = DispatchSemaphore(value: 0)
        for _ in 1...2 {
            Thread.detachNewThread {
                var own: [Int64] = []
                for number in 1...300 {
                    let stored = try? store.upsert(Records.weight(Double(number)))
                    if let stored { own.append(stored.version) }
                }
                versions.withLock { $0 += own }
                done.signal()
            }
        }
        for _ in 1...2 { done.wait() }
        let given = versions.withLock { $0 }
        expect(given.count == 600, "Two threads upserted record 1, 300 times each. \(600 - given.count) were errors.")
        expect(
            Set(given).count == given.count,
            """
            Two threads upserted record 1, 300 times each. \(given.count - Set(given).count) of the versions were given \
            twice, to two different records: one upsert read the row before the other had written it. Read and write in \
            one `write { }`.
            """)
    }
}
