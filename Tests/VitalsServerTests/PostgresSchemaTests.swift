import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("The schema", .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
struct PostgresSchemaTests {
    @Test("Applied by plain psql it makes a database that the store opens, and a second run changes nothing")
    func appliedTwice() async throws {
        try await withPostgresDatabase { url in
            try await expect(psql(url, stopsOnError: false), equals: 0)
            let store = try await PostgresSyncStore(url: url)
            try await expect(store.user(token: "dev-token"), equals: postgresTestUser)
            let record = Vitals.Measurement.sample()
            _ = try await store.push([record], user: postgresTestUser, receipt: nil)
            let added = try await store.addUser(token: "another")

            try await expect(psql(url, stopsOnError: true), equals: 3)
            _ = try await psql(url, stopsOnError: false)

            let page = try await store.pull(user: postgresTestUser, cursor: 0, through: nil, limit: 9, receipt: nil)
            expect(page.records, equals: [record])
            try await expect(store.user(token: "another"), equals: added)
            try await store.close()
        }
    }

    @Test("migrate applies it once, then finds nothing to do, also when two run at a time")
    func migrate() async throws {
        try await withPostgresDatabase { url in
            let schema = try PostgresTestDatabase.schema()
            async let first = PostgresSyncStore.migrate(url: url, schema: schema)
            async let second = PostgresSyncStore.migrate(url: url, schema: schema)
            let outcomes = try await Set([first, second])
            expect(outcomes, equals: [.applied(version: 1), .upToDate(version: 1)])
            try await expect(PostgresSyncStore.migrate(url: url, schema: schema), equals: .upToDate(version: 1))
        }
    }

    @Test("Where search_path names no schema, migrate and the server say so, and not that migrate should be run")
    func noSearchPath() async throws {
        try await withPostgresDatabase { url in
            let name = try #require(try PostgresTestDatabase.execute("SELECT current_database()", at: url).first ?? nil)
            let schema = try PostgresTestDatabase.schema()
            func fails(_ when: String, _ body: () async throws -> Void) async throws {
                let error = await #expect(throws: SyncStoreError.self) { try await body() }
                let text = "\(try #require(error))"
                expect(
                    text.contains("search_path names no schema") && !text.contains("vitals-server migrate"),
                    "\(when): \(text)")
            }
            try PostgresTestDatabase.execute("ALTER DATABASE \(name) SET search_path = nowhere", at: url)
            try await fails("empty") { _ = try await PostgresSyncStore.migrate(url: url, schema: schema) }
            try await fails("empty, opened") { _ = try await PostgresSyncStore(url: url) }
            try PostgresTestDatabase.execute("ALTER DATABASE \(name) SET search_path = ''", at: url)
            try await fails("no path at all") { _ = try await PostgresSyncStore.migrate(url: url, schema: schema) }
            try PostgresTestDatabase.execute("ALTER DATABASE \(name) RESET search_path", at: url)
            _ = try await PostgresSyncStore.migrate(url: url, schema: schema)
            try PostgresTestDatabase.execute("ALTER DATABASE \(name) SET search_path = nowhere, \"$user\"", at: url)
            try await fails("migrated, opened") { _ = try await PostgresSyncStore(url: url) }
        }
    }

    @Test("The command applies the migrations too, also where the schema stands already, again and again")
    func migrations() async throws {
        try #require(ServerProcess.executable != nil, "vitals-server is not built")
        try await withPostgresDatabase { url in
            let arguments = ["migrate", "--schema", PostgresTestDatabase.schemaFile.path(), "--database-url", url]
            let device = Box<UUID?>(nil)
            for round in 0..<3 {
                let end = try await blocking { try ServerProcess(arguments).finish() }
                expect(end.status, equals: 0, "\(end.errors)")
                expect(end.output.contains(round == 0 ? "applied" : "up to date"))
                let opened = try await PostgresSyncStore(url: url)
                if round == 0 {
                    let made = try await Pairing(store: opened).makeCode(for: postgresTestUser)
                    let token = NewDeviceToken(hash: SecretHash("device"), name: "")
                    _ = try await opened.exchangePairingCode(
                        SecretHash(made.code.text), for: token, now: Pairing.wallClock())
                    device.set(token.id)
                }
                try await expect(opened.deviceTokens(user: nil).map(\.id), equals: [device.value])
                try await opened.close()
            }
        }
        try await withPostgresDatabase { url in
            try PostgresTestDatabase.execute(try PostgresTestDatabase.schema(), at: url)
            let arguments = ["migrate", "--schema", PostgresTestDatabase.schemaFile.path(), "--database-url", url]
            let end = try await blocking { try ServerProcess(arguments).finish() }
            expect(end.output.contains("up to date"))
            let opened = try await PostgresSyncStore(url: url)
            try await expect(opened.deviceTokens(user: nil).isEmpty)
            try await opened.close()
        }
    }

    @Test("A database without the schema is refused, with the command that mends it")
    func missing() async throws {
        try await withPostgresDatabase { url in
            let error = await #expect(throws: SyncStoreError.self) { _ = try await PostgresSyncStore(url: url) }
            guard case .unusable(let text) = error else { return expect(Bool(false), "\(String(describing: error))") }
            expect(text.contains("vitals-server migrate"))
        }
    }

    @Test("A newer database is refused by the store and by migrate, and stays as it is")
    func newer() async throws {
        try await withPostgresDatabase { url in
            let schema = try PostgresTestDatabase.schema()
            try PostgresTestDatabase.execute(schema + "; UPDATE schema_version SET version = 2", at: url)
            let expected = SyncStoreError.unusable(
                "The database has schema version 2, and this build knows 1; install a newer vitals-server.")
            await #expect(throws: expected) { _ = try await PostgresSyncStore(url: url) }
            await #expect(throws: expected) { _ = try await PostgresSyncStore.migrate(url: url, schema: schema) }
        }
    }

    @Test("A database of something else is refused by migrate, and nothing of the schema is left in it")
    func foreign() async throws {
        try await withPostgresDatabase { url in
            try PostgresTestDatabase.execute("CREATE TABLE measurements (n INT)", at: url)
            let error = await #expect(throws: SyncStoreError.self) {
                _ = try await PostgresSyncStore.migrate(url: url, schema: try PostgresTestDatabase.schema())
            }
            guard case .unusable(let text) = error else { return expect(Bool(false), "\(String(describing: error))") }
            expect(text.contains("empty database"))
            try PostgresTestDatabase.execute("CREATE TABLE users (n INT)", at: url)  // the name is free
        }
    }

    @Test(
        "No row that breaks a rule of the record gets in, by whatever way",
        arguments: [
            "value = 'NaN'", "value = 'Infinity'", "value = '-Infinity'", "version = 0", "version = 9007199254740992",
            "recorded_at = recorded_at + interval '1 microsecond'",
            "updated_at = updated_at + interval '999 microsecond'",
            "recorded_at = '0001-12-31 23:59:59.999Z BC'", "updated_at = '10000-01-01 00:00:00Z'",
            "recorded_at = 'infinity'", "updated_at = '-infinity'", "extra = NULL", "kind = NULL", "seq = NULL",
            "user_id = '00000000-0000-0000-0000-000000000002'",
        ])
    func constraints(change: String) async throws {
        try await withPostgresStore { store, url in
            _ = try await store.push([.sample()], user: postgresTestUser, receipt: nil)
            for zone in ["UTC", "Asia/Kathmandu", "America/St_Johns"] {
                #expect(throws: PostgresTestDatabase.Failure.self) {
                    try PostgresTestDatabase.execute(
                        "SET TIME ZONE '\(zone)'; UPDATE measurements SET \(change)", at: url)
                }
            }
        }
    }

    /// Runs `psql` as a person would, and returns its exit status.
    private func psql(_ url: String, stopsOnError: Bool) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "psql", "-X", "-q", "-v", "ON_ERROR_STOP=\(stopsOnError ? 1 : 0)", "-f",
            PostgresTestDatabase.schemaFile.path(), url,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
