import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: Refused copies beside a row

    // In step 4 no row stands beside a greater refused copy, because that takes the order of step 8. So the two bodies
    // of step 4 that meet both are tried here.

    @Test("an edit of a refused copy starts from it, and gets a version after it, even if there's a row")
    func editFixesBesideARow() throws {
        let (step4, last) = try refusedBesideARow()
        var seen = 0.0
        let fix = try step4.store.edit(Records.id(1)) { record in
            seen = record.value
            record.value = 71.5
        }
        expect(
            seen == 7_100,
            """
            The row is 71 kg at version 2, and the server has refused 7100 kg at version 7. The user sees the refused copy \
            and corrects it, so `edit` should start from 7100, and it started from \(seen). The fault is in `edit` of \
            step 4: `displayed` gives what the user sees.
            """)
        expect(
            fix.version == 8 && fix.updatedAt == Timestamp(clamping: last + 1),
            """
            The row is version 2, and the refused copy version 7, written at \(last) ms. The fix should become version 8, \
            written at \(last + 1) ms, and it became version \(fix.version), at \(fix.updatedAt.millisecondsSinceEpoch) \
            ms. It would lose to the very copy that it fixes. The fault is in `edit` of step 4: the fix comes after all of \
            the target's `competingVersions`.
            """)
    }

    @Test("an upsert gets a version after that of a refused copy, even if it's after the row's")
    func upsertFixesBesideARow() throws {
        for version in [1, 3, 7] as [Int64] {
            let (step4, last) = try refusedBesideARow()
            let fix = try step4.store.upsert(Records.weight(72, version: version))
            expect(
                fix.version == 8 && fix.updatedAt == Timestamp(clamping: last + 1),
                """
                The row is version 2, and the refused copy version 7, written at \(last) ms. A version \(version) was \
                upserted; it should become version 8, written at \(last + 1) ms. It became version \(fix.version), at \
                \(fix.updatedAt.millisecondsSinceEpoch) ms, and would lose to the copy that it corrects. The fault is in \
                `upsert` of step 4: all of the target's `competingVersions` count, wherever they are in the list.
                """)
        }
    }

    /// A store with a row at version 2 and a refused copy at version 7, and when that was written, in milliseconds since
    /// 1970. That's later than its clock says.
    private func refusedBesideARow() throws -> (step4: Step04StoreTests, last: Int64) {
        let step4 = try Step04StoreTests()
        let last = step4.clock.now.millisecondsSinceEpoch + 60_000
        try step4.store.upsertClean(Records.weight(71, version: 2))
        try step4.refuse(Records.weight(7_100, version: 7, updatedAt: last))
        return (step4, last)
    }
}
