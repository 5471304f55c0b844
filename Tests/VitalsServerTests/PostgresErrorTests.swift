import Foundation
import TestSupport
import Testing
import VitalsServer

@Suite("What errors of PostgreSQL say")
struct PostgresErrorTests {
    @Test(
        "A connection string that cannot be used is an error that quotes no part of it",
        arguments: [
            "postgres://vitals:hunter2@localhost:notaport/vitals", "postgres://vitals:hunter2/x@localhost/vitals",
            "postgres://vitals:x@hunter2@localhost.invalid/vitals", "postgres://vitals:hunter2@/vitals?host=/nowhere",
            "host=/nowhere password=hunter2 hunter2", "postgres://vitals:%zzhunter2@localhost/vitals", "hunter2", "",
            "postgres://vitals@localhost/vitals?hunter2=1",
        ])
    func badURL(url: String) async throws {
        var configuration = PostgresConfiguration(url: url)
        configuration.connectTimeoutSeconds = 2
        expect(!"\(configuration)\(String(reflecting: configuration))".contains("hunter2"))
        let pool = PostgresPool(configuration, size: 1)
        let caught = await #expect(throws: PostgresError.self) { try await pool.withConnection { _ in } }
        try await pool.close()
        let error = try #require(caught)
        expect([.invalidURL, .unreachable].contains(error.code))
        expect(!"\(error)\(String(reflecting: error))".contains("hunter2"))
    }

    @Test("A database that cannot be reached is busy; one that will not have us is unusable, and both say what to do")
    func opening() async throws {
        await #expect(throws: SyncStoreError.busy(PostgresError(.unreachable).description)) {
            _ = try await PostgresSyncStore(url: "postgres:///vitals?host=/nowhere")
        }
        await #expect(throws: SyncStoreError.unusable(PostgresError(.invalidURL).description)) {
            _ = try await PostgresSyncStore(url: "postgres://[")
        }
    }

    @Test(
        "An error of the server names its code and constraint, and no value",
        .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
    func serverError() async throws {
        try await withPostgresPool { pool, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { connection in
                    try connection.execute(unsafe: "CREATE TABLE t (secret TEXT CONSTRAINT t_secret UNIQUE)")
                    for _ in 1...2 { try connection.query("INSERT INTO t VALUES (\("hunter2"))") }
                }
            }
            expect(error?.sqlState == "23505" && error?.constraint == "t_secret")
            let text = String(describing: error) + String(reflecting: error)
            expect(text.contains("23505") && !text.contains("hunter2") && !text.contains("INSERT"))
        }
    }
}
