import StepSupport
import Testing

@Suite("Step 10: the schema", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
struct Step10SchemaTests {
    private let schema = SchemaFile.server

    @Test("the schema applies on an empty database, by whatever way psql is started")
    func appliesOnEmptyDatabase() async throws {
        for options in [["-v", "ON_ERROR_STOP=1", "-1"], ["-v", "ON_ERROR_STOP=1"]] {
            let database = try await TestDatabase.make()
            let run = try await schema.run(options, on: database)
            #expect(
                run.status == 0,
                "psql \(options.joined(separator: " ")) -f db/schema.sql failed:\n\(schema.messages(run))")
            let tables = try await database.query(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
            ).map { $0[0] }
            for table in ["measurements", "schema_version", "sync_log", "users"] {
                #expect(tables.contains(table), "There is no table \(table) afterwards; there are \(tables).")
            }
        }
    }

    @Test("a second run fails whole: it says that the tables are there, and changes nothing of what is stored")
    func secondRunFailsWhole() async throws {
        let database = try await schema.database()
        try await database.query(SchemaSamples.twoUsers + SchemaSamples.record() + SchemaSamples.logRow())
        let before = try await database.query(SchemaSamples.everything)

        let strict = try await schema.run(["-v", "ON_ERROR_STOP=1", "-1"], on: database)
        #expect(strict.status != 0, "The second run succeeded; whoever runs it by mistake should be told so.")
        #expect(
            try await database.query(SchemaSamples.everything) == before,
            "The second run changed the stored rows; a schema for an empty database must never touch a full one.")
        // psql continues after an error unless an option stops it.
        _ = try await schema.run([], on: database)
        #expect(
            try await database.query(SchemaSamples.everything) == before,
            "A second run by plain `psql -f` changed the stored rows: nothing may take effect outside the transaction.")
    }

    @Test("where it cannot be applied as a whole, nothing of it is left behind")
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
        #expect(
            left.isEmpty,
            """
            The name sync_log was taken, so the file could not be applied; yet \(left.joined(separator: ", ")) was left \
            behind. The file's own BEGIN and COMMIT must be the only ones: a COMMIT in between keeps a half.
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
            #expect(column[1] == type, "\(name) is \(column[1]), and has to be \(type).")
            #expect(
                column[2] == "NO",
                "\(name) may be NULL. A comparison that meets a NULL is neither true nor false, and drops the write.")
        }
    }

    @Test("a fresh database knows one user, the token dev-token, under the id that the lesson names")
    func knownUser() async throws {
        let users = try await schema.database().query("SELECT id, token FROM users")
        #expect(
            users == [[SchemaSamples.knownUser, "dev-token"]],
            """
            A fresh database should hold exactly the user \(SchemaSamples.knownUser) with the token dev-token, so that \
            a phone can sync at once; it holds \(users).
            """)
    }

    @Test("a token says whose request it is: no two users share one, and a new user gets an id of their own")
    func tokens() async throws {
        let outcome = try await schema.database().attempt([
            "INSERT INTO users (token) VALUES ('another-token')",
            "INSERT INTO users (token) VALUES ('shared-token'), ('shared-token')",
            "INSERT INTO users (token) VALUES (NULL)",
        ])
        #expect(outcome[0] == nil, "A user could not be added by a token alone: \(outcome[0] ?? "")")
        #expect(
            outcome[1] != nil, "Two users with one token were taken; whose records would a pull with that token send?")
        #expect(outcome[2] != nil, "A user without a token was taken.")
    }

    @Test("a record belongs to a known user, and each user has ids of their own")
    func ownership() async throws {
        let database = try await schema.database()
        try await database.query(SchemaSamples.twoUsers + SchemaSamples.record())
        let outcome = try await database.attempt([
            SchemaSamples.record(user: SchemaSamples.secondUser),
            SchemaSamples.record(seq: 2),
            SchemaSamples.record(id: SchemaSamples.secondRecord, user: "00000000-0000-0000-0000-00000000dead"),
            "DELETE FROM users WHERE id = '\(SchemaSamples.knownUser)'",
        ])
        #expect(
            outcome[0] == nil,
            """
            A second user could not store a record under an id that the first one has: \(outcome[0] ?? ""). Ids are made \
            by devices; one user must not be able to notice another's. What identifies a row is user and id together.
            """)
        #expect(outcome[1] != nil, "One user got two rows with the same record id; a push could then update neither.")
        #expect(outcome[2] != nil, "A record of a user who does not exist was taken.")
        #expect(outcome[3] != nil, "A user was deleted while records of theirs were still there.")
    }

    @Test("two records of one user never have the same seq, so that a page of a pull has one end")
    func pagesHaveOneEnd() async throws {
        let database = try await schema.database()
        try await database.query(SchemaSamples.twoUsers + SchemaSamples.record(seq: 7))
        let outcome = try await database.attempt([SchemaSamples.record(id: SchemaSamples.secondRecord, seq: 7)])
        #expect(
            outcome[0] != nil,
            "Two records of one user have seq 7; a page that ends between them would skip the second for ever.")
    }
}
