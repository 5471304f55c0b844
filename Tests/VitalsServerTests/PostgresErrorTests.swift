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
        await #expect(
            throws: SyncStoreError.busy(
                "The database can't be reached: there is no socket in that folder. "
                    + "Check that it runs and where DATABASE_URL points.")
        ) {
            _ = try await PostgresSyncStore(url: "postgres:///vitals?host=/nowhere")
        }
        await #expect(
            throws: SyncStoreError.unusable(
                "The connection string of the database can't be used: "
                    + "percent-encode the special characters in its password, and check its parameters.")
        ) {
            _ = try await PostgresSyncStore(url: "postgres://[")
        }
    }

    @Test(
        "A parameter that libpq doesn't know is named, unless it may be a piece of a password",
        arguments: [
            ("postgres://u:p@127.0.0.1:5432/db?schema=public", "schema"),
            ("postgresql://u:p@127.0.0.1/db?sslmode=require&pgbouncer=true", "pgbouncer"),
            ("postgres:///db?host=/nowhere&connection_limit=5", "connection_limit"),
            ("postgres://127.0.0.1:5432?statement-cache-mode=x", "statement-cache-mode"),
            ("postgres://u:p%3Fx@h/db?currentSchema=a", "currentSchema"),
            ("postgres://u:pa?ssword", nil), ("postgres://u:pa/ss?word=1", nil),
            ("postgres://u:p@h/d?b@d/db?schema=x", nil), ("postgres://u:p@h/db?hunter2=1", nil),
            ("postgres://u@h/db?=1", nil),
        ] as [(String, String?)])
    func unknownParameter(url: String, name: String?) async throws {
        do {
            _ = try await PostgresSyncStore(url: url)
            Issue.record("It was opened.")
        } catch SyncStoreError.unusable(let message) {
            if let name {
                expect(message.contains("libpq knows no parameter `\(name)`"), "\(message)")
                expect(!message.contains("password"), "\(message)")
            } else {
                expect(message.contains("percent-encode") && !message.contains("`"), "\(message)")
            }
        }
    }

    @Test("sslmode=require against a server without TLS says so")
    func noTLS() async throws {
        let port = try Self.serverWithoutTLS()
        let error = await #expect(throws: SyncStoreError.self) {
            _ = try await PostgresSyncStore(url: "postgres://u:hunter2@127.0.0.1:\(port)/db?sslmode=require")
        }
        let text = "\(try #require(error))"
        expect(text.contains("sslmode asks for TLS, and the server has none") && !text.contains("hunter2"), "\(text)")
        let wrong = await #expect(throws: SyncStoreError.self) {
            _ = try await PostgresSyncStore(url: "postgres://u:hunter2@127.0.0.1:\(port)/db?sslmode=maybe")
        }
        expect("\(try #require(wrong))".contains("sslmode has a value that"))
    }

    /// Answers each request for TLS with "no", as a Postgres without it does.
    private static func serverWithoutTLS() throws -> UInt16 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isBound)
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 8)
            let connection = accept(listener, nil, nil)
            _ = read(connection, &bytes, 8)
            _ = write(connection, "N", 1)
            _ = read(connection, &bytes, 8)
            close(connection)
            close(listener)
        }
        return UInt16(bigEndian: address.sin_port)
    }

    @Test(
        "A database or a user that isn't there is named as the cause",
        .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
    func missing() async throws {
        let superuser = try #require(PostgresTestDatabase.url)
        let noDatabase = try PostgresTestDatabase.url(superuser, database: "vitals_no_such")
        let noUser = try PostgresTestDatabase.url(superuser, database: "postgres").replacing(
            /user=[^&]*/, with: "user=no_such")
        for (url, cause) in [(noDatabase, "there is no such database"), (noUser, "it has no such user")] {
            let error = await #expect(throws: SyncStoreError.self) { _ = try await PostgresSyncStore(url: url) }
            expect("\(try #require(error))".contains(cause), "\(String(describing: error))")
        }
    }

    @Test(
        "The place of a database is named without its password",
        arguments: [
            ("postgres://u:hunter2@db.example:5433/vitals", "PostgreSQL, database vitals at db.example, port 5433"),
            ("postgres://u:hunter2@/vitals?host=/run/postgresql", "PostgreSQL, database vitals at /run/postgresql"),
            ("postgres://u@[::1]/vitals?password=hunter2", "PostgreSQL, database vitals at ::1"),
            ("postgres://u:x@hunter2@db/vitals", "PostgreSQL, database vitals"),
            ("postgres://u:hunter2?x@db/vitals", "PostgreSQL, database vitals at db"),
            ("postgres://u:1234/hunter2@db/vitals", "PostgreSQL"), ("postgres://", "PostgreSQL"), ("\0", "PostgreSQL"),
        ])
    func place(url: String, text: String) { expect(PostgresConfiguration(url: url).place, equals: text) }

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
