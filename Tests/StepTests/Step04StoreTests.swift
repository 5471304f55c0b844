import Foundation
import StepSupport
import Testing
import Vitals

@Suite("Step 4: the local store")
struct Step04StoreTests {
    private let clock = StepClock()
    private let store: MeasurementStore

    init() throws { store = try Records.store(clock: clock) }

    // MARK: The tables

    @Test("a new store is empty, and its cursor is 0")
    func newStoreIsEmpty() throws {
        expect(try store.byId(Records.id(1)) == nil, "A new store should have no record with any id.")
        expect(try store.dirty().isEmpty, "A new store should have nothing to push.")
        let cursor = try store.cursor()
        expect(cursor == 0, "The cursor of a store that never pulled should be 0; it is \(cursor).")
    }

    @Test("an empty file becomes a store, and opening it again keeps its records")
    func migratesAnEmptyFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("vitals.sqlite")
        try Data().write(to: URL(filePath: path))
        for number in 1...3 {
            try Records.store(path: path).upsert(Records.weight(70, id: Records.id(number)))
        }
        let count = try Records.store(path: path).allByKind(.weight).count
        expect(
            count == 3,
            "The store was opened three times and stored one record each time; it has \(count). A migration must run once, and never clear a table."
        )
    }

    @Test("a store that's opened again still has its records, its dirty flags and its cursor")
    func survivesReopening() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("vitals.sqlite")
        let dirty = Records.weight(70)
        let clean = Records.weight(71, id: Records.id(2), version: 3)
        do {
            let store = try Records.store(path: path)
            try store.upsert(dirty)
            try store.upsertClean(clean)
            try store.setCursor(42)
        }
        let store = try Records.store(path: path)
        expect(try store.byId(dirty.id) == dirty, "The edited record should be there after opening again.")
        expect(try store.byId(clean.id) == clean, "The clean record should be there after opening again.")
        expect(try store.dirty() == [dirty], "After opening again, the one edit should be dirty, and nothing else.")
        let cursor = try store.cursor()
        expect(cursor == 42, "The cursor 42 was stored; after opening again it is \(cursor).")
    }

    @Test("once a method returns, what it stored survives a power cut")
    func survivesPowerLoss() throws {
        let folder = try TemporaryFolder()
        let running = try Records.store(path: folder.path("vitals.sqlite"))
        try running.upsert(Records.weight(70))
        try running.setCursor(7)
        // Copy the files while the program still runs: a machine would find them like this after a power cut.
        let after = try TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where !name.hasSuffix("-shm") {
            try FileManager.default.copyItem(atPath: folder.path(name), toPath: after.path(name))
        }
        let store = try Records.store(path: after.path("vitals.sqlite"))
        expect(
            try store.dirty() == [Records.weight(70)], "After the power cut, the edit should still be there, and dirty."
        )
        let cursor = try store.cursor()
        expect(cursor == 7, "The cursor 7 was stored before the power cut; after it, the cursor is \(cursor).")
        withExtendedLifetime(running) {}
    }

    // MARK: Records and rows

    @Test("a record comes back with every field as it was")
    func keepsEveryField() throws {
        var record = Records.weight(70.5, version: 9)
        record.kind = MetricKind(rawValue: "e\u{301}")  // a kind that no build knows yet, in an unusual spelling
        record.unit = MetricUnit(rawValue: "\u{E9}")
        record.extra = UnknownMembers(members: [.init("note", .string("after a run 😀"))])
        for record in [Records.weight(70), record] {
            try store.upsertClean(record)
            let stored = try #require(try store.byId(record.id), "A stored record should be found by its id.")
            var timed = stored
            (timed.recordedAt, timed.updatedAt) = (record.recordedAt, record.updatedAt)
            if stored != record, timed == record {
                Issue.record(
                    """
                    Everything came back as it was, except for the times. recordedAt was \
                    \(record.recordedAt.millisecondsSinceEpoch) ms and is \(stored.recordedAt.millisecondsSinceEpoch) \
                    ms, updatedAt was \(record.updatedAt.millisecondsSinceEpoch) ms and is \
                    \(stored.updatedAt.millisecondsSinceEpoch) ms. A record's times are part of it, to the millisecond.
                    """)
                return
            }
            expect(stored == record, "The record was stored as \(record) and came back as \(stored).")
        }
    }

    @Test("a value comes back exactly, to the last bit")
    func keepsValuesExactly() throws {
        let values: [Double] = [
            0, 70, 72.30000000000001, 0.1 + 0.2, 1 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -12.5,
        ]
        for (number, value) in values.enumerated() {
            let record = Records.weight(value, id: Records.id(number))
            try store.upsert(record)
            let stored = try #require(try store.byId(record.id), "A stored record should be found by its id.")
            expect(
                stored.value.bitPattern == value.bitPattern,
                "\(value) came back as \(stored.value). Bind the Double itself, to a REAL column: on the way through text, bits get lost."
            )
        }
    }

    @Test("times come back to the millisecond, from the year 1 to the year 9999")
    func keepsTimesExactly() throws {
        let ends = [Timestamp.range.lowerBound, Timestamp.range.upperBound]
        for milliseconds in ends + [-1, 0, 1, 999, 1_781_940_600_125] {
            let record = Records.weight(70, recordedAt: milliseconds, updatedAt: milliseconds)
            try store.upsertClean(record)
            let stored = try #require(try store.byId(record.id), "A stored record should be found by its id.")
            expect(
                stored.recordedAt == record.recordedAt && stored.updatedAt == record.updatedAt,
                "\(milliseconds) ms came back as recordedAt \(stored.recordedAt.millisecondsSinceEpoch) ms and updatedAt \(stored.updatedAt.millisecondsSinceEpoch) ms. Store whole milliseconds since 1970."
            )
        }
    }

    @Test("ids are stored in lower case")
    func storesIDsInLowerCase() throws {
        try store.upsertClean(Records.weight(70))
        let found = try store.ids(beginningWith: "abcdef00")
        expect(
            found == [Records.id(1)],
            "A search for ids that begin with abcdef00 found \(found.count) records instead of 1. UUID's own text is in upper case; store `lowercased`."
        )
    }

    // MARK: upsert and upsertClean

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

    @Test("a later version replaces an earlier one")
    func upsertReplaces() throws {
        try store.upsertClean(Records.weight(70))
        let next = Records.weight(71, version: 2)
        try store.upsert(next)
        expect(try store.byId(next.id) == next, "Version 2 was upserted over version 1, but the row still differs.")
        expect(try store.dirty() == [next], "A clean row becomes dirty when an edit is stored over it.")
        let count = try store.allByKind(.weight).count
        expect(count == 1, "There should be one row per id; after two versions of one record there are \(count).")
    }

    @Test("an edit that comes too late gets the next version: it isn't dropped, and no version goes down")
    func upsertNeverLowersAVersion() throws {
        let newer = Records.weight(70, version: 5, updatedAt: clock.now.millisecondsSinceEpoch + 9_000)
        try store.upsertClean(newer)
        for version in [3, 5] as [Int64] {
            let before = try #require(try store.byId(newer.id), "The newer record should be there.")
            let late = Records.weight(60 + Double(version), version: version)
            let stored = try store.upsert(late)
            expect(
                stored.version == before.version + 1,
                "Version \(version) was upserted over version \(before.version) and became \(stored.version) instead of \(before.version + 1). Two different records with the same version would be a tie."
            )
            expect(
                stored.value == late.value, "The person last entered \(late.value); \(stored.value) is stored.")
            expect(
                stored.updatedAt > before.updatedAt,
                "updatedAt should move forward from \(before.updatedAt); it is \(stored.updatedAt).")
            expect(try store.byId(newer.id) == stored, "upsert should return what it has stored.")
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
    }

    @Test("a record from the server is stored as it is, and clean")
    func upsertCleanIsClean() throws {
        try store.upsert(Records.weight(70, version: 3))
        try store.upsert(Records.weight(80, id: Records.id(2)))
        for version in [4, 2] as [Int64] {
            let remote = Records.weight(71, version: version)
            try store.upsertClean(remote)
            let stored = try #require(try store.byId(remote.id), "The record should be there.")
            expect(
                stored == remote,
                "upsertClean got version \(version) and stored version \(stored.version): it decides nothing, because the merge has already decided."
            )
            let dirty = try store.dirty()
            expect(
                dirty == [Records.weight(80, id: Records.id(2))],
                "What the server has is clean, and the other edit stays dirty; dirty() gives \(dirty.map(\.short)).")
        }
    }

    // MARK: allByKind, dirty, clearDirty, the cursor

    @Test("allByKind gives the records of one kind, oldest measurement first")
    func allByKindIsOrdered() throws {
        let records = [(5, 300), (2, 100), (9, 200), (3, 200), (1, 400)].map { number, time in
            Records.weight(70, id: Records.id(number), recordedAt: Int64(time))
        }
        for record in records { try store.upsert(record) }
        try store.add(kind: .steps, value: 100, unit: .count, recordedAt: Timestamp(clamping: 150))
        let times = try store.allByKind(.weight).map(\.recordedAt.millisecondsSinceEpoch)
        expect(
            times == [100, 200, 200, 300, 400],
            "Five weights and one step count were stored. The weights should come by recordedAt, so 100, 200, 200, 300, 400; they came as \(times)."
        )
        let ids = try store.allByKind(.weight).filter { $0.recordedAt.millisecondsSinceEpoch == 200 }.map(\.id)
        expect(
            ids == [Records.id(3), Records.id(9)],
            "Measurements of the same moment should come by id, so that a list doesn't change from one read to the next."
        )
        expect(try store.allByKind(.distance).isEmpty, "The store has no distances, so allByKind should give none.")
    }

    @Test("dirty gives the edits that no server has accepted yet, by id")
    func dirtyIsOrdered() throws {
        for number in [4, 1, 3] { try store.upsert(Records.weight(70, id: Records.id(number))) }
        try store.upsertClean(Records.weight(70, id: Records.id(2)))
        let dirty = try store.dirty().map(\.id)
        expect(
            dirty == [1, 3, 4].map(Records.id),
            "Records 4, 1 and 3 are edits and 2 came from the server; dirty() should give 1, 3, 4, but gives \(dirty.map(\.short))."
        )
    }

    @Test("clearDirty marks the named rows clean, leaves the others, and ignores an id without a row")
    func clearDirtyClearsTheseOnly() throws {
        for number in 1...3 { try store.upsert(Records.weight(70, id: Records.id(number))) }
        try store.clearDirty([Records.id(1), Records.id(77), Records.id(3)])
        let dirty = try store.dirty().map(\.id)
        expect(
            dirty == [Records.id(2)],
            "Rows 1 and 3 were cleared, along with an id without a row; row 2 should still be dirty. dirty() gives \(dirty.map(\.short))."
        )
        expect(try store.byId(Records.id(77)) == nil, "Clearing an id without a row shouldn't create a row.")
        expect(
            try store.byId(Records.id(1)) == Records.weight(70), "Clearing should change nothing in the record itself.")
        try store.clearDirty([])
        expect(try store.dirty().count == 1, "clearDirty with no ids should clear no row.")
    }

    @Test("the cursor is the last one that was stored, even if it needs more than 32 bits or is 0 again")
    func cursorIsKept() throws {
        for cursor in [1, 42, 9_007_199_254_740_993, 5, 0] as [Int64] {
            try store.setCursor(cursor)
            let stored = try store.cursor()
            expect(
                stored == cursor,
                "setCursor(\(cursor)) was followed by cursor() = \(stored). There should be one row to update, inserted together with the table."
            )
        }
    }

    // MARK: Edits

    @Test("an edit gets the next version and the current time, and is dirty")
    func editIsTheNextVersion() throws {
        let before = Records.weight(70, version: 3)
        try store.upsertClean(before)
        clock.advance(byMilliseconds: 5_000)
        let edited = try store.edit(before.id, value: 71)
        var expected = before
        expected.value = 71
        expected.version = 4
        expected.updatedAt = clock.now
        expect(
            edited == expected,
            "The edit should give \(expected.short), written at \(expected.updatedAt); it gave \(edited.short), written at \(edited.updatedAt)."
        )
        expect(try store.byId(before.id) == edited, "edit should return what it has stored.")
        let dirty = try store.dirty()
        expect(dirty == [edited], "An edit waits for a push; dirty() gives \(dirty.map(\.short)).")
    }

    @Test("an edit moves updatedAt forward, even if the clock went back")
    func editMovesTimeForward() throws {
        let future = clock.now.millisecondsSinceEpoch + 60_000
        try store.upsertClean(Records.weight(70, updatedAt: future))
        let edited = try store.edit(Records.id(1), value: 71)
        expect(
            edited.updatedAt.millisecondsSinceEpoch == future + 1,
            "The row was written at \(future) ms and the clock shows a minute less; the edit should be written at \(future + 1) ms, but it's at \(edited.updatedAt.millisecondsSinceEpoch) ms."
        )
    }

    @Test("the store sets version and updatedAt, whatever the edit sets them to")
    func editNumbersItself() throws {
        try store.upsertClean(Records.weight(70, version: 3))
        let edited = try store.edit(Records.id(1)) { record in
            record.value = 71
            record.version = 99
            record.updatedAt = .max
        }
        expect(edited.version == 4, "The edit of version 3 should be version 4; it is \(edited.version).")
        expect(edited.updatedAt == clock.now, "The edit should be written now; it says \(edited.updatedAt).")
    }

    @Test("a value in pounds is stored in kilograms")
    func editIsCanonical() throws {
        try store.upsertClean(Records.weight(70))
        let edited = try store.edit(Records.id(1), value: 160, unit: .pounds)
        expect(
            edited.unit == .kilograms && edited.value == 160 * 0.45359237,
            "160 pounds should be stored as 72.5747792 KG; they are stored as \(edited.value) \(edited.unit.rawValue).")
    }

    @Test("an edit that breaks a rule or finds no record is an error, and changes nothing")
    func badEditChangesNothing() throws {
        let record = Records.weight(70, version: 2)
        try store.upsertClean(record)
        #expect(throws: MeasurementError.self, "5,000 kg should be refused: call validate().") {
            try store.edit(record.id, value: 5_000)
        }
        #expect(throws: MeasurementError.self, "A weight in miles should be refused.") {
            try store.edit(record.id, value: 70, unit: .miles)
        }
        #expect(throws: StoreError.self, "An edit of an id without a row should throw StoreError.notFound.") {
            try store.edit(Records.id(7), value: 70)
        }
        expect(try store.byId(record.id) == record, "Edits that failed should leave the record as it was.")
        expect(try store.byId(Records.id(7)) == nil, "An edit that found no record shouldn't create one.")
        expect(try store.dirty().isEmpty, "Edits that failed should leave nothing to push.")
    }

    @Test("at the greatest version an edit keeps the version; at the end of time it's an error")
    func editAtTheLimits() throws {
        try store.upsertClean(Records.weight(70, version: Vitals.Measurement.maximumVersion))
        let edited = try store.edit(Records.id(1), value: 71)
        expect(
            edited.version == Vitals.Measurement.maximumVersion && edited.value == 71,
            "At version 2^53-1 an edit keeps that version; it has \(edited.version).")
        try store.upsertClean(Records.weight(70, updatedAt: Timestamp.range.upperBound))
        #expect(throws: MeasurementError.endOfTime, "There's no later time than the last millisecond of the year 9999.")
        {
            try store.edit(Records.id(1), value: 71)
        }
        expect(try store.byId(Records.id(1))?.value == 70, "The edit that failed should leave the record as it was.")
    }

    @Test("if two edits happen at the same time, neither is lost")
    func editsDoNotOverwriteEachOther() throws {
        let store = store
        try store.upsertClean(Records.weight(1))
        let (firstHasRead, secondHasRead, secondIsDone) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            firstHasRead.wait()
            _ = try? store.edit(Records.id(1)) { record in
                secondHasRead.signal()
                record.value += 1
            }
            secondIsDone.signal()
        }
        do {
            defer { firstHasRead.signal() }  // even if this edit fails, or never calls its closure
            try store.edit(Records.id(1)) { record in
                firstHasRead.signal()
                // While this edit is running, the other must not get this far. Wait a quarter of a second to see.
                _ = secondHasRead.wait(timeout: .now() + 0.25)
                record.value += 1
            }
        }
        secondIsDone.wait()
        let record = try #require(try store.byId(Records.id(1)), "The record should be there.")
        expect(
            record.value == 3 && record.version == 3,
            "Two edits each added 1 to the value 1: it should be 3 at version 3, but it's \(record.value) at version \(record.version). The second edit read the record before the first had written it: read and write in one transaction."
        )
    }

    @Test("after any actions in any order, the store holds what a plain dictionary would")
    func agreesWithADictionary() throws {
        try Cases(test: "Step04StoreTests/agreesWithADictionary()", step: 4, count: 80).check { generator in
            generator.list(1...8) { StoreAction.generated(by: &$0) }
        } shrink: { actions in
            Shrink.list(actions)
        } describe: { actions in
            actions.map(\.description).joined(separator: "; ")
        } holds: { actions in
            let clock = StepClock()
            let store = try Records.store(clock: clock)
            var model = StoreModel()
            for action in actions {
                clock.advance(byMilliseconds: 1)
                try action.run(on: store)
                model.apply(action, now: clock.now)
            }
            // Their order has tests of its own.
            func byID(_ records: [Vitals.Measurement]) -> [Vitals.Measurement] {
                records.sorted { $0.id.short < $1.id.short }
            }
            let (records, dirty) = try (byID(store.allByKind(.weight)), byID(store.dirty()))
            let cursor = try store.cursor()
            try Cases.expect(
                records == model.records,
                "After these actions the store should hold \(model.records.map(\.short)); it holds \(records.map(\.short))."
            )
            try Cases.expect(
                dirty == model.dirty,
                "After these actions these should be dirty: \(model.dirty.map(\.short)); dirty() gives \(dirty.map(\.short))."
            )
            try Cases.expect(cursor == model.cursor, "The cursor should be \(model.cursor); it is \(cursor).")
        }
    }

    // MARK: All or nothing

    @Test("a crash between two statements leaves the store as it was", .serialized, arguments: Write.allCases)
    func crashLeavesNothingHalfDone(write: Write) throws {
        for writesBeforeCrash in 0... {
            let crashPoint = CrashPoint()
            let store = try Records.store(crashPoint: crashPoint)
            try store.upsertClean(Records.weight(70, version: 2))
            for number in 2...4 { try store.upsert(Records.weight(70, id: Records.id(number))) }
            try store.setCursor(5)
            let before = try Contents(of: store)
            crashPoint.arm(afterWrites: writesBeforeCrash)
            do {
                try write.run(on: store)
                guard !crashPoint.hasCrashed else {
                    Issue.record(
                        """
                        Statement \(writesBeforeCrash + 1) of \(write) threw an error, and \(write) returned as if all \
                        had gone well: the app says that an entry is saved, and it isn't. Let the error through. Is there \
                        a `try?`, or a `catch` that throws nothing?
                        """)
                    return
                }
                expect(
                    writesBeforeCrash > 0,
                    "\(write) changed the store without `tables.execute`. Every statement that writes has to go through it."
                )
                return
            } catch is CrashPoint.Crash {
                crashPoint.disarm()
                let after = try Contents(of: store)
                expect(
                    after == before,
                    "A crash after \(writesBeforeCrash) statements of \(write) left it half done: \(after) instead of \(before). Put all of it into one `write { }`."
                )
            }
            guard writesBeforeCrash < 50 else {
                Issue.record("\(write) takes more than 50 statements.")
                return
            }
        }
    }

    enum Write: String, CaseIterable, CustomStringConvertible {
        case upsert, lateUpsert, upsertClean, edit, clearDirty, setCursor

        var description: String { rawValue }

        fileprivate func run(on store: MeasurementStore) throws {
            switch self {
            case .upsert: try store.upsert(Records.weight(71, version: 3))
            case .lateUpsert: try store.upsert(Records.weight(71))
            case .upsertClean: try store.upsertClean(Records.weight(71, id: Records.id(2), version: 3))
            case .edit: try store.edit(Records.id(1), value: 71)
            case .clearDirty: try store.clearDirty([2, 3, 4].map(Records.id))
            case .setCursor: try store.setCursor(6)
            }
        }
    }

    /// Everything that the protocol of a store shows of a store.
    private struct Contents: Equatable, CustomStringConvertible {
        let records: [Vitals.Measurement]
        let dirty: [UUID]
        let cursor: Int64

        init(of store: MeasurementStore) throws {
            records = try store.allByKind(.weight)
            dirty = try store.dirty().map(\.id)
            cursor = try store.cursor()
        }

        var description: String {
            let versions = records.map { "\($0.value) at version \($0.version)" }.joined(separator: ", ")
            return "[\(versions); \(dirty.count) dirty; cursor \(cursor)]"
        }
    }
}
