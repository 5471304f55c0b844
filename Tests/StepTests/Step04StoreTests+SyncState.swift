import GRDB
import StepSupport
import Testing
import Vitals

/// Tests of the one row that says how far this phone has pulled.
extension Step04StoreTests {
    @Test("sync_state has one row, its id is 0, and its cursor is 0 unless one is given")
    func syncStateHasOneRow() throws {
        let file = try Step04StoreFile()
        let rows = try file.texts("SELECT id FROM sync_state").joined(separator: ", ")
        guard rows == "0" else {
            Issue.record(
                """
                In a new store, sync_state should have one row, with the id 0. It has \
                \(rows.isEmpty ? "none" : "those with the ids \(rows)"). An UPDATE of no row changes nothing, and \
                reports no error, so insert it together with the table.
                """)
            return
        }
        for id in [1, -1, 0] {
            do {
                try file.execute("INSERT INTO sync_state (id, cursor) VALUES (\(id), 7)")
            } catch is DatabaseError { continue }
            Issue.record(
                """
                sync_state took a second row, with the id \(id). With two rows, which cursor is the phone's? Invariant 6: \
                there's always exactly one. Let SQLite refuse any other id: CHECK (id = 0).
                """)
            return
        }
        try file.execute("DELETE FROM sync_state")
        do {
            try file.execute("INSERT INTO sync_state (id) VALUES (0)")
        } catch let error as DatabaseError {
            Issue.record(
                "A row of sync_state that leaves out its cursor should get the default 0, and is an error: \(error)")
            return
        }
        let cursor = try file.texts("SELECT cursor FROM sync_state").joined(separator: ", ")
        expect(
            cursor == "0",
            "A row of sync_state was written without a cursor, and its cursor is \(cursor). It should be 0 by default, so that nothing is skipped."
        )
    }

    @Test("cursor gives the number in sync_state, with all its digits")
    func cursorIsRead() throws {
        for number in [0, 7, 9_007_199_254_740_993, 4_611_686_018_427_387_905, -1] as [Int64] {
            if number != 0 { try execute("UPDATE sync_state SET cursor = ?", [number]) }
            let cursor = try store.cursor()
            expect(cursor == number, "sync_state holds the cursor \(number), and cursor() gives \(cursor).")
        }
        try execute("DROP TABLE sync_state")
        try expectError("sync_state is gone from a damaged file") { "\(try store.cursor())" }
    }

    @Test("the cursor is the last one that was stored, even if it needs more than 32 bits or is 0 again")
    func cursorIsKept() throws {
        for cursor in [1, 42, 9_007_199_254_740_993, 5, 0, -1] as [Int64] {
            try store.setCursor(cursor)
            let stored = try texts("SELECT cursor FROM sync_state").joined(separator: ", ")
            expect(
                stored == "\(cursor)",
                "After setCursor(\(cursor)), sync_state holds \(stored). The cursor is whatever was stored last."
            )
        }
    }

    @Test("setCursor changes the cursor and nothing else, by `execute`")
    func cursorAlone() throws {
        try execute(
            """
            UPDATE sync_state
            SET receipt = 'r', origin = 'home', account = 'anna', features = 'deletes', last_sync_at = 5
            """)
        try store.setCursor(7)
        let rest = try texts(
            """
            SELECT coalesce(receipt, '-') || ' ' || coalesce(origin, '-') || ' ' || coalesce(account, '-') || ' '
              || coalesce(features, '-') || ' ' || coalesce(last_sync_at, '-')
            FROM sync_state
            """)
        expect(
            rest == ["r home anna deletes 5"],
            """
            sync_state held, beside the cursor: r home anna deletes 5. After setCursor(7) it holds \
            \(rest.joined(separator: ", ")). Change the one column, and leave the others as they are.
            """)
        let crashPoint = CrashPoint()
        let crashing = try Records.store(crashPoint: crashPoint)
        crashPoint.arm(afterWrites: 0)
        #expect(
            throws: CrashPoint.Crash.self,
            "The program should crash before the statement that stores the cursor, and the cursor was stored."
        ) {
            try crashing.setCursor(7)
        }
    }
}
