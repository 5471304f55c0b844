import StepSupport
import Testing

extension Step10SchemaTests {
    /// A database with one record, whose columns a test then tries to change.
    private func databaseWithRecord(environment: [String: String] = [:]) async throws -> TestDatabase {
        let database = try await SchemaFile.server.database(environment: environment)
        try await database.query(SchemaSamples.twoUsers + SchemaSamples.record())
        return database
    }

    private func attempt(_ changes: [String], on database: TestDatabase, zone: String = "UTC") async throws -> [String?]
    {
        try await database.attempt(changes.map { "UPDATE measurements SET \($0)" }, zone: zone)
    }

    @Test("a value is a finite number: NaN and both infinities are refused")
    func finiteValues() async throws {
        let database = try await databaseWithRecord()
        let changes = ["value = 'NaN'", "value = 'Infinity'", "value = '-Infinity'"]
        for (change, refusal) in zip(changes, try await attempt(changes, on: database)) {
            expect(refusal != nil, "\(change) was taken. JSON can't write it, so every pull would fail on this row.")
        }
        let extremes = ["value = 0", "value = -1.5", "value = 1.7976931348623157e308", "value = 5e-324"]
        for (change, refusal) in zip(extremes, try await attempt(extremes, on: database)) {
            expect(refusal == nil, "\(change) is a finite number, but it was refused: \(refusal ?? "")")
        }
    }

    @Test("a version is from 1 to 2^53-1, which every JSON reader can represent")
    func versions() async throws {
        let database = try await databaseWithRecord()
        let refused = ["version = 0", "version = -1", "version = 9007199254740992"]
        for (change, refusal) in zip(refused, try await attempt(refused, on: database)) {
            expect(refusal != nil, "\(change) was taken; a version is 1 … 9007199254740991 (2^53-1).")
        }
        let taken = ["version = 1", "version = 9007199254740991"]
        for (change, refusal) in zip(taken, try await attempt(taken, on: database)) {
            expect(refusal == nil, "\(change) was refused, but it is a valid version: \(refusal ?? "")")
        }
    }

    @Test("times are whole milliseconds, as on the phones")
    func wholeMilliseconds() async throws {
        let database = try await databaseWithRecord()
        for column in ["recorded_at", "updated_at"] {
            let outcome = try await attempt(
                [
                    "\(column) = '2026-06-20T07:30:00.125Z'", "\(column) = '2026-06-20T07:30:00.125001Z'",
                    "\(column) = '2026-06-20T07:30:00.000999Z'",
                ], on: database)
            expect(outcome[0] == nil, "\(column) with whole milliseconds was refused: \(outcome[0] ?? "")")
            for refusal in outcome.dropFirst() {
                expect(
                    refusal != nil,
                    """
                    \(column) took a fraction of a millisecond. A phone cuts it off, so the phone's copy would never be \
                    equal to the server's.
                    """)
            }
        }
    }

    @Test("times are in the years 1 to 9999 in UTC, whatever the session's time zone")
    func years() async throws {
        // In the far east and west the year begins hours earlier and later.
        for zone in ["Pacific/Kiritimati", "America/Anchorage"] {
            let database = try await databaseWithRecord(environment: ["PGTZ": zone])
            for column in ["recorded_at", "updated_at"] {
                let inside = ["\(column) = '0001-01-01T00:00:00Z'", "\(column) = '9999-12-31T23:59:59.999Z'"]
                for (change, refusal) in zip(inside, try await attempt(inside, on: database, zone: zone)) {
                    expect(
                        refusal == nil,
                        "\(change) was refused by a schema applied in the time zone \(zone): \(refusal ?? "")")
                }
                let outside = [
                    "\(column) = '0001-12-31T23:59:59.999Z BC'", "\(column) = '10000-01-01T00:00:00Z'",
                    "\(column) = 'infinity'", "\(column) = '-infinity'",
                ]
                for (change, refusal) in zip(outside, try await attempt(outside, on: database, zone: zone)) {
                    expect(
                        refusal != nil,
                        "\(change) was taken by a schema applied in the time zone \(zone); the phones allow the years 1 to 9999."
                    )
                }
            }
        }
    }

    @Test("kind, unit and extra compare by their bytes, as they do on the phones")
    func textComparesByBytes() async throws {
        let collations = try await SchemaFile.server.database().query(
            """
            SELECT attname, collname FROM pg_attribute JOIN pg_collation ON pg_collation.oid = attcollation
            WHERE attrelid = 'measurements'::regclass AND attname IN ('kind', 'unit', 'extra')
            """)
        for column in collations {
            expect(
                ["C", "POSIX", "ucs_basic"].contains(column[1]),
                """
                \(column[0]) compares by the collation "\(column[1])" of the database, in which 'a' may come before \
                'B'. A phone compares bytes, so the two would disagree about which record wins a tie.
                """)
        }
    }

    @Test("the log only grows: it numbers its own rows, and keeps every version of a record")
    func logNumbersItsRows() async throws {
        let database = try await SchemaFile.server.database()
        let rows = SchemaSamples.logRow(version: 1) + SchemaSamples.logRow(version: 2)
        let refusal = try await database.attempt([rows])[0]
        guard refusal == nil else {
            Issue.record("Two versions of one record couldn't both be logged: \(refusal ?? ""). The log only grows.")
            return
        }
        try await database.query(rows)
        let seen = try await database.query(
            "SELECT seq, applied_at BETWEEN now() - INTERVAL '1 hour' AND now() FROM sync_log ORDER BY version")
        let numbers = seen.compactMap { Int($0[0]) }
        expect(
            numbers.count == 2 && 0 < numbers[0] && numbers[0] < numbers[1],
            "The log's rows got the numbers \(numbers); each should be greater than the one before, beginning at 1 or later."
        )
        expect(seen.allSatisfy { $0[1] == "t" }, "applied_at wasn't set to the current time by default.")
        let byHand = try await database.attempt([
            """
            INSERT INTO sync_log (seq, user_id, record_id, version)
            VALUES (1000, '\(SchemaSamples.knownUser)', '\(SchemaSamples.firstRecord)', 3)
            """
        ])
        expect(
            byHand[0] != nil,
            "A seq of 1000 was taken from an INSERT by hand. When the counter gets there, the two will clash.")
        let stranger = try await database.attempt([
            """
            INSERT INTO sync_log (user_id, record_id, version)
            VALUES ('11111111-2222-4333-8444-555555555555', '\(SchemaSamples.firstRecord)', 1)
            """
        ])
        expect(
            stranger[0] == nil,
            """
            sync_log refers to another table: \(stranger[0] ?? ""). A foreign key there is checked for each row of a push, \
            and the push has checked its user already, once.
            """)
        // As the server writes it: it draws the number first.
        let twice = try await database.attempt([
            """
            INSERT INTO sync_log (seq, user_id, record_id, version) OVERRIDING SYSTEM VALUE
            SELECT seq, user_id, record_id, 3 FROM sync_log WHERE version = 1
            """
        ])
        expect(
            twice[0] != nil,
            """
            Postgres took two rows of the log with the same number. The server draws a number first and then writes it \
            with OVERRIDING SYSTEM VALUE. A cursor and a receipt each name one row: make seq the primary key.
            """)
    }
}
