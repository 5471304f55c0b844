import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests that nothing of a deleted user is left in the database's files, looked for as bytes.
@Suite("A deleted user is gone from the files") struct UserErasureTests {
    @Test("`user export` prints records, deletions, notes and devices of that user, and no secret")
    func export() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteSyncStore(
            path: folder.path("vitals-server.sqlite"), migrations: .all,
            pushHooks: [.overwrittenNotes])
        let user = try await store.addUser(token: "a-token-of-the-person")
        let (replaced, deleted, foreign) = (record(), record(version: 2).asDeletion, record())
        let winner = record(replaced.id, value: 71, version: 2)
        for pushed in [replaced, winner, deleted] {
            _ = try await store.push(PushBatch([pushed], editedFrom: [pushed.id: .none]), user: user, receipt: nil)
        }
        _ = try await store.push([foreign], user: DevelopmentUser.id, receipt: nil)
        let (own, others) = (try await pair(user, with: store), try await pair(DevelopmentUser.id, with: store))
        try await store.close()
        func run(_ id: String) async throws -> Run {
            try await blocking {
                try RunningProgram("vitals-server", ["user", "export", id, "--data", folder.url.path])
                    .finish(withinSeconds: 30)
            }
        }
        let printed = try await run(user.lowercased)
        let json = try JSONValue(parsing: printed.output)
        expect(printed.status == 0 && json["id"]?.string == user.lowercased)
        expect(json["records"]?.array?.compactMap { $0["id"]?.string }, equals: [winner, deleted].map(\.id.lowercased))
        expect(json["records"]?.array?.last?["deleted"], equals: .bool(true))
        expect(json["overwritten"]?.array?.first?["id"]?.string, equals: replaced.id.lowercased)
        expect(json["devices"]?.array?.compactMap { $0["id"]?.string }, equals: [own.id.lowercased])
        expect(json["devices"]?.array?.first?["name"]?.string, equals: own.name)
        for foreign in ["a-token", Self.deviceToken, others.id.lowercased, foreign.id.lowercased] {
            expect(!printed.output.contains(foreign), "\(foreign)")
        }
        expect(printed.output.firstMatch(of: /[0-9a-f]{64}/) == nil, "no hash of a token")
        let unknown = try await run(UUID().lowercased)
        expect(unknown.status == 1 && unknown.output.isEmpty && unknown.errorLines.count == 1, "\(unknown.errors)")
    }

    private static let deviceToken = "a-secret-of-a-device"

    /// Pairs a device whose name has characters that JSON escapes.
    private func pair(_ user: UUID, with store: SQLiteSyncStore) async throws -> NewDeviceToken {
        let (now, code) = (Timestamp(clamping: 1_781_940_600_000), SecretHash("code-of-\(user)"))
        let end = Timestamp(clamping: now.millisecondsSinceEpoch + 600_000)
        let hash = SecretHash(Self.deviceToken + "\(user)")
        let token = NewDeviceToken(hash: hash, name: "Anna\u{2019}s \"old\" phone\\")
        try await store.addPairingCode(code, user: user, expiresAt: end, now: now)
        try await expect(store.exchangePairingCode(code, for: token, now: now), equals: user)
        return token
    }

    private func subscribe(
        _ user: UUID, token: String, _ word: String, to store: any WebPushSubscriptionStore
    ) async throws {
        let subscription = NewWebPushSubscription(
            endpoint: "https://push.example.org/\(word)", keys: try TestBrowser().keys)
        _ = try await store.storeWebPushSubscription(
            subscription, user: user, token: SecretHash(token), now: Pairing.wallClock())
    }

    @Test("SQLite: nothing in the file or the logs beside it, while another connection is open")
    func sqlite() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            func open() throws -> SQLiteSyncStore {
                try SQLiteSyncStore(
                    path: path, migrations: .all, pushHooks: [.overwrittenNotes])
            }
            let (server, command) = (try open(), try open())
            let other = try await server.addUser(token: "a-token-that-stays")
            let user = try await server.addUser(token: "a-token-that-goes")
            let id = UUID()
            for version in 1...40 as ClosedRange<Int64> {
                for (person, word) in [(user, "gone"), (other, "kept")] {
                    let note = UnknownMembers(members: [.init("note", .string("\(word)-\(version)-remark"))])
                    let edit = record(id, value: 70, version: version, extra: note)
                    _ = try await server.push(
                        PushBatch([edit, record(extra: note)], editedFrom: [id: .none]), user: person, receipt: nil)
                }
            }
            for (person, token, word) in [
                (user, "a-token-that-goes", "gone-endpoint"), (other, "a-token-that-stays", "kept-endpoint"),
            ] { try await subscribe(person, token: token, word, to: server) }
            _ = try await server.compact()
            let personal = [
                "a-token-that-goes", user.lowercased, "gone-1-remark", "gone-40-remark", "gone-endpoint",
            ]
            func left(_ texts: [String]) throws -> [String] {
                let files = try ["", "-wal", "-shm"].map { try Data(contentsOf: URL(filePath: path + $0)) }
                return texts.filter { text in files.contains { $0.range(of: Data(text.utf8)) != nil } }
            }
            try expect(left(personal), equals: personal, "else the search proves nothing")

            let store = CompactedSyncStore(command, compacted: command)
            try await expect(store.deleteUser(user))
            try expect(left(personal).isEmpty)
            try expect(left(["a-token-that-stays", "kept-40-remark", "kept-endpoint"]).count, equals: 3)
            try await expect(server.users().map(\.id).contains(other))
            try await server.close()
            try await command.close()
        }
    }

    @Test(
        "PostgreSQL: nothing in the tables' files once they were rewritten as docs/operations.md says",
        .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
    func postgres() async throws {
        let manual = try String(contentsOfFile: "docs/operations.md", encoding: .utf8)
        let rewrite = try #require(manual.split(separator: "\n").first { $0.hasPrefix("VACUUM FULL ") })
        try await withPostgresStore(notesOverwritten: true) { store, url in
            let names = try FileManager.default.contentsOfDirectory(atPath: "db/migrations").sorted()
            for name in names where name.hasSuffix(".sql") {
                let migration = try String(contentsOfFile: "db/migrations/\(name)", encoding: .utf8)
                try PostgresTestDatabase.execute(migration, at: url)
            }
            // The others hold nothing of a person: the schema's version, and the server's key for push services.
            let tables = try PostgresTestDatabase.execute(
                """
                SELECT tablename FROM pg_tables
                WHERE schemaname = 'public' AND tablename NOT IN ('schema_version', 'push_keys')
                """, at: url)
            let named = rewrite.dropFirst("VACUUM FULL ".count).dropLast().components(separatedBy: ", ")
            expect(Set(named), equals: Set(tables.compactMap { $0 }))
            let user = try await store.addUser(token: "a-token-that-goes")
            for (person, word) in [(user, "gone"), (postgresTestUser, "kept")] {
                let note = UnknownMembers(members: [.init("note", .string("\(word)-remark"))])
                _ = try await store.push([record(extra: note)], user: person, receipt: nil)
            }
            try await subscribe(user, token: "a-token-that-goes", "gone-endpoint", to: store)
            try PostgresTestDatabase.execute("CHECKPOINT", at: url)
            let pool = PostgresPool(PostgresConfiguration(url: url), size: 1)
            let folder = try await pool.withConnection { connection in
                try connection.query(
                    """
                    SELECT current_setting('data_directory') || '/base/' || oid::text
                    FROM pg_database WHERE datname = current_database()
                    """
                ).first?.value(0, as: String.self)
            }
            try await pool.close()
            let files = try #require(folder)
            func left(_ texts: [String]) throws -> [String] {
                let contents = try FileManager.default.contentsOfDirectory(atPath: files).compactMap {
                    FileManager.default.contents(atPath: files + "/" + $0)
                }
                return texts.filter { text in contents.contains { $0.range(of: Data(text.utf8)) != nil } }
            }
            let personal = ["a-token-that-goes", "gone-remark", "gone-endpoint"]
            try expect(left(personal), equals: personal, "else the search proves nothing")
            try await expect(store.deleteUser(user))
            // A row stays while some transaction might still see it, such as one of autovacuum.
            for attempt in 1...20 {
                try PostgresTestDatabase.execute(String(rewrite), at: url)
                try PostgresTestDatabase.execute("CHECKPOINT", at: url)
                if try left(personal).isEmpty { break }
                try await Task.sleep(for: .milliseconds(50 * attempt))
            }
            try expect(left(personal).isEmpty)
            try expect(left(["kept-remark"]).count, equals: 1)
        }
    }
}
