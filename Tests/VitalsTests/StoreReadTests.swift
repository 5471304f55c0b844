import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import Vitals

/// In memory a read has the connection that writes, so nothing but the store itself keeps it from writing.
@Suite("A read of a store in memory")
struct StoreReadTests {
    @Test("a read that writes ends the program and says what to use")
    func writes() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try MeasurementStore(path: ":memory:")
            try store.read { try $0.execute(sql: "UPDATE sync_state SET cursor = cursor + 1") }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        expect(said.contains("A `read` has written. Use `write`."), "\(said)")
    }

    @Test("statements stay prepared from one read to the next")
    func staysPrepared() throws {
        let store = try MeasurementStore(path: ":memory:")
        for _ in 1...2 { _ = try store.allRecords() }
        let prepared = try store.read { database in
            try database.cachedStatement(sql: "SELECT count(*) FROM sync_state")
        }
        let (reprepared, again) = try store.read { database in
            let before = sqlite3_stmt_status(prepared.sqliteStatement, SQLITE_STMTSTATUS_REPREPARE, 0)
            _ = try Int.fetchOne(prepared)
            return (before, sqlite3_stmt_status(prepared.sqliteStatement, SQLITE_STMTSTATUS_REPREPARE, 0))
        }
        expect(reprepared == 0 && again == 0)
    }
}
