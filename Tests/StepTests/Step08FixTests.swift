import StepSupport
import Testing
import Vitals

extension Step08EngineTests {
    // MARK: Refused copies beside a row

    // In step 4 no row stands beside a greater refused copy, because that takes the order of step 8. So the two bodies
    // of step 4 that meet both are tried here.

    @Test("an edit of a refused copy starts from it, and gets a version after it, even if there's a row")
    func editFixesBesideARow() throws {
        for rowOffset in [0, 120_000] as [Int64] {
            let (step4, last) = try refusedBesideARow(writtenAfter: rowOffset)
            var seen = 0.0
            let fix = try step4.store.edit(Records.id(1)) { record in
                seen = record.value
                record.value = 71.5
            }
            expect(
                seen == 7_100,
                """
                The row is 71 kg at version 2, and the server has refused 7100 kg at version 7. The user sees the refused \
                copy and corrects it, so `edit` should start from 7100, and it started from \(seen). The fault is in \
                `edit` of step 4: `displayed` gives what the user sees.
                """)
            expect(
                fix.version == 8 && fix.updatedAt == Timestamp(clamping: last + 1),
                """
                The row is version 2, the refused copy version 7, and the later of them was written at \(last) ms. The fix \
                should become version 8, written at \(last + 1) ms, and it became version \(fix.version), at \
                \(fix.updatedAt.millisecondsSinceEpoch) ms. The fault is in `edit` of step 4: the fix comes after all of \
                the target's `competingVersions`, or it may lose to the very copy that it fixes.
                """)
        }
    }

    @Test("an upsert gets a version after that of a refused copy, even if it's after the row's")
    func upsertFixesBesideARow() throws {
        for (version, rowOffset) in [(1, 0), (3, 0), (7, 0), (3, 120_000)] as [(Int64, Int64)] {
            let (step4, last) = try refusedBesideARow(writtenAfter: rowOffset)
            let fix = try step4.store.upsert(Records.weight(72, version: version))
            expect(
                fix.version == 8 && fix.updatedAt == Timestamp(clamping: last + 1),
                """
                The row is version 2, the refused copy version 7, and the later of them was written at \(last) ms. A \
                version \(version) was upserted. It should become version 8, written at \(last + 1) ms, and it became \
                version \(fix.version), at \(fix.updatedAt.millisecondsSinceEpoch) ms. The fault is in `upsert` of step 4: \
                all of the target's `competingVersions` count, wherever they are in the list.
                """)
        }
    }

    @Test("the row itself, upserted again, keeps its version, even beside a refused copy")
    func upsertRepeatsARowBesideARefusedCopy() throws {
        let (step4, _) = try refusedBesideARow(writtenAfter: 0)
        let row = try #require(try step4.store.byId(Records.id(1)), "The row should be there.")
        let repeated = try step4.store.upsert(row)
        expect(
            repeated == row,
            """
            The row is version 2, and the server has refused a version 7. The row was upserted as it is, and became \
            version \(repeated.version). It should be stored unchanged, because it equals the row in every field. The \
            fault is in `upsert` of step 4: only a record that differs from the row needs another version.
            """)
    }

    /// A store with a row at version 2 and a refused copy at version 7, and the later time of the two, in milliseconds
    /// since 1970.
    ///
    /// - Parameter rowOffset: milliseconds from the store's time to the row's. The refused copy's time is a minute ahead.
    private func refusedBesideARow(
        writtenAfter rowOffset: Int64
    ) throws -> (step4: Step04StoreTests, last: Int64) {
        let step4 = try Step04StoreTests()
        let now = step4.clock.now.millisecondsSinceEpoch
        try step4.store.upsertClean(Records.weight(71, version: 2, updatedAt: now + rowOffset))
        try step4.refuse(Records.weight(7_100, version: 7, updatedAt: now + 60_000))
        return (step4, now + max(rowOffset, 60_000))
    }
}
