import Foundation
import TestSupport
import Testing
import VitalsServer

@Suite("The pool of connections", .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
struct PostgresPoolTests {
    @Test("Who finds no connection free is told so after a time, and the pool serves on")
    func exhaustion() async throws {
        try await withPostgresPool(size: 1, waitTimeout: .milliseconds(50)) { pool, _ in
            let (release, isHeld) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
            async let holder: Void = pool.withConnection { _ in
                isHeld.continuation.finish()
                release.wait()
            }
            for await _ in isHeld.stream {}
            let error = await #expect(throws: PostgresError.self) { try await pool.withConnection { _ in } }
            expect(error?.code, equals: .poolExhausted)
            release.signal()
            try await holder
            try await pool.withConnection { _ in }
        }
    }

    @Test("A connection that the server closed is replaced before anyone notices")
    func brokenConnection() async throws {
        try await withPostgresPool(size: 1) { pool, url in
            let first = try await pool.withConnection { try $0.backendNumber() }
            try PostgresTestDatabase.execute("SELECT pg_terminate_backend(\(first), 5000)", at: url)
            let second = try await pool.withConnection { try $0.backendNumber() }
            expect(second != first)
        }
    }

    @Test("A connection that breaks in the middle fails its borrower, and is replaced for the next")
    func breaksInUse() async throws {
        try await withPostgresPool(size: 1) { pool, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection {
                    _ = try $0.query("SELECT count(pg_terminate_backend(pg_backend_pid()))")
                }
            }
            expect(error?.sqlState == "57P01" || error?.code == .connectionLost)
            let backend = try await pool.withConnection { try $0.backendNumber() }
            expect(backend > 0)
        }
    }

    @Test("A server that does not answer is given up after a time, and its connection with it")
    func silence() async throws {
        try await withPostgresDatabase { url in
            var configuration = PostgresConfiguration(url: url)
            configuration.statementTimeoutSeconds = 0  // the server itself would wait for ever
            configuration.graceSeconds = 1
            let pool = PostgresPool(configuration, size: 1)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { _ = try $0.query("SELECT count(pg_sleep(60))") }
            }
            expect(error?.code, equals: .timedOut)
            let backend = try await pool.withConnection { try $0.backendNumber() }
            expect(backend > 0)
            try await pool.close()
        }
    }

    @Test("A statement that takes too long is ended by the server, and the connection stays")
    func slowness() async throws {
        try await withPostgresDatabase { url in
            var configuration = PostgresConfiguration(url: url)
            configuration.statementTimeoutSeconds = 1
            let pool = PostgresPool(configuration, size: 1)
            let first = try await pool.withConnection { try $0.backendNumber() }
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { _ = try $0.query("SELECT count(pg_sleep(60))") }
            }
            expect(error?.sqlState, equals: "57014")
            let second = try await pool.withConnection { try $0.backendNumber() }
            expect(second, equals: first)
            try await pool.close()
        }
    }

    @Test("A connection is kept and its statements stay prepared")
    func reuse() async throws {
        try await withPostgresPool(size: 1) { pool, _ in
            let first = try await pool.withConnection { try $0.backendNumber() }
            let second = try await pool.withConnection { try $0.backendNumber() }
            expect(second, equals: first)
            let prepared = try await pool.withConnection { connection in
                try connection.query(
                    "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT pg_backend_pid%'"
                ).first!.value(0, as: Int64.self)
            }
            expect(prepared, equals: 1)
        }
    }

    @Test("A transaction that throws leaves nothing, and one that failed inside cannot pass for committed")
    func transactions() async throws {
        struct Stop: Error {}
        try await withPostgresPool(size: 1) { pool, _ in
            try await pool.withConnection { _ = try $0.execute(unsafe: "CREATE TABLE t (n BIGINT UNIQUE)") }
            await #expect(throws: Stop.self) {
                try await pool.transaction { connection in
                    try connection.query("INSERT INTO t VALUES (\(Int64(1)))")
                    throw Stop()
                }
            }
            await #expect(throws: PostgresError.self) {
                try await pool.transaction { connection in
                    try connection.query("INSERT INTO t VALUES (\(Int64(2)))")
                    _ = try? connection.query("INSERT INTO t VALUES (\(Int64(2)))")
                }
            }
            try await pool.transaction { _ = try $0.query("INSERT INTO t VALUES (\(Int64(3)))") }
            let numbers = try await pool.withConnection {
                try $0.query("SELECT n FROM t").rows.map { try $0.value(0, as: Int64.self) }
            }
            expect(numbers, equals: [3])
        }
    }

    @Test("Each session is durable, patient only so long, and says who it is")
    func sessionSettings() async throws {
        try await withPostgresPool(size: 1) { pool, _ in
            let names = [
                "synchronous_commit", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout",
                "client_encoding", "application_name",
            ]
            let settings = try await pool.withConnection { connection in
                try names.map { try connection.query("SELECT current_setting(\($0))").first!.value(0, as: String.self) }
            }
            expect(settings, equals: ["on", "15s", "5s", "15s", "UTF8", "vitals-server"])
        }
    }

    @Test("close() waits for who has a connection, and then nobody gets one")
    func closing() async throws {
        try await withPostgresDatabase { url in
            let pool = PostgresPool(PostgresConfiguration(url: url), size: 1)
            let (release, isHeld) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
            async let answer = pool.withConnection { connection in
                isHeld.continuation.finish()
                release.wait()
                return try connection.query("SELECT \(Int64(7))").first!.value(0, as: Int64.self)
            }
            for await _ in isHeld.stream {}
            async let closed: Void = pool.close()
            release.signal()
            try await expect(answer, equals: 7)
            try await closed
            let error = await #expect(throws: PostgresError.self) { try await pool.withConnection { _ in } }
            expect(error?.code, equals: .poolClosed)
        }
    }
}

extension PostgresConnection {
    fileprivate func backendNumber() throws -> Int64 { try query("SELECT pg_backend_pid()::int8").first!.value(0) }
}
