package import Vitals

package import struct Foundation.UUID

extension PostgresSyncStore: WebPushSubscriptionStore {
    /// Locks the user's row, then the device's, then the subscription's, as a deletion and a revocation do. In another
    /// order they could deadlock. The lock of the user's row also keeps the limit when several devices subscribe at
    /// once.
    package func storeWebPushSubscription(
        _ subscription: NewWebPushSubscription, user: UUID, token: SecretHash, now: Timestamp
    ) async throws -> StoredWebPushSubscription {
        try await withPushTables { connection in
            try connection.transaction {
                let device = try connection.device(token, of: user)
                let known: UUID? = try connection.query(
                    "SELECT id FROM push_subscriptions WHERE user_id = \(user) AND endpoint = \(subscription.endpoint)"
                ).first?.value(0)
                let id = known ?? UUID()
                try connection.query(
                    """
                    INSERT INTO push_subscriptions
                      (id, user_id, token_hash, device_hash, endpoint, p256dh, auth, renewed_at)
                    VALUES (\(id), \(user), \(token.text), \(device), \(subscription.endpoint),
                            \(subscription.keys.p256dh), \(subscription.keys.auth), \(now))
                    ON CONFLICT (user_id, endpoint) DO UPDATE SET
                      token_hash = excluded.token_hash, device_hash = excluded.device_hash, p256dh = excluded.p256dh,
                      auth = excluded.auth, renewed_at = excluded.renewed_at, refusals = 0
                    """)
                try connection.query(
                    """
                    DELETE FROM push_subscriptions WHERE id IN (
                      SELECT id FROM push_subscriptions WHERE user_id = \(user) AND id <> \(id)
                      ORDER BY renewed_at DESC, id DESC OFFSET \(Int64(WebPushSubscriptionLimits.perUser - 1)))
                    """)
                return StoredWebPushSubscription(id: id, isNew: known == nil)
            }
        }
    }

    package func removeWebPushSubscription(endpoint: String, user: UUID) async throws {
        try await withPushTables { connection in
            _ = try connection.query(
                "DELETE FROM push_subscriptions WHERE user_id = \(user) AND endpoint = \(endpoint)")
        }
    }

    package func removeWebPushSubscription(_ id: UUID) async throws {
        try await withPushTables { connection in
            _ = try connection.query("DELETE FROM push_subscriptions WHERE id = \(id)")
        }
    }

    package func webPushSubscriptions(of user: UUID) async throws -> [WebPushSubscription] {
        try await withPushTables { connection in
            guard try connection.query("SELECT 1::int8 WHERE to_regclass('push_subscriptions') IS NOT NULL").count > 0
            else { return [] }
            return try connection.query(
                """
                SELECT \(unsafe: PushTables.columns) FROM push_subscriptions
                WHERE user_id = \(user) ORDER BY renewed_at, id
                """
            ).rows.compactMap(WebPushSubscription.init)
        }
    }

    package func webPushSubscription(_ id: UUID) async throws -> WebPushSubscription? {
        try await withPushTables { connection in
            try connection.query("SELECT \(unsafe: PushTables.columns) FROM push_subscriptions WHERE id = \(id)").first
                .flatMap(WebPushSubscription.init)
        }
    }

    package func countWebPushRefusal(_ id: UUID) async throws {
        try await withPushTables { connection in
            try connection.transaction {
                try connection.query("UPDATE push_subscriptions SET refusals = refusals + 1 WHERE id = \(id)")
                try connection.query(
                    """
                    DELETE FROM push_subscriptions
                    WHERE id = \(id) AND refusals >= \(Int64(WebPushSubscriptionLimits.refusalCount))
                    """)
            }
        }
    }

    package func clearWebPushRefusals(_ id: UUID) async throws {
        try await withPushTables { connection in
            _ = try connection.query("UPDATE push_subscriptions SET refusals = 0 WHERE id = \(id)")
        }
    }

    /// The insertion waits for another server's and then does nothing, so both read the same key.
    package func vapidKey(orStore candidate: String) async throws -> String {
        try await withPushTables { connection in
            try connection.query(
                """
                INSERT INTO push_keys (name, private_key) VALUES ('vapid', \(candidate)) ON CONFLICT (name) DO NOTHING
                """)
            return try connection.query("SELECT private_key FROM push_keys WHERE name = 'vapid'").first?.value(0)
                ?? candidate
        }
    }

    /// - Throws: `SyncStoreError.unusable`, which says what to do, where the tables don't exist.
    private func withPushTables<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await withSyncStoreErrors {
            do {
                return try await pool.withConnection(body)
            } catch let error as PostgresError where error.sqlState == PushTables.missingState {
                throw SyncStoreError.unusable(PushTables.missing)
            }
        }
    }
}

extension PostgresConnection {
    /// The hash again where it's a paired device's token, and nil where it's the user's own.
    ///
    /// - Throws: `SyncStoreError.unknownUser` where it's neither.
    fileprivate func device(_ token: SecretHash, of user: UUID) throws -> String? {
        let own: String? = try query("SELECT token FROM users WHERE id = \(user) FOR NO KEY UPDATE").first?.value(0)
        guard let own else { throw SyncStoreError.unknownUser }
        let device: String? = try query(
            "SELECT hash FROM device_tokens WHERE hash = \(token.text) AND user_id = \(user) FOR KEY SHARE"
        ).first?.value(0)
        guard device != nil || SecretHash(own) == token else { throw SyncStoreError.unknownUser }
        return device
    }
}

extension WebPushSubscription {
    /// A row of `PushTables.columns`; nil for one that no version of this server writes.
    fileprivate init?(_ row: PostgresRow) throws {
        guard let keys = try? WebPushKeys(p256dh: try row.value(4), auth: try row.value(5)) else { return nil }
        let refusals: Int64 = try row.value(6)
        self.init(
            id: try row.value(0), user: try row.value(1), token: SecretHash(stored: try row.value(2)),
            endpoint: try row.value(3), keys: keys, refusalCount: Int(refusals))
    }
}

/// The tables that `db/migrations/0007-web-push.sql` creates.
private enum PushTables {
    static let columns = "id, user_id, token_hash, endpoint, p256dh, auth, refusals"
    /// undefined_table
    static let missingState = "42P01"
    static let missing = "The database has no tables for Web Push yet; run `vitals-server migrate`."
}
