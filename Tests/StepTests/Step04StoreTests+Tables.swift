import Foundation
import GRDB
import StepSupport
import Testing
import Vitals

/// Tests of the tables themselves, through direct access to the file.
extension Step04StoreTests {
    @Test("no column of the two tables accepts NULL, and those that may be left out have a default")
    func columnsAreNeverNull() throws {
        let file = try Step04StoreFile()
        try file.store.upsert(Records.weight(70))
        let columns = ["id", "kind", "value_", "unit", "recorded_at", "updated_at", "version", "extra", "dirty"]
        for (table, column) in columns.map({ ("measurement", $0) }) + [("sync_state", "cursor")] {
            do {
                try file.execute("UPDATE \(table) SET \(column) = NULL")
                Issue.record(
                    """
                    The column \(column) of \(table) took NULL, but no value of a record in Swift can be nil. Write NOT \
                    NULL, even with PRIMARY KEY.
                    """)
                return
            } catch is DatabaseError {}
        }
        try file.execute(
            """
            INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version)
            SELECT 'abcdef00-0000-4000-8000-000000000002', kind, value_, unit, recorded_at, updated_at, version
            FROM measurement
            """)
        let id = Records.id(2)
        expect(
            try file.store.byId(id)?.extra == Records.weight(70).extra && file.store.dirty().contains { $0.id == id },
            "A row that was written without extra and dirty should have no extra members, and wait for its push.")
    }

    @Test(
        "a row that no build of Vitals can have written is an error, not a made-up record", .serialized,
        arguments: [
            ("id", "'no-uuid'"), ("recorded_at", "9000000000000000"), ("updated_at", "-9000000000000000"),
        ])
    func impossibleRow(column: String, value: String) throws {
        let file = try Step04StoreFile()
        try file.store.upsertClean(Records.weight(70))
        try file.execute("UPDATE measurement SET \(column) = \(value)")
        do {
            let read = try file.store.allByKind(.weight)
            Issue.record(
                """
                A row has \(value) as its \(column), so the file is damaged; it was read as \(read.map(\.short)). Throw \
                a DatabaseError with SQLITE_CORRUPT; the store turns it into a message that says what to do.
                """)
        } catch let error as StoreError {
            expect(
                error.code == .corrupt,
                "A row has \(value) as its \(column). The error should be SQLITE_CORRUPT, so that the person hears of a damaged file; it says: \(error.detail)"
            )
        }
    }

    @Test(
        "finding the dirty rows, or one kind, doesn't read a big store from end to end", .serialized,
        arguments: [("dirty()", "dirty = 1 ORDER BY id"), ("allByKind()", "kind = 'STEPS' ORDER BY recorded_at, id")])
    func indexes(method: String, condition: String) throws {
        let file = try Step04StoreFile()
        let plan = try file.plan("SELECT * FROM measurement WHERE \(condition)").joined(separator: "; ")
        // An index over the dirty rows only is read as a whole, which is as good.
        let partial = try file.texts("SELECT name FROM pragma_index_list('measurement') WHERE partial = 1")
        let isIndexed = plan.contains("SEARCH") || partial.contains { plan.contains("USING INDEX \($0)") }
        expect(
            isIndexed,
            "\(method) looks for \(condition), and no index leads there. With ten years of measurements, each sync reads all of them; SQLite's plan: \(plan)."
        )
    }

    @Test("a row is marked as this phone's own by an edit, and loses the mark when the server's record replaces it")
    func marksOwnRows() throws {
        let file = try Step04StoreFile()
        var seen: [String] = []
        for step in ["upsertClean", "edit", "upsertClean"] {
            if step == "edit" {
                try file.store.edit(Records.id(1), value: 71)
            } else {
                try file.store.upsertClean(Records.weight(70, version: 9))
            }
            seen += [step] + (try file.texts("SELECT own FROM measurement"))
        }
        expect(
            seen == ["upsertClean", "0", "edit", "1", "upsertClean", "0"],
            """
            `own` should be 0 for a record from the server, 1 after an edit on this phone, and 0 again when the server's \
            record replaces it. After each call it was: \(seen.joined(separator: " ")). An insert and an update both \
            write all ten columns.
            """)
    }

    @Test("the next version is after all of the competing ones, whichever is the greatest")
    func numbersAfterTheGreatest() throws {
        // As it is when the server has refused a copy: the row has one version, the copy has another.
        let row = Records.weight(70, version: 3, updatedAt: 1_781_940_090_000)
        let refused = Records.weight(71, version: 7, updatedAt: 1_781_940_060_000)
        let store = try Records.store()
        for competing in [[row, refused], [refused, row]] {
            let next = try store.nextVersion(of: Records.weight(72, version: 3), after: competing)
            expect(
                next.version == 8,
                """
                The row is at version 3 and the server refused a copy at version 7. The fix should be version 8, and it's \
                \(next.version). `competingVersions` has both, in no order that says which is greater.
                """)
            expect(
                next.updatedAt > row.updatedAt && next.value == 72,
                """
                The row was written at \(row.updatedAt), the copy at \(refused.updatedAt). The fix is later than both \
                and keeps its own value, 72; it's from \(next.updatedAt), with \(next.value).
                """)
        }
    }
}
