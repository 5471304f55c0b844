package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore: CompactingStore {
    package func firstSuperseded(of user: UUID, from seq: Int64) async throws -> Int64? {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                try connection.query(
                    """
                    SELECT seq FROM sync_log AS log
                    WHERE user_id = \(user) AND seq >= \(seq) AND \(unsafe: Self.isSuperseded)
                    ORDER BY seq LIMIT 1
                    """
                ).first?.value(0)
            }
        }
    }

    /// Locks the user's row first, so that no push supersedes or adds a row meanwhile.
    package func compact(range: Int64, of user: UUID) async throws -> Int {
        let numbers = CompactedTags.numbers(in: range)
        return try await withSyncStoreErrors {
            try await pool.transaction { connection in
                guard try connection.query("SELECT id FROM users WHERE id = \(user) FOR NO KEY UPDATE").count == 1
                else { return 0 }
                let removed = try connection.query(
                    """
                    DELETE FROM sync_log AS log
                    WHERE user_id = \(user) AND seq BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)
                    AND \(unsafe: Self.isSuperseded)
                    RETURNING \(unsafe: LogEntry.columns(of: "log"))
                    """
                ).rows.compactMap { try LogEntry($0, at: 0) }
                guard !removed.isEmpty else { return 0 }
                var tags = try connection.compactedTags(of: user, range: range)
                tags.insert(removed.map(Receipt.init))
                try connection.query(
                    """
                    INSERT INTO compacted (user_id, range, tags) VALUES (\(user), \(range), \(tags.text))
                    ON CONFLICT (user_id, range) DO UPDATE SET tags = EXCLUDED.tags
                    """)
                return removed.count
            }
        }
    }

    package func standIn(for receipt: Receipt, of user: UUID) async throws -> Receipt? {
        try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { connection in
                guard try connection.hasCompactedTable() else { return nil }
                // One statement, so that both come from the same moment.
                let rows = try connection.query(
                    """
                    SELECT compacted.tags, \(unsafe: LogEntry.columns(of: "last"))
                    FROM compacted
                    JOIN LATERAL (
                        SELECT * FROM sync_log WHERE user_id = \(user) ORDER BY seq DESC LIMIT 1
                    ) AS last ON true
                    WHERE compacted.user_id = \(user) AND range = \(CompactedTags.range(of: receipt.seq))
                    """)
                guard let row = rows.first, CompactedTags(text: try row.value(0)).contains(receipt) else { return nil }
                return try LogEntry(row, at: 1).map(Receipt.init)
            }
        }
    }

    package func logSizeBytes() async throws -> Int64 {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                guard try connection.hasCompactedTable() else {
                    throw SyncStoreError.unusable(
                        "The database has no table for compacted logs; run `vitals-server migrate`.")
                }
                let rows = try connection.query(
                    """
                    SELECT (SELECT COALESCE(sum(pg_column_size(log.*)), 0) FROM sync_log AS log)::int8
                         + (SELECT COALESCE(sum(pg_column_size(kept.*)), 0) FROM compacted AS kept)::int8
                    """)
                return try rows.first?.value(0) ?? 0
            }
        }
    }

    /// PostgreSQL's files are its administrator's: rewriting them locks out every device. `docs/operations.md` says how.
    package func eraseRemains() async throws {}

    private static let isSuperseded = """
        NOT EXISTS (SELECT 1 FROM measurements WHERE measurements.user_id = log.user_id AND measurements.seq = log.seq)
        """
}

extension PostgresConnection {
    /// False in a database that was migrated by a server from before compaction.
    fileprivate func hasCompactedTable() throws -> Bool {
        try query("SELECT 1::int8 WHERE to_regclass('compacted') IS NOT NULL").count > 0
    }

    fileprivate func compactedTags(of user: UUID, range: Int64) throws -> CompactedTags {
        let rows = try query("SELECT tags FROM compacted WHERE user_id = \(user) AND range = \(range)")
        return CompactedTags(text: try rows.first?.value(0) ?? "")
    }
}
