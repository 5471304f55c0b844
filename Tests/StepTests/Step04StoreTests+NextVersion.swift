import StepSupport
import Testing
import Vitals

/// Tests of `nextVersion`, by itself and in an edit.
extension Step04StoreTests {
    /// A version, and when it was written, in milliseconds after the time that the clock shows.
    typealias Written = (version: Int64, offset: Int64)

    @Test("the next version is after all of the competing ones, in number and in time, whichever is the greatest")
    func numbersAfterTheGreatest() throws {
        let cases: [(record: Written, competing: [Written], next: Written)] = [
            ((2, -3_600_000), [(5, -1_800_000)], (6, 0)),
            ((2, -3_600_000), [(5, 9_000)], (6, 9_001)),
            ((2, -3_600_000), [(5, 0)], (6, 1)),
            ((9, -3_600_000), [(2, -7_200_000)], (3, 0)),
            ((2, -3_600_000), [(5, -3_000_000), (4, 1_800_000)], (6, 1_800_001)),
            ((2, -3_600_000), [(4, 1_800_000), (5, -3_000_000)], (6, 1_800_001)),
            ((2, -3_600_000), [(5, -3_000_000), (4, 0), (6, 1_000)], (7, 1_001)),
            ((2, -3_600_000), [(Vitals.Measurement.maximumVersion, 9_000)], (Vitals.Measurement.maximumVersion, 9_001)),
            ((2, 60_000), [(5, -1_800_000)], (6, 0)),
            ((2, -3_600_000), [], (3, 0)),
            ((2, 60_000), [], (3, 60_001)),
            ((2, 0), [], (3, 1)),
        ]
        for (record, competing, expected) in cases {
            let next = try store.nextVersion(of: weight(72, record), after: competing.map { weight(70, $0) })
            let versions = competing.map { "\($0.version)" }.joined(separator: " and ")
            expect(
                next.version == expected.version,
                """
                The record is at version \(record.version), and it competes with \
                \(versions.isEmpty ? "nothing" : "version \(versions)"). It should become version \(expected.version), and \
                it's \(next.version).
                """)
            let time = next.updatedAt.millisecondsSinceEpoch - clock.now.millisecondsSinceEpoch
            let times = competing.map { "\($0.offset) ms" }.joined(separator: " and ")
            expect(
                time == expected.offset,
                """
                Counted from the clock's time, the record was written at \(record.offset) ms, and it competes with what \
                was written at \(times.isEmpty ? "no time" : times). The next version should be written at \
                \(expected.offset) ms, and it's at \(time) ms.
                """)
            let others = Self.differences(next, weight(72, record)).filter { $0 != "version" && $0 != "updatedAt" }
            expect(
                others.isEmpty,
                """
                The next version of 72.0 should differ in its version and updatedAt alone. It also has another \
                \(others.joined(separator: " and ")).
                """)
        }
    }

    /// A record with a note, in pounds, and measured after it was written.
    private func weight(_ pounds: Double, _ written: Written) -> Vitals.Measurement {
        var record = Records.weight(
            pounds, version: written.version, recordedAt: clock.now.millisecondsSinceEpoch + 86_400_000,
            updatedAt: clock.now.millisecondsSinceEpoch + written.offset)
        record.unit = .pounds
        record.extra = UnknownMembers(members: [.init("note", .string("\(pounds)"))])
        return record
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

    @Test("at the greatest version an edit keeps the version; at the end of time it's an error")
    func editAtTheLimits() throws {
        try store.upsertClean(Records.weight(70, version: Vitals.Measurement.maximumVersion))
        do {
            let edited = try store.edit(Records.id(1), value: 71)
            expect(
                edited.version == Vitals.Measurement.maximumVersion && edited.value == 71,
                "At version 2^53-1 an edit keeps that version; it has \(edited.version).")
        } catch let error as MeasurementError {
            Issue.record("At version 2^53-1 an edit keeps that version; it's an error: \(error)")
        }
        try store.upsertClean(Records.weight(70, updatedAt: Timestamp.range.upperBound))
        #expect(throws: MeasurementError.endOfTime, "There's no later time than the last millisecond of the year 9999.")
        {
            try store.edit(Records.id(1), value: 71)
        }
        #expect(throws: MeasurementError.endOfTime, "There's no later time, even if the record competes with nothing.")
        {
            try store.nextVersion(of: Records.weight(70, updatedAt: Timestamp.range.upperBound), after: [])
        }
        expect(try store.byId(Records.id(1))?.value == 70, "The edit that failed should leave the record as it was.")
    }
}
