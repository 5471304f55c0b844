import StepSupport
import Testing
import Vitals

/// Tests of edits that are refused.
extension Step04StoreTests {
    @Test("an edit that breaks a rule or finds no record is an error, and changes nothing")
    func badEditChangesNothing() throws {
        struct Cancelled: Error {}
        let record = Records.weight(70, version: 2)
        try store.upsertClean(record)
        #expect(throws: MeasurementError.self, "5,000 kg should be refused: call validate().") {
            try store.edit(record.id, value: 5_000)
        }
        #expect(throws: MeasurementError.self, "A weight in miles should be refused.") {
            try store.edit(record.id, value: 70, unit: .miles)
        }
        #expect(throws: Cancelled.self, "The caller's closure threw an error, and edit should throw it on.") {
            try store.edit(record.id) { record in
                record.value = 71
                throw Cancelled()
            }
        }
        do {
            try store.edit(Records.id(7), value: 70)
            Issue.record("An edit of an id without a row should throw StoreError.notFound. It returned a record.")
        } catch let error as StoreError {
            expect(
                error.code == .notFound,
                "An edit of an id without a row should throw StoreError.notFound. The error's code is \(error.code).")
            let expected = "There is no record abcdef00-0000-4000-8000-000000000007 in this store."
            expect(error.detail == expected, "The error should say \"\(expected)\" It says \"\(error.detail)\"")
        }
        try editsNoDeletion()
        expect(try store.byId(record.id) == record, "Edits that failed should leave the record as it was.")
        expect(try store.byId(Records.id(7)) == nil, "An edit that found no record shouldn't create one.")
        expect(try store.dirty().isEmpty, "Edits that failed should leave nothing to push.")
    }

    private func editsNoDeletion() throws {
        let deletion = try addDeletion(8)
        do {
            let edited = try store.edit(deletion.id, value: 70)
            Issue.record(
                """
                Record 8 is a deletion, so the user sees nothing to edit, and \(edited.short) was stored. `displayed` is \
                nil then, and edit should throw StoreError.notFound.
                """)
        } catch let error as StoreError {
            expect(
                error.code == .notFound,
                "An edit of a deletion should throw StoreError.notFound. The error's code is \(error.code).")
        }
    }

    @Test("an edit of another field is checked like an edit of the value")
    func checksAnyEdit() throws {
        try refuse(Records.weight(7_100, version: 7))
        try store.upsertClean(Records.weight(70, id: Records.id(2)))
        var mood = Records.weight(5, id: Records.id(3))
        mood.kind = MetricKind(rawValue: "MOOD")
        try store.upsertClean(mood)
        let note = JSONValue.string(String(repeating: "x", count: UnknownMembers.maximumSizeBytes))
        let edits: [(number: Int, says: String, change: (inout Vitals.Measurement) -> Void)] = [
            (1, "The time of a refused copy was corrected, and its 7100 kg weren't.", { $0.recordedAt = clock.now }),
            (
                2, "A note was added to 70 kg, larger than `extra` may be.",
                { $0.extra = UnknownMembers(members: [.init("note", note)]) }
            ),
            (3, "The time of a MOOD was corrected, which this build can't check.", { $0.recordedAt = clock.now }),
        ]
        for edit in edits {
            do {
                let edited = try store.edit(Records.id(edit.number), edit.change)
                Issue.record(
                    """
                    \(edit.says) A server refuses that record, and so should edit, although the value is still the same. \
                    It stored \(edited.short). Call validate() after each edit, on the record as it will be stored.
                    """)
            } catch is MeasurementError {
                // As it should be.
            }
        }
        expect(try store.dirty().isEmpty, "Edits that failed should leave nothing to push.")
    }
}
