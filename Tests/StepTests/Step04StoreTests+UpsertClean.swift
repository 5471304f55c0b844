import StepSupport
import Testing
import Vitals

/// Tests of `upsertClean`.
extension Step04StoreTests {
    @Test("a record from the server is stored as it is, and clean")
    func upsertCleanIsClean() throws {
        try store.upsert(Records.weight(70, version: 3))
        try store.upsert(Records.weight(80, id: Records.id(2)))
        for (version, value) in [(4, 71), (2, 71), (2, 72)] as [(Int64, Double)] {
            let remote = Records.weight(value, version: version)
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
        try store.upsertClean(Records.weight(80, id: Records.id(2)))
        let dirty = try store.dirty()
        expect(
            dirty.isEmpty,
            "The server has record 2 just as it is here, dirty. Then it's clean now, and dirty() gives \(dirty.map(\.short))."
        )
        try upsertCleanTakesAnything()
    }

    private func upsertCleanTakesAnything() throws {
        for record in Self.oddRecords {
            let sent = "The server sent \(record.value) \(record.unit.rawValue) of \(record.kind.rawValue)"
            do {
                try store.upsertClean(record)
            } catch let error as MeasurementError {
                Issue.record("\(sent), and upsertClean refused it: \(error). It checks nothing, and converts nothing.")
                return
            }
            let stored = try #require(try store.byId(record.id), "The record should be there.")
            let different = Self.differences(record, stored).joined(separator: " and ")
            expect(
                different.isEmpty,
                "\(sent), and upsertClean stored it with another \(different). It checks nothing, and converts nothing."
            )
        }
    }

    @Test("a record from the server ends the edit that it replaces: it isn't own, and has no base")
    func upsertCleanEndsAnEdit() throws {
        try store.upsertClean(Records.weight(70))
        try store.upsert(Records.weight(71, version: 2))
        try store.upsertClean(Records.weight(71, version: 2))
        let taken = try rowMarks()
        expect(
            taken == "version 2, clean, not own, no base",
            """
            The server sent version 2 just as it was entered here. The row should be: version 2, clean, not own, no base. \
            It is: \(taken).
            """)
        try store.upsert(Records.weight(71, version: 2))
        try store.upsertClean(Records.weight(71, version: 2))
        let again = try rowMarks()
        expect(
            again == taken,
            """
            The server's version 2 was upserted as it is, and the server sent it again. The row should be: \(taken). It \
            is: \(again).
            """)
        try store.upsert(Records.weight(72, version: 3))
        try refuse(Records.weight(7_100))
        try store.upsertClean(Records.weight(73, version: 4))
        let marks = try rowMarks()
        expect(
            marks == "version 4, clean, not own, no base",
            """
            Version 4 came from the server and replaced an edit of this phone. The row should be: version 4, clean, not \
            own, no base. It is: \(marks).
            """)
        expect(
            try texts("SELECT id FROM rejected").count == 1,
            "A copy of the record was refused before. upsertClean stores a row, and the refused copy should stay. It's gone."
        )
    }
}
