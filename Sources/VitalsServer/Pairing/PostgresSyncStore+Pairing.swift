package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore: PairingStore {
    package func addPairingCode(_ hash: SecretHash, user: UUID, expiresAt: Timestamp, now: Timestamp) async throws {
        try await withPairingTables { connection in
            try connection.transaction {
                try connection.query("DELETE FROM pairing_codes WHERE expires_at <= \(now)")
                guard try connection.query("SELECT id FROM users WHERE id = \(user) FOR KEY SHARE").count == 1 else {
                    throw SyncStoreError.unknownUser
                }
                let added = try connection.query(
                    """
                    INSERT INTO pairing_codes (hash, user_id, expires_at) VALUES (\(hash.text), \(user), \(expiresAt))
                    ON CONFLICT (hash) DO NOTHING RETURNING user_id
                    """)
                guard added.count == 1 else { throw SyncStoreError.tokenTaken }
            }
        }
    }

    /// Locks the user's row first, as `deleteUser` does. In the other order the two could deadlock.
    package func exchangePairingCode(
        _ hash: SecretHash, for token: NewDeviceToken, now: Timestamp
    ) async throws -> UUID? {
        try await withPairingTables { connection in
            try connection.transaction {
                try connection.query(
                    """
                    SELECT users.id FROM users JOIN pairing_codes ON pairing_codes.user_id = users.id
                    WHERE pairing_codes.hash = \(hash.text) FOR KEY SHARE OF users
                    """)
                // If two requests arrive together, the second waits here for the first, and then finds no row.
                let taken = try connection.query(
                    "DELETE FROM pairing_codes WHERE hash = \(hash.text) AND expires_at > \(now) RETURNING user_id")
                guard let user = try taken.first?.value(0, as: UUID.self) else { return nil }
                try connection.query(
                    """
                    INSERT INTO device_tokens (id, hash, user_id, name, created_on)
                    VALUES (\(token.id), \(token.hash.text), \(user), \(token.name), CAST(\(now.day) AS date))
                    """)
                return user
            }
        }
    }

    package func deviceUser(token: SecretHash, now: Timestamp) async throws -> UUID? {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                do {
                    let found = try connection.query(
                        """
                        SELECT user_id, to_char(last_used_on, 'YYYY-MM-DD') FROM device_tokens
                        WHERE hash = \(token.text)
                        """)
                    guard let row = found.first else { return nil }
                    let user = try row.value(0, as: UUID.self)
                    if try row.valueIfPresent(1, as: String.self) != now.day {
                        // One write a day. If it fails, only the stored day is wrong, and the request continues.
                        _ = try? connection.query(
                            """
                            UPDATE device_tokens SET last_used_on = CAST(\(now.day) AS date)
                            WHERE hash = \(token.text)
                            """)
                    }
                    return user
                } catch let error as PostgresError where error.sqlState == PairingTables.missingState {
                    return nil  // no device was ever paired here
                }
            }
        }
    }

    package func deviceTokens(user: UUID?) async throws -> [DeviceToken] {
        try await withPairingTables { connection in
            try connection.query(
                """
                SELECT id, user_id, name, to_char(created_on, 'YYYY-MM-DD'), to_char(last_used_on, 'YYYY-MM-DD')
                FROM device_tokens WHERE user_id = coalesce(\(user), user_id)
                ORDER BY created_on, name COLLATE "C", id
                """
            ).rows.map { row in
                DeviceToken(
                    id: try row.value(0), user: try row.value(1), name: try row.value(2), createdOn: try row.value(3),
                    lastUsedOn: try row.valueIfPresent(4))
            }
        }
    }

    package func revokeDeviceToken(_ id: UUID) async throws -> Bool {
        try await withPairingTables { connection in
            try connection.query("DELETE FROM device_tokens WHERE id = \(id) RETURNING id").count == 1
        }
    }

    /// - Throws: `SyncStoreError.unusable`, which says what to do, where the tables don't exist.
    private func withPairingTables<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await withSyncStoreErrors {
            do {
                return try await pool.withConnection(body)
            } catch let error as PostgresError where error.sqlState == PairingTables.missingState {
                throw SyncStoreError.unusable(PairingTables.missing)
            }
        }
    }
}

/// The tables that `db/migrations/0002-pairing.sql` creates.
private enum PairingTables {
    /// undefined_table
    static let missingState = "42P01"
    static let missing = "The database has no tables for pairing yet; run `vitals-server migrate`."
}
