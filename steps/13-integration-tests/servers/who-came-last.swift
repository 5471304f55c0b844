// replaces: push-guard
// symptom: Two phones edited a record once each while offline; whenever one of them syncs, it puts its own edit back.

        let rows = try query(
            """
            WITH batch AS MATERIALIZED (\(PostgresQuery.batch(of: records))), written AS (
                INSERT INTO measurements (
                    user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq)
                SELECT \(user), id, kind, value, unit, recorded_at, updated_at, version, extra, seq
                FROM batch
                ORDER BY id
                ON CONFLICT (user_id, id) DO UPDATE
                SET kind = EXCLUDED.kind, value = EXCLUDED.value, unit = EXCLUDED.unit,
                    recorded_at = EXCLUDED.recorded_at, updated_at = EXCLUDED.updated_at,
                    version = EXCLUDED.version, extra = EXCLUDED.extra, seq = EXCLUDED.seq
                WHERE measurements.version <= EXCLUDED.version
                RETURNING id, version, seq
            )
            INSERT INTO sync_log (seq, user_id, record_id, version)
            OVERRIDING SYSTEM VALUE
            SELECT seq, \(user), id, version FROM written ORDER BY seq
            RETURNING \(unsafe: LogEntry.columns(of: "sync_log"))
            """)
        return try rows.rows.map { try LogEntry($0, at: 0)! }  // RETURNING has no row without values
