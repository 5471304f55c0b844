import Foundation
import GRDB
import StepSupport
import Testing
import Vitals

/// Tests of the tables themselves, most of them through direct access to the file.
extension Step04StoreTests {
    @Test("a new store is empty, and its cursor is 0")
    func newStoreIsEmpty() throws {
        expect(try store.byId(Records.id(1)) == nil, "A new store should have no record with any id.")
        expect(try store.dirty().isEmpty, "A new store should have nothing to push.")
        let cursor = try store.cursor()
        expect(cursor == 0, "The cursor of a store that never pulled should be 0; it is \(cursor).")
    }

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
        do {
            try file.execute(
                """
                INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version)
                SELECT 'abcdef00-0000-4000-8000-000000000002', kind, value_, unit, recorded_at, updated_at, version
                FROM measurement
                """)
        } catch let error as DatabaseError {
            Issue.record("A row that leaves out extra and dirty should get their defaults, and is an error: \(error)")
            return
        }
        let id = Records.id(2)
        expect(
            try file.store.byId(id)?.extra == Records.weight(70).extra && file.store.dirty().contains { $0.id == id },
            "A row that was written without extra and dirty should have no extra members, and wait for its push.")
    }

    @Test("each column holds its values in the type that the lesson's table gives it")
    func columnTypes() throws {
        var record = Records.weight(70)
        record.kind = MetricKind(rawValue: "007")
        record.unit = MetricUnit(rawValue: "1e3")
        record.extra = UnknownMembers(members: [.init("note", .string("after a run"))])
        let file = try Step04StoreFile()
        do {
            try file.store.upsertClean(record)
        } catch let error as StoreError {
            Issue.record(
                """
                A record of the kind 007, in the unit 1e3, should be stored: a newer phone may know both. It's an error: \
                \(error.cause)
                """)
            return
        }
        for (column, found) in zip(
            ["id", "cursor"],
            try file.texts("SELECT typeof(id) FROM sync_state UNION ALL SELECT typeof(cursor) FROM sync_state"))
        {
            expect(
                found == "integer",
                "The column \(column) of sync_state should hold integer, and SQLite made \(found) of its 0.")
        }
        let types = [
            ("id", "text"), ("kind", "text"), ("value_", "real"), ("unit", "text"), ("recorded_at", "integer"),
            ("updated_at", "integer"), ("version", "integer"), ("extra", "text"), ("dirty", "integer"),
        ]
        for (column, type) in types {
            let found = try file.texts("SELECT typeof(\(column)) FROM measurement").joined(separator: ", ")
            expect(
                found == type,
                """
                A record of the kind 007 was stored, with 70 in the unit 1e3. The column \(column) of its row should \
                hold \(type), and SQLite made \(found) of it. A column's type decides that, and a type that SQLite \
                doesn't know, such as STRING, makes a number of whatever looks like one.
                """)
        }
    }

    @Test("a second row with the same id is refused")
    func oneRowPerID() throws {
        let file = try Step04StoreFile()
        let insert = """
            INSERT INTO measurement (id, kind, value_, unit, recorded_at, updated_at, version, extra, dirty)
            VALUES ('abcdef00-0000-4000-8000-000000000001', 'WEIGHT', 70.5, 'KG', 0, 0, 1, '', 1)
            """
        try file.execute(insert)
        do {
            try file.execute(insert)
            Issue.record("The table measurement took two rows with one id. `id` should be its primary key.")
        } catch is DatabaseError {}
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
}
