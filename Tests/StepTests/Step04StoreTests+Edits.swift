import Foundation
import StepSupport
import Testing
import Vitals

/// Tests of edits.
extension Step04StoreTests {
    @Test("an edit gets the next version and the current time, and is dirty")
    func editIsTheNextVersion() throws {
        let before = Records.weight(70, version: 3)
        try store.upsertClean(before)
        clock.advance(byMilliseconds: 5_000)
        let edited = try store.edit(before.id, value: 71)
        let row = try store.byId(before.id)
        guard row == edited else {
            Issue.record(
                "edit returned \(edited.short), and the store has \(row?.short ?? "no row"). Return what you've stored."
            )
            return
        }
        var expected = before
        expected.value = 71
        expected.version = 4
        expected.updatedAt = clock.now
        expect(
            edited == expected,
            "The edit should give \(expected.short), written at \(expected.updatedAt); it gave \(edited.short), written at \(edited.updatedAt)."
        )
        let dirty = try store.dirty()
        expect(dirty == [edited], "An edit waits for a push; dirty() gives \(dirty.map(\.short)).")
        let marks = try rowMarks()
        expect(
            marks == "version 4, dirty, own, base version 3",
            """
            The server has version 3, and it was edited. The row should be: version 4, dirty, own, base version 3. It is: \
            \(marks). `storeEdit` does all of that.
            """)
        let again = try store.edit(before.id, value: 71)
        expect(
            again.version == 5,
            "Version 4 was edited to the value it has, 71. That's an edit too, and it's version 5. It is \(again.version)."
        )
        let marksAgain = try rowMarks()
        expect(
            marksAgain == "version 5, dirty, own, base version 3",
            """
            Version 4 was edited before it was sent, and the server still has version 3. The row should be: version 5, \
            dirty, own, base version 3. It is: \(marksAgain).
            """)
    }

    @Test("an edit of a refused copy starts from that copy, and gets a version after it")
    func editOfARefusedCopy() throws {
        let copy = Records.weight(7_100, version: 7)
        try refuse(copy)
        var (seen, calls) = (Records.weight(0), 0)
        do {
            let edited = try store.edit(Records.id(1)) { record in
                seen = record
                calls += 1
                record.value = 71
                record.version = 1
            }
            expect(
                seen == copy && edited.version == 8,
                """
                The server refused 7100 kg at version 7, and the user corrects it to 71. The edit should start from 7100 \
                and become version 8; it started from \(seen.value) at version \(seen.version) and became \(edited.version).
                """)
            expect(calls == 1, "An edit calls the caller's closure once. It was called \(calls) times.")
        } catch let error as StoreError {
            Issue.record(
                """
                The server refused a copy of a record that has no row, and the user corrects it. The edit should start \
                from that copy, which `displayed` gives. It's an error: \(error.detail)
                """)
            return
        }
        let refused = try texts("SELECT version FROM rejected")
        expect(refused.isEmpty, "The refused copy was corrected, and it should be gone. It's still there.")
    }

    @Test("the store sets version and updatedAt, whatever the edit sets them to, and takes everything else from it")
    func editNumbersItself() throws {
        for (version, milliseconds) in [(99, 3_600_000), (0, -3_600_000)] as [(Int64, Int64)] {
            var before = Records.weight(70, version: 3)
            before.extra = UnknownMembers(members: [.init("note", .string("after a run"))])
            try store.upsertClean(before)
            do {
                let tomorrow = Timestamp(clamping: clock.now.millisecondsSinceEpoch + 86_400_000)
                let edited = try store.edit(Records.id(1)) { record in
                    (record.kind, record.value, record.unit) = (.steps, 71, .count)
                    (record.recordedAt, record.extra) = (tomorrow, .empty)
                    record.version = version
                    record.updatedAt = Timestamp(clamping: clock.now.millisecondsSinceEpoch + milliseconds)
                }
                expect(
                    edited.version == 4,
                    "An edit of version 3, which set it to \(version), should be version 4. It is \(edited.version).")
                expect(
                    edited.updatedAt == clock.now,
                    "The edit was made at \(clock.now), and should say so. It says \(edited.updatedAt).")
                expect(
                    edited.kind == .steps && edited.unit == .count && edited.value == 71
                        && edited.recordedAt == tomorrow && edited.extra == .empty,
                    """
                    An edit made 71 steps of 70 kg, moved them to tomorrow, and removed the note. Store all that it set. \
                    The record is \(edited.value) \(edited.unit.rawValue) of \(edited.kind.rawValue) at \
                    \(edited.recordedAt), with the extra "\(edited.extra.text)".
                    """)
            } catch let error as MeasurementError {
                Issue.record(
                    """
                    An edit set the version to \(version), and it was refused: \(error). The store numbers the edit, so \
                    this version is never stored. Check the record as it will be stored.
                    """)
            }
        }
    }

    @Test("a value in pounds is stored in kilograms")
    func editIsCanonical() throws {
        try store.upsertClean(Records.weight(70))
        let edited = try store.edit(Records.id(1), value: 160, unit: .pounds)
        expect(
            edited.unit == .kilograms && edited.value == 160 * 0.45359237,
            "160 pounds should be stored as 72.5747792 KG; they are stored as \(edited.value) \(edited.unit.rawValue).")
        var pounds = Records.weight(160, id: Records.id(2))
        pounds.unit = .pounds
        try store.upsertClean(pounds)
        var seen: Vitals.Measurement?
        do {
            let moved = try store.edit(pounds.id) { record in
                seen = record
                record.recordedAt = clock.now
            }
            expect(
                moved.unit == .kilograms && moved.value == 160 * 0.45359237,
                "A row held 160 LB, and its time was corrected. The edit should be stored as 72.5747792 KG; it's \(moved.value) \(moved.unit.rawValue)."
            )
        } catch let error as MeasurementError {
            Issue.record(
                "A row held 160 LB, and its time was corrected. The edit should be stored as 72.5747792 KG; it's an error: \(error)"
            )
        }
        expect(
            seen == pounds,
            "A row held 160 LB, and an edit of it got \(seen?.value ?? 0) \(seen?.unit.rawValue ?? ""). It gets what is displayed."
        )
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
        var calls = 0
        do {
            defer { firstHasRead.signal() }  // even if this edit fails, or never calls its closure
            try store.edit(Records.id(1)) { record in
                calls += 1
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
        expect(
            calls == 1,
            """
            Another edit came while this one was running, and its closure was called \(calls) times. The other has to \
            wait until the first is done: call the closure once, within the transaction.
            """)
    }
}
