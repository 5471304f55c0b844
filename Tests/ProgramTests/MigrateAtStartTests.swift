import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite(
    "A server on Postgres at its start", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"),
    .timeLimit(.minutes(3)))
struct MigrateAtStartTests {
    private static func run(
        _ url: String, _ arguments: [String] = [], _ environment: [String: String] = [:]
    ) async throws -> Run {
        try await blocking {
            try RunningProgram(
                "vitals-server", arguments, environment: ["DATABASE_URL": url, "PORT": "0"].merging(environment) { $1 }
            ).finish(withinSeconds: 30)
        }
    }

    private static func tables(_ database: TestDatabase) async throws -> Set<String> {
        Set(try await database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").flatMap(\.self))
    }

    @Test("An empty database gets its tables, when five servers start at once too")
    func empty() async throws {
        let database = try await TestDatabase.make()
        let servers = try await withThrowingTaskGroup(of: LiveServer.self) { group in
            for _ in 0..<5 {
                group.addTask { try await blocking { try LiveServer(databaseURL: database.url) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for server in servers {
            try await expect(ServerClient(server, token: "dev-token").pull().status, equals: 200)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: PackageFiles.url("db/migrations").path)
        let noted = try await database.query("SELECT count(*) FROM applied_migrations")
        expect(noted, equals: [["\(files.count)"]])
        let made = try await Self.tables(database)
        expect(made.isSuperset(of: ["users", "device_tokens", "entities", "samples", "access_tokens"]), "\(made)")
    }

    @Test("A database of before gets what it lacks; a start that finds all of it needs no right to create, and no lock")
    func older() async throws {
        let database = try await SchemaFile.server.database()
        try await database.query("INSERT INTO users (token) VALUES ('a-token-of-before')")
        let server = try await blocking { try LiveServer(databaseURL: database.url) }
        try await expect(ServerClient(server, token: "a-token-of-before").pull().status, equals: 200)
        try await expect(Self.tables(database).contains("samples"))
        // Another holds the lock of migrations for good.
        let held = try await HeldTransaction.begin(
            "SELECT pg_advisory_lock(\(0x5649_5441_4C53 as Int64))", on: database)
        let second = try await blocking { try LiveServer(databaseURL: database.url) }
        try await expect(ServerClient(second, token: "a-token-of-before").pull().status, equals: 200)
        try await held.commit()
    }

    @Test("With --no-migrate or VITALS_MIGRATE=off it leaves the database alone, and says what to run")
    func switchedOff() async throws {
        let database = try await TestDatabase.make()
        for (arguments, environment) in [
            (["--no-migrate"], [:]), ([], ["VITALS_MIGRATE": "off"]),
        ] as [([String], [String: String])] {
            let run = try await Self.run(database.url, arguments, environment)
            expect(run.status == 1 && run.errors.contains("vitals-server migrate"), "\(run)")
            try await expect(Self.tables(database), equals: [])
        }
        let wrong = try await Self.run(database.url, [], ["VITALS_MIGRATE": "perhaps"])
        expect(wrong.status == 2 && wrong.errors.contains("VITALS_MIGRATE must be on or off"), "\(wrong)")
    }

    @Test("A role that may not create tables is told what to do; after migrate by another it serves")
    func role() async throws {
        let database = try await SchemaFile.server.database()
        let name = "vitals_limited_" + UUID().uuidString.prefix(8).lowercased()
        try await database.query(
            """
            CREATE ROLE \(name) LOGIN PASSWORD 'secret-of-the-role';
            REVOKE CREATE ON SCHEMA public FROM PUBLIC;
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(name);
            GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO \(name);
            ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO \(name);
            ALTER DEFAULT PRIVILEGES GRANT USAGE ON SEQUENCES TO \(name)
            """)
        var parts = try #require(URLComponents(string: database.url))
        parts.user = name
        parts.password = "secret-of-the-role"
        parts.queryItems = parts.queryItems?.filter { $0.name != "user" }
        let url = try #require(parts.string)
        let refused = try await Self.run(url)
        expect(refused.status == 1 && refused.errors.contains("may not create"), "\(refused)")
        for part in ["vitals-server migrate", "GRANT", "--no-migrate"] {
            expect(refused.errors.localizedCaseInsensitiveContains(part), "\(part): \(refused.errors)")
        }
        expect(!refused.errors.contains("secret"))
        try await expect(Self.run(database.url, ["migrate"]).status, equals: 0)
        let server = try await blocking { try LiveServer(databaseURL: url) }
        try await expect(ServerClient(server, token: "dev-token").pull().status, equals: 200)
        _ = try await server.stop(SIGTERM)
        try await database.query("DROP OWNED BY \(name); DROP ROLE \(name)")
    }

    @Test("Beyond this machine an empty database is refused as ever, for its public token")
    func open() async throws {
        let database = try await TestDatabase.make()
        for _ in 0..<2 {
            let run = try await Self.run(database.url, ["--host", "0.0.0.0"])
            expect(run.status == 1 && run.errors.contains("dev-token is public"), "\(run)")
        }
    }

    @Test("The first line of the log names the database, and no password")
    func logged() async throws {
        let database = try await TestDatabase.make()
        let name = "\(try #require(URLComponents(string: database.url)).path.dropFirst())"
        let server = try await blocking {
            try LiveServer(databaseURL: database.url, environment: ["LOG_LEVEL": "info", "PGPASSWORD": "secret-word"])
        }
        let log = try await server.stop(SIGTERM).errors
        expect(log.contains("database \(name)") && !log.contains("secret-word"), "\(log)")
    }
}
