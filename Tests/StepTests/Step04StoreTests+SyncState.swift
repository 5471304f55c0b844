import GRDB
import StepSupport
import Testing
import Vitals

/// Tests of the one row that says how far this phone has pulled.
extension Step04StoreTests {
    @Test("sync_state has one row, its id is 0, and its cursor is 0 unless one is given")
    func syncStateHasOneRow() throws {
        let file = try Step04StoreFile()
        do {
            try file.execute("INSERT INTO sync_state (id, cursor) VALUES (1, 7)")
            Issue.record(
                """
                sync_state took a second row, with the id 1. With two rows, which cursor is the phone's? Invariant 6: \
                there's always exactly one. Let SQLite refuse any other id: CHECK (id = 0).
                """)
        } catch is DatabaseError {}
        try file.execute("DELETE FROM sync_state")
        try file.execute("INSERT INTO sync_state (id) VALUES (0)")
        let cursor = try file.store.cursor()
        expect(
            cursor == 0,
            "A row of sync_state was written without a cursor, and its cursor is \(cursor). It should be 0 by default, so that nothing is skipped."
        )
    }
}
