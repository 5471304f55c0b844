package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore {
    /// One statement, so that the receipt, the page and its last log row are of one moment.
    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                let rows = try connection.query(
                    """
                    WITH page AS MATERIALIZED (
                        SELECT seq, \(unsafe: Vitals.Measurement.columns(of: "measurements"))
                        FROM measurements
                        WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
                        ORDER BY seq
                        LIMIT \(Int64(limit))
                    ), proof AS (
                        SELECT * FROM sync_log WHERE user_id = \(user) AND seq = \(receipt?.seq)
                    ), head AS (
                        SELECT * FROM sync_log
                        WHERE user_id = \(user) AND seq = COALESCE((SELECT max(seq) FROM page), \(cursor))
                    )
                    SELECT \(unsafe: LogEntry.columns(of: "proof")), \(unsafe: LogEntry.columns(of: "head")), page.*
                    FROM users
                    LEFT JOIN proof ON true
                    LEFT JOIN head ON true
                    LEFT JOIN page ON true
                    WHERE users.id = \(user)
                    ORDER BY page.seq
                    """)
                let head = try rows.checkedHead(receipt)
                let seqColumn = 2 * LogEntry.columnCount
                var outcome = PullOutcome(records: [], nextCursor: cursor, head: head)
                outcome.records.reserveCapacity(rows.count)
                for row in rows.rows {
                    guard let seq: Int64 = try row.valueIfPresent(seqColumn) else { break }  // an empty page
                    outcome.records.append(try Vitals.Measurement(row, at: seqColumn + 1))
                    outcome.nextCursor = seq
                }
                return outcome
            }
        }
    }

    package func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                try connection.query(
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
    }

    package func logEntry(user: UUID, seq: Int64) async throws -> LogEntry? {
        try await withSyncStoreErrors { try await pool.withConnection { try $0.logEntry(user: user, seq: seq) } }
    }
}

extension PostgresConnection {
    func logEntry(user: UUID, seq: Int64) throws -> LogEntry? {
        let rows = try query(
            """
            SELECT \(unsafe: LogEntry.columns(of: "sync_log")) FROM sync_log
            WHERE user_id = \(user) AND seq = \(seq)
            """)
        return try rows.first.flatMap { try LogEntry($0, at: 0) }
    }
}

extension PostgresResult {
    /// The head of a row that begins with the receipt's log row and then the head, either of them NULL when absent.
    ///
    /// - Throws: `SyncStoreError.unknownUser` where the user is gone, `.historyLost` where the receipt's row is gone or
    ///   says something else.
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
