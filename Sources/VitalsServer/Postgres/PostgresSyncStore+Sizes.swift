package import struct Foundation.UUID

extension PostgresSyncStore {
    /// Reads the sizes in a range of the index on `(user_id, seq)`: behind one key, and up to another.
    package func recordSizes(
        user: UUID, cursor: Int64, through: Int64?, limit: Int
    ) async throws -> [RecordSize] {
        try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { connection in
                try connection.query(
                    """
                    SELECT seq, octet_length(extra)::bigint
                    FROM measurements
                    WHERE (user_id, seq) > (\(user), \(cursor)) AND (user_id, seq) <= (\(user), \(through ?? Int64.max))
                    ORDER BY user_id, seq
                    LIMIT \(Int64(limit))
                    """
                ).rows.map { row in
                    let bytes: Int64 = try row.value(1)
                    return RecordSize(seq: try row.value(0), extraBytes: Int(bytes))
                }
            }
        }
    }
}
