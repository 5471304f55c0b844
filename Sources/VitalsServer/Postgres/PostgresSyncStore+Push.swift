package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore {
    /// Pushes in one transaction, whose first statement locks the user's row.
    ///
    /// An identity column gives out its numbers before commit. Without the row lock, a push that drew 9 may commit
    /// after a push that drew 10. A pull in between sees 10, and never asks for 9 again.
    package func push(
        _ records: PushBatch, user: UUID, receipt: Receipt?
    ) async throws -> PushOutcome {
        try await withSyncStoreErrors {
            guard ordersCommits else {
                return try await write(records, user: user, receipt: receipt) { _ in }
            }
            // @write 12 user-lock
            return try await pushPermits.withPermit(at: user) {
                try await write(records, user: user, receipt: receipt) { connection in
                    // Makes a second push wait, even one on another server. A foreign key's own check can still pass.
                    let rows = try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE")
                    guard rows.count == 1 else { throw SyncStoreError.unknownUser }
                }
            }
            // @starter
            //| throw notWritten(12, "let pushes of one user pass one after the other, and then write the records")
            // @end
        }
    }

    // @show push-transaction
    /// - Parameter begin: runs first in the transaction.
    private func write(
        _ batch: PushBatch, user: UUID, receipt: Receipt?,
        beginning begin: @escaping @Sendable (PostgresConnection) throws -> Void
    ) async throws -> PushOutcome {
        let (records, hooks) = (batch.records, pushHooks)
        return try await pool.transaction { connection in
            try begin(connection)
            let head = try connection.head(of: user, receipt: receipt)
            guard !records.isEmpty else { return PushOutcome(head: head) }
            let afterWrite = try hooks.beforeWrite(batch, user, connection)

            let written = try connection.writeWhereGreater(records, user: user)
            let accepted = Set(written.map { $0.recordID })
            var outcome = PushOutcome(acceptedIDs: written.map { $0.recordID })
            outcome.head = written.max { $0.seq < $1.seq } ?? head

            let losers = records.filter { !accepted.contains($0.id) }
            if !losers.isEmpty {
                try connection.classifyUnwritten(losers, user: user, in: &outcome)
            }
            try afterWrite(&outcome)
            return outcome
        }
    }
    // @end
}

extension PostgresConnection {
    /// Writes, in one statement, the records that beat the stored ones, and logs them. Returns their log rows by `seq`.
    ///
    /// The row comparison is `Precedence`, field by field. The log numbers are drawn before the comparison decides, in
    /// the order of the ids; the numbers of records that lose are never used.
    fileprivate func writeWhereGreater(_ records: [Vitals.Measurement], user: UUID) throws -> [LogEntry] {
        // @write 12 push-guard
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
                WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
                       measurements.unit, measurements.recorded_at, measurements.extra)
                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
                       EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
                RETURNING id, version, seq
            )
            INSERT INTO sync_log (seq, user_id, record_id, version)
            OVERRIDING SYSTEM VALUE
            SELECT seq, \(user), id, version FROM written ORDER BY seq
            RETURNING \(unsafe: LogEntry.columns(of: "sync_log"))
            """)
        return try rows.rows.map { try LogEntry($0, at: 0)! }  // RETURNING has no row without values
        // @starter
        //| throw notWritten(12, "write the records of the batch that are greater than the stored ones, and log them")
        // @end
    }

    /// Separates the records that were already stored from those that lost to a greater stored record.
    fileprivate func classifyUnwritten(
        _ losers: [Vitals.Measurement], user: UUID, in outcome: inout PushOutcome
    ) throws {
        let pushed = Dictionary(uniqueKeysWithValues: losers.map { ($0.id, $0) })
        let rows = try query(
            """
            SELECT \(unsafe: Vitals.Measurement.columns(of: "stored"))
            FROM measurements AS stored
            WHERE stored.user_id = \(user) AND stored.id = ANY (\(losers.map { $0.id }))
            ORDER BY stored.id
            """)
        for row in rows.rows {
            let stored = try Vitals.Measurement(row, at: 0)
            if stored == pushed[stored.id] {
                outcome.unchangedIDs.append(stored.id)
            } else {
                try outcome.addStale(stored)
            }
        }
    }
}

extension PostgresQuery {
    // @show push-batch
    /// The records as rows, in the order of their ids, each with its own log number in `seq`.
    fileprivate static func batch(of records: [Vitals.Measurement]) -> PostgresQuery {
        """
        SELECT nextval('sync_log_seq_seq') AS seq, sorted.*
        FROM (
            SELECT *
            FROM unnest(
                \(records.map { $0.id }), \(records.map { $0.kind.rawValue }), \(records.map { $0.value }),
                \(records.map { $0.unit.rawValue }), \(records.map { $0.recordedAt }),
                \(records.map { $0.updatedAt }), \(records.map { $0.version }), \(records.map { $0.extra.text })
            ) AS record (id, kind, value, unit, recorded_at, updated_at, version, extra)
            ORDER BY id
        ) AS sorted
        """
    }
    // @end
}
