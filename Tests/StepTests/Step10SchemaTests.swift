import StepSupport
import Testing

@Suite("Step 10: the schema", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
struct Step10SchemaTests {
    private let schema = SchemaFile.server

    @Test("the schema applies to an empty database, however psql is started")
    func appliesOnEmptyDatabase() async throws {
        for options in [["-v", "ON_ERROR_STOP=1", "-1"], ["-v", "ON_ERROR_STOP=1"]] {
            let database = try await TestDatabase.make()
            let run = try await schema.run(options, on: database)
            expect(
                run.status == 0,
                "psql \(options.joined(separator: " ")) -f db/schema.sql failed:\n\(schema.messages(run))")
            let tables = try await database.query(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
            ).map { $0[0] }
            for table in ["measurements", "schema_version", "sync_log", "users"] {
                expect(tables.contains(table), "Afterwards there is no table \(table); there are \(tables).")
            }
        }
    }

    @Test("a second run fails as a whole with an error, and changes nothing that is stored")
    func secondRunFailsWhole() async throws {
        let database = try await schema.database()
        try await database.query(SchemaSamples.twoUsers + SchemaSamples.record() + SchemaSamples.logRow())
        let before = try await database.query(SchemaSamples.everything)

        let strict = try await schema.run(["-v", "ON_ERROR_STOP=1", "-1"], on: database)
        expect(strict.status != 0, "The second run succeeded. If you run it by mistake, you should get an error.")
        expect(
            try await database.query(SchemaSamples.everything) == before,
            "The second run changed the stored rows; a schema for an empty database must never touch a full one.")
        // psql continues after an error unless an option stops it.
        _ = try await schema.run([], on: database)
        expect(
            try await database.query(SchemaSamples.everything) == before,
            "A second run with plain `psql -f` changed the stored rows: nothing may take effect outside the transaction."
        )
    }

    @Test("if the schema can't be applied as a whole, it leaves nothing behind")
    func leavesNothingBehind() async throws {
        let database = try await TestDatabase.make()
        try await database.query("CREATE TABLE sync_log (of_something_else INT)")
        _ = try await schema.run([], on: database)
        let left = try await database.query(
            """
            SELECT table_name FROM information_schema.tables
            WHERE table_schema = 'public' AND table_name <> 'sync_log' ORDER BY 1
            """
        ).map { $0[0] }
        expect(
            left.isEmpty,
            """
            The name sync_log was taken, so the file couldn't be applied, but \(left.joined(separator: ", ")) was left \
            behind. The file's own BEGIN and COMMIT must be the only ones: a COMMIT in between keeps half of it.
            """)
    }

    @Test("every column has the name, the type and the NOT NULL that the server relies on")
    func columns() async throws {
        let found = try await schema.database().query(
            """
            SELECT table_name || '.' || column_name, data_type, is_nullable FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name <> 'schema_version'
            """)
        let byName = Dictionary(found.map { ($0[0], $0) }) { first, _ in first }
        for (name, type) in SchemaSamples.columns {
            guard let column = byName[name] else {
                Issue.record("There is no column \(name); the server reads and writes it as \(type).")
                continue
            }
            expect(column[1] == type, "\(name) is \(column[1]), but it has to be \(type).")
            expect(
                column[2] == "NO",
                "\(name) may be NULL. A comparison with NULL is neither true nor false, so the write would be lost.")
        }
    }

    @Test("a fresh database has one user, with the token dev-token and the id from the lesson")
    func knownUser() async throws {
        let users = try await schema.database().query("SELECT id, token FROM users")
        expect(
            users == [[SchemaSamples.knownUser, "dev-token"]],
            """
            A fresh database should hold exactly the user \(SchemaSamples.knownUser) with the token dev-token, so that \
            a phone can sync at once; it holds \(users).
            """)
    }

    @Test("a token belongs to one user, and a new user gets an id of their own")
    func tokens() async throws {
        let outcome = try await schema.database().attempt([
            "INSERT INTO users (token) VALUES ('another-token')",
            "INSERT INTO users (token) VALUES ('shared-token'), ('shared-token')",
            "INSERT INTO users (token) VALUES (NULL)",
        ])
        expect(outcome[0] == nil, "A user couldn't be added with just a token: \(outcome[0] ?? "")")
        expect(
            outcome[1] != nil,
            "Two users with the same token were taken. Whose records would a pull with that token send?")
        expect(outcome[2] != nil, "A user without a token was taken.")
    }

    @Test("a record belongs to a user who exists, and two users may use the same record id")
    func ownership() async throws {
        let database = try await schema.database()
        try await database.query(SchemaSamples.twoUsers + SchemaSamples.record())
        let outcome = try await database.attempt([
            SchemaSamples.record(user: SchemaSamples.secondUser),
            SchemaSamples.record(seq: 2),
            SchemaSamples.record(id: SchemaSamples.secondRecord, user: "00000000-0000-0000-0000-00000000dead"),
            "DELETE FROM users WHERE id = '\(SchemaSamples.knownUser)'",
        ])
        expect(
            outcome[0] == nil,
            """
            A second user couldn't store a record whose id the first user has too: \(outcome[0] ?? ""). Devices make \
            the ids, and one user must not notice another's. A row is identified by user and id together.
            """)
        expect(
            outcome[1] != nil, "One user got two rows with the same record id, so a push could update neither of them.")
        expect(outcome[2] != nil, "A record of a user who doesn't exist was taken.")
        expect(outcome[3] != nil, "A user was deleted while their records were still there.")
    }

    @Test("two records of one user never have the same seq, so a page of a pull has a clear end")
    func pagesHaveOneEnd() async throws {
        let database = try await schema.database()
        try await database.query(SchemaSamples.twoUsers + SchemaSamples.record(seq: 7))
        let outcome = try await database.attempt([SchemaSamples.record(id: SchemaSamples.secondRecord, seq: 7)])
        expect(
            outcome[0] != nil,
            "Two records of one user have seq 7. A page that ends between them would skip the second for ever.")
    }
}
