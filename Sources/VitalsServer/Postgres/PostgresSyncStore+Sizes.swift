package import struct Foundation.UUID

extension PostgresSyncStore {
    /// Reads the sizes of the records on a page, for the plan of its pieces. The database measures each text itself and
    /// sends a number, so that a plan for thousands of records needs no room for them.
    package func recordSizes(
        user: UUID, cursor: Int64, through: Int64?, limit: Int
    ) async throws -> [RecordSize] {
        try await withSyncStoreErrors {
            try await withConnection(forPullOf: user) { connection in
                try connection.query(
                    """
                    SELECT seq, octet_length(extra)::bigint
                    FROM measurements
                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
                    ORDER BY seq
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
