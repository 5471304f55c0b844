package import struct Foundation.UUID

extension PostgresSyncStore {
    package func user(token: String) async throws -> UUID? {
        guard !token.utf8.contains(0) else { return nil }  // PostgreSQL's text type can't hold U+0000
        return try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                try connection.query("SELECT id FROM users WHERE token = \(token)").first?.value(0)
            }
        }
    }

    package func addUser(token: String) async throws -> UUID {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                let rows = try connection.query(
                    "INSERT INTO users (token) VALUES (\(token)) ON CONFLICT (token) DO NOTHING RETURNING id")
                guard let row = rows.first else { throw SyncStoreError.tokenTaken }
                return try row.value(0)
            }
        }
    }

    package func users() async throws -> [UserSummary] {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                try connection.query(
                    """
                    SELECT users.id, count(measurements.id)
                    FROM users LEFT JOIN measurements ON measurements.user_id = users.id
                    GROUP BY users.id ORDER BY users.id
                    """
                ).rows.map { UserSummary(id: try $0.value(0), recordCount: Int(try $0.value(1, as: Int64.self))) }
            }
        }
    }

    /// Locks the user's row first. A running push finishes before the deletion, and the next push finds no user.
    package func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        let ownTables = pushHooks.filter(\.holdsRecords).map(\.table)
        let tables = ["measurements"] + ownTables
        return try await withSyncStoreErrors {
            try await pool.transaction { connection in
                guard try connection.query("SELECT id FROM users WHERE id = \(id) FOR UPDATE").count == 1 else {
                    return false
                }
                for table in tables where ifEmpty {
                    // A separate statement after the lock, so that its snapshot includes what the last push committed.
                    let held = try connection.query("SELECT id FROM \(unsafe: table) WHERE user_id = \(id) LIMIT 1")
                    guard held.count == 0 else { throw SyncStoreError.hasRecords }
                }
                for table in ownTables { try connection.deleteMost(of: id, in: table) }
                try connection.query("DELETE FROM measurements WHERE user_id = \(id)")
                try connection.query("DELETE FROM sync_log WHERE user_id = \(id)")
                try connection.query("DELETE FROM users WHERE id = \(id)")
                return true
            }
        }
    }
}

extension PostgresConnection {
    private static let pieceCount: Int64 = 50_000
    private static let leastID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// Deletes a user's rows in pieces, since a statement has 15 seconds and a user may have millions of rows. What's less than a
    /// piece goes with the user.
    fileprivate func deleteMost(of user: UUID, in table: String) throws {
        var last = Self.leastID
        while let end: UUID = try query(
            """
            SELECT id FROM \(unsafe: table) WHERE user_id = \(user) AND id > \(last)
            ORDER BY id OFFSET \(Self.pieceCount - 1) LIMIT 1
            """
        ).first?.value(0) {
            try query("DELETE FROM \(unsafe: table) WHERE user_id = \(user) AND id > \(last) AND id <= \(end)")
            last = end
        }
    }
}
