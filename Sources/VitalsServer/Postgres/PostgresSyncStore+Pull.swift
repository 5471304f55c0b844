package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore {
    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { connection in
                // @write 12 pull-query
                let rows = try connection.page(
                    """
                    SELECT seq, \(unsafe: Vitals.Measurement.columns(of: "measurements"))
                    FROM measurements
                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
                    ORDER BY seq
                    LIMIT \(Int64(limit))
                    """, user: user, cursor: cursor, receipt: receipt)
                var outcome = PullOutcome(records: [], nextCursor: cursor, head: try rows.checkedHead(receipt))
                outcome.records.reserveCapacity(rows.count)
                for row in rows.rows {
                    guard let (seq, record) = try row.pulled() else { break }  // an empty page
                    outcome.records.append(record)
                    outcome.nextCursor = seq
                }
                return outcome
                // @starter
                //| throw notWritten(12, "read one page of this user's records in order of seq, and say where it ends")
                // @end
            }
        }
    }

    /// Takes a permit of the user first, so that the pulls of one user never take all connections.
    func withConnection<Result: Sendable>(
        forPullOf user: UUID, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await pullPermits.withPermit(at: user) { try await pool.withConnection(body) }
    }

    package func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { try $0.head(of: user, receipt: receipt) }
        }
    }
}

extension PostgresConnection {
    /// Reads a page together with two log rows: the row that the device's receipt names, and the last one of the user.
    /// One statement, so that all three come from the same moment.
    ///
    /// The page ends early where it would be larger than a piece. The database counts the bytes before it sends them,
    /// because libpq keeps a whole result in memory.
    ///
    /// - Parameter page: selects `seq` and then the columns of a record.
    fileprivate func page(
        _ page: PostgresQuery, user: UUID, cursor: Int64, receipt: Receipt?
    ) throws -> PostgresResult {
        try query(
            """
            WITH found AS MATERIALIZED (
                \(page)
            ), counted AS (
                SELECT seq, bytes, sum(bytes) OVER (ORDER BY seq) AS total
                FROM (SELECT seq, \(Int64(PagePlan.baseSizeBytes)) + octet_length(extra) AS bytes FROM found) AS sized
            ), page AS MATERIALIZED (
                SELECT * FROM found
                WHERE seq <= (
                    SELECT max(seq) FROM counted
                    WHERE total <= \(Int64(PagePlan.pieceSizeBytes)) OR total = bytes  -- the first one, whatever its size
                )
            ), proof AS (
                SELECT * FROM sync_log WHERE user_id = \(user) AND seq = \(receipt?.seq)
            ), head AS (
                SELECT * FROM sync_log WHERE user_id = \(user) ORDER BY seq DESC LIMIT 1
            )
            SELECT \(unsafe: LogEntry.columns(of: "proof")), \(unsafe: LogEntry.columns(of: "head")), page.*
            FROM users
            LEFT JOIN proof ON true
            LEFT JOIN head ON true
            LEFT JOIN page ON true
            WHERE users.id = \(user)
            ORDER BY page.seq
            """)
    }

    /// The user's last log row, after comparing the row that the receipt names.
    func head(of user: UUID, receipt: Receipt?) throws -> LogEntry? {
        try query(
            """
            WITH proof AS (
                SELECT * FROM sync_log WHERE user_id = \(user) AND seq = \(receipt?.seq)
            ), head AS (
                SELECT * FROM sync_log WHERE user_id = \(user) ORDER BY seq DESC LIMIT 1
            )
            SELECT \(unsafe: LogEntry.columns(of: "proof")), \(unsafe: LogEntry.columns(of: "head"))
            FROM users
            LEFT JOIN proof ON true
            LEFT JOIN head ON true
            WHERE users.id = \(user)
            """
        ).checkedHead(receipt)
    }
}

extension PostgresResult {
    /// The head, read from a row that begins with the receipt's log row and then the head. Each is NULL when absent.
    ///
    /// - Throws: `SyncStoreError.unknownUser` where the user was deleted, `.historyLost` where the receipt's row is
    ///   missing or differs.
    fileprivate func checkedHead(_ receipt: Receipt?) throws -> LogEntry? {
        guard let row = rows.first else { throw SyncStoreError.unknownUser }
        if let receipt {
            guard let entry = try LogEntry(row, at: 0), Receipt(entry) == receipt else {
                throw SyncStoreError.historyLost
            }
        }
        return try LogEntry(row, at: LogEntry.columnCount)
    }
}

extension PostgresRow {
    /// The record in a row of `page`, after the two log rows; nil where the page is empty.
    fileprivate func pulled() throws -> (seq: Int64, record: Vitals.Measurement)? {
        let column = 2 * LogEntry.columnCount
        guard let seq: Int64 = try valueIfPresent(column) else { return nil }
        return (seq, try Vitals.Measurement(self, at: column + 1))
    }
}
