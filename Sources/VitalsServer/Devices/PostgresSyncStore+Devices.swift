package import Vitals

package import struct Foundation.UUID

extension PostgresPushHook {
    /// No work: the store knows by it whether its database has the table. The tokens are the operator's, so they aren't records of
    /// the user.
    package static let devices = PushHook(table: "read_only_tokens") { _, _, _ in { _ in } }
}

extension PostgresSyncStore: ReadOnlyTokenStore {
    package var hasReadOnlyTokenTable: Bool { pushHooks.contains { $0.table == "read_only_tokens" } }

    package func addReadOnlyToken(_ token: NewReadOnlyToken, user: UUID, now: Timestamp) async throws {
        let (id, hash, name, kinds) = (token.id, token.hash.text, token.name, token.limits.storedKinds)
        let expiresAt = token.limits.expiresAt
        try await write { connection in
            guard try connection.query("SELECT id FROM users WHERE id = \(user) FOR KEY SHARE").count == 1 else {
                throw SyncStoreError.unknownUser
            }
            try connection.query(
                """
                INSERT INTO read_only_tokens (id, hash, user_id, name, created_on, expires_at, kinds)
                VALUES (\(id), \(hash), \(user), \(name), CAST(\(now.day) AS date), \(expiresAt), \(kinds))
                """)
        }
    }

    package func readOnlyToken(_ hash: SecretHash, now: Timestamp) async throws -> ReadOnlyToken? {
        guard hasReadOnlyTokenTable else { return nil }
        return try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                let found = try connection.query(
                    """
                    SELECT id, user_id, name, to_char(created_on, 'YYYY-MM-DD'), to_char(last_used_on, 'YYYY-MM-DD'),
                        expires_at, kinds
                    FROM read_only_tokens WHERE hash = \(hash.text) AND coalesce(expires_at > \(now), TRUE)
                    """)
                guard let token = try found.first.map(Self.readOnlyToken) else { return nil }
                if token.lastUsedOn != now.day {
                    // One write a day. If it fails, only the stored day is wrong, and the request continues.
                    _ = try? connection.query(
                        """
                        UPDATE read_only_tokens SET last_used_on = CAST(\(now.day) AS date) WHERE hash = \(hash.text)
                        """)
                }
                return token
            }
        }
    }

    package func readOnlyTokens(user: UUID?) async throws -> [ReadOnlyToken] {
        guard hasReadOnlyTokenTable else { return [] }
        return try await read { connection in
            try connection.query(
                """
                SELECT id, user_id, name, to_char(created_on, 'YYYY-MM-DD'), to_char(last_used_on, 'YYYY-MM-DD'),
                    expires_at, kinds
                FROM read_only_tokens WHERE user_id = coalesce(\(user), user_id)
                ORDER BY created_on, name COLLATE "C", id
                """
            ).rows.map(Self.readOnlyToken)
        }
    }

    package func revokeReadOnlyToken(_ id: UUID) async throws -> Bool {
        guard hasReadOnlyTokenTable else { return false }
        return try await write { connection in
            try connection.query("DELETE FROM read_only_tokens WHERE id = \(id) RETURNING id").count == 1
        }
    }

    package func deviceID(of hash: SecretHash) async throws -> UUID? {
        try await read { connection in
            try connection.query("SELECT id FROM device_tokens WHERE hash = \(hash.text)").first?.value(0)
        }
    }

    package func removeDevice(_ id: UUID, of user: UUID) async throws -> Bool {
        let hasTable = hasReadOnlyTokenTable
        return try await write { connection in
            let devices = try connection.query(
                "DELETE FROM device_tokens WHERE id = \(id) AND user_id = \(user) RETURNING id")
            guard devices.count == 0, hasTable else { return devices.count == 1 }
            return try connection.query(
                "DELETE FROM read_only_tokens WHERE id = \(id) AND user_id = \(user) RETURNING id"
            ).count == 1
        }
    }

    private static func readOnlyToken(_ row: PostgresRow) throws -> ReadOnlyToken {
        ReadOnlyToken(
            id: try row.value(0), user: try row.value(1), name: try row.value(2), createdOn: try row.value(3),
            lastUsedOn: try row.valueIfPresent(4),
            limits: TokenLimits(expiresAt: try row.valueIfPresent(5), storedKinds: try row.valueIfPresent(6)))
    }
}
