/// Rows for the tests of the schema.
enum SchemaSamples {
    static let knownUser = "00000000-0000-0000-0000-000000000001"
    static let secondUser = "00000000-0000-0000-0000-000000000002"
    static let firstRecord = "11111111-1111-4111-8111-111111111111"
    static let secondRecord = "22222222-2222-4222-8222-222222222222"

    /// Inserts two users, even if the file already seeds the known user (another test checks that).
    static let twoUsers = """
        INSERT INTO users (id, token) VALUES ('\(knownUser)', 'dev-token'), ('\(secondUser)', 'second-token')
        ON CONFLICT DO NOTHING;

        """

    static func record(id: String = firstRecord, user: String = knownUser, seq: Int = 1) -> String {
        """
        INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, seq)
        VALUES ('\(id)', '\(user)', 'WEIGHT', 72.3, 'KG', '2026-06-20T07:30:00Z', '2026-06-20T07:30:00.125Z', 1, \(seq));

        """
    }

    static func logRow(version: Int = 1) -> String {
        """
        INSERT INTO sync_log (user_id, record_id, version) VALUES ('\(knownUser)', '\(firstRecord)', \(version));

        """
    }

    /// Everything that is stored, as text.
    static let everything = """
        SELECT users::text FROM users ORDER BY id;
        SELECT measurements::text FROM measurements ORDER BY user_id, id;
        SELECT sync_log::text FROM sync_log ORDER BY seq;
        SELECT schema_version::text FROM schema_version;
        """

    static let columns = [
        ("users.id", "uuid"), ("users.token", "text"),
        ("measurements.id", "uuid"), ("measurements.user_id", "uuid"), ("measurements.kind", "text"),
        ("measurements.value", "double precision"), ("measurements.unit", "text"),
        ("measurements.recorded_at", "timestamp with time zone"),
        ("measurements.updated_at", "timestamp with time zone"), ("measurements.version", "bigint"),
        ("measurements.extra", "text"), ("measurements.seq", "bigint"),
        ("sync_log.seq", "bigint"), ("sync_log.user_id", "uuid"), ("sync_log.record_id", "uuid"),
        ("sync_log.version", "bigint"), ("sync_log.applied_at", "timestamp with time zone"),
    ]

    /// Five thousand records of three users, in turns: a few of one user, many of the others.
    static let manyRows = """
        \(twoUsers)
        INSERT INTO users (id, token) VALUES ('00000000-0000-0000-0000-000000000003', 'third-token');
        INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, seq)
        SELECT gen_random_uuid(),
               ('00000000-0000-0000-0000-00000000000'
                    || CASE WHEN n % 100 = 0 THEN 1 WHEN n % 2 = 0 THEN 2 ELSE 3 END)::uuid,
               'WEIGHT', 72.3, 'KG', TIMESTAMPTZ '2020-01-01 00:00:00Z' + n * INTERVAL '1 hour',
               TIMESTAMPTZ '2020-01-01 00:00:00Z' + n * INTERVAL '1 hour', 1, n
        FROM generate_series(1, 5000) AS n;
        INSERT INTO sync_log (user_id, record_id, version) SELECT user_id, id, version FROM measurements ORDER BY seq;
        ANALYZE users, measurements, sync_log;
        """
}
