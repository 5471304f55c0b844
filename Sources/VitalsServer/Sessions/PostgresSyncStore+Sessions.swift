package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore: AccessTokenStore {
    package func addAccessToken(
        _ token: SecretHash, of device: SecretHash, expiresAt: Timestamp, now: Timestamp
    ) async throws -> Bool {
        try await withSyncStoreErrors {
            try await pool.transaction { connection in
                // Skips rows that another transaction holds: waiting for them while it waits for ours would be a deadlock.
                try connection.query(
                    """
                    DELETE FROM access_tokens WHERE hash IN (
                      SELECT hash FROM access_tokens WHERE expires_at <= \(now)
                      LIMIT \(Int64(AccessTokenLimits.removedPerCall)) FOR UPDATE SKIP LOCKED)
                    """)
                // Two requests of one device run one after the other, so that together they keep the limit.
                let found = try connection.query(
                    "SELECT id FROM device_tokens WHERE hash = \(device.text) FOR NO KEY UPDATE")
                guard let id = try found.first?.value(0, as: UUID.self) else { return false }
                // Before the new one is stored, so that it's never among those that go.
                try connection.query(
                    """
                    DELETE FROM access_tokens WHERE device_id = \(id) AND hash NOT IN (
                      SELECT hash FROM access_tokens WHERE device_id = \(id)
                      ORDER BY expires_at DESC LIMIT \(Int64(AccessTokenLimits.perDevice - 1)))
                    """)
                try connection.query(
                    """
                    INSERT INTO access_tokens (hash, device_id, expires_at)
                    VALUES (\(token.text), \(id), \(expiresAt))
                    """)
                return true
            }
        }
    }

    package func sessionUser(accessToken: SecretHash, now: Timestamp) async throws -> UUID? {
        try await withAccessTokens { connection in
            try connection.query(
                """
                SELECT user_id FROM access_tokens JOIN device_tokens ON device_tokens.id = access_tokens.device_id
                WHERE access_tokens.hash = \(accessToken.text) AND expires_at > \(now)
                """
            ).first?.value(0, as: UUID.self)
        }
    }

    package func device(of token: SecretHash, now: Timestamp) async throws -> SecretHash? {
        let own = try await withAccessTokens { connection in
            try connection.query("SELECT hash FROM device_tokens WHERE hash = \(token.text)")
                .first?.value(0, as: String.self)
        }
        if let own { return SecretHash(stored: own) }
        return try await withAccessTokens { connection in
            try connection.query(
                """
                SELECT device_tokens.hash
                FROM access_tokens JOIN device_tokens ON device_tokens.id = access_tokens.device_id
                WHERE access_tokens.hash = \(token.text) AND expires_at > \(now)
                """
            ).first?.value(0, as: String.self)
        }.map { SecretHash(stored: $0) }
    }

    package func endDevice(_ device: SecretHash) async throws -> Bool {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                try connection.query("DELETE FROM device_tokens WHERE hash = \(device.text) RETURNING id").count == 1
            }
        }
    }

    package func checkAccessTokenTable() async throws {
        try await withSyncStoreErrors {
            try await pool.withConnection { connection in
                let found = try connection.query("SELECT 1::int8 WHERE to_regclass('access_tokens') IS NOT NULL")
                guard found.count > 0 else {
                    throw SyncStoreError.unusable(
                        "The database has no table for access tokens; run `vitals-server migrate`.")
                }
            }
        }
    }

    /// Reads; nil in a database whose tables are from before pairing or sessions, because no device has a token there.
    private func withAccessTokens<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result?
    ) async throws -> Result? {
        try await withSyncStoreErrors {
            do {
                return try await pool.withConnection(body)
            } catch let error as PostgresError where error.sqlState == Self.undefinedTable {
                return nil
            }
        }
    }

    private static let undefinedTable = "42P01"
}
