package import Foundation
internal import GRDB
package import Vitals

extension SQLiteMigration {
    /// Subscriptions and the VAPID key. On PostgreSQL it's `db/migrations/0007-web-push.sql`, where the columns are
    /// explained.
    package static let webPush = SQLiteMigration(
        name: "7 push_subscriptions, push_keys",
        sql: """
            CREATE TABLE push_subscriptions (
              id          TEXT    NOT NULL PRIMARY KEY,
              user_id     TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              token_hash  TEXT    NOT NULL,
              device_hash TEXT    REFERENCES device_tokens(hash) ON DELETE CASCADE,
              endpoint    TEXT    NOT NULL,
              p256dh      TEXT    NOT NULL,
              auth        TEXT    NOT NULL,
              refusals    INTEGER NOT NULL DEFAULT 0,
              renewed_at  INTEGER NOT NULL,
              UNIQUE (user_id, endpoint)
            ) STRICT;
            CREATE INDEX push_subscriptions_device ON push_subscriptions (device_hash);

            CREATE TABLE push_keys (
              name        TEXT NOT NULL PRIMARY KEY,
              private_key TEXT NOT NULL
            ) STRICT;
            """)
}

extension SQLiteSyncStore: WebPushSubscriptionStore {
    package func storeWebPushSubscription(
        _ subscription: NewWebPushSubscription, user: UUID, token: SecretHash, now: Timestamp
    ) async throws -> StoredWebPushSubscription {
        try await write { db in
            let device = try Self.device(token, of: user, db)
            let known = try String.fetchOne(
                db, sql: "SELECT id FROM push_subscriptions WHERE user_id = ? AND endpoint = ?",
                arguments: [user.lowercased, subscription.endpoint]
            ).flatMap(UUID.init(uuidString:))
            let id = known ?? UUID()
            try db.execute(
                sql: """
                    INSERT INTO push_subscriptions
                      (id, user_id, token_hash, device_hash, endpoint, p256dh, auth, renewed_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET
                      token_hash = excluded.token_hash, device_hash = excluded.device_hash, p256dh = excluded.p256dh,
                      auth = excluded.auth, renewed_at = excluded.renewed_at, refusals = 0
                    """,
                arguments: [
                    id.lowercased, user.lowercased, token.text, device, subscription.endpoint, subscription.keys.p256dh,
                    subscription.keys.auth, now.millisecondsSinceEpoch,
                ])
            try db.execute(
                sql: """
                    DELETE FROM push_subscriptions WHERE id IN (
                      SELECT id FROM push_subscriptions WHERE user_id = ? AND id <> ?
                      ORDER BY renewed_at DESC, id DESC LIMIT -1 OFFSET ?)
                    """, arguments: [user.lowercased, id.lowercased, WebPushSubscriptionLimits.perUser - 1])
            return StoredWebPushSubscription(id: id, isNew: known == nil)
        }
    }

    /// The hash again where it's a paired device's token, and nil where it's the user's own.
    ///
    /// - Throws: `SyncStoreError.unknownUser` where it's neither.
    private static func device(_ token: SecretHash, of user: UUID, _ db: Database) throws -> String? {
        let device = try String.fetchOne(
            db, sql: "SELECT hash FROM device_tokens WHERE hash = ? AND user_id = ?",
            arguments: [token.text, user.lowercased])
        if let device { return device }
        let own = try String.fetchOne(db, sql: "SELECT token FROM users WHERE id = ?", arguments: [user.lowercased])
        guard let own, SecretHash(own) == token else { throw SyncStoreError.unknownUser }
        return nil
    }

    package func removeWebPushSubscription(endpoint: String, user: UUID) async throws {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM push_subscriptions WHERE user_id = ? AND endpoint = ?",
                arguments: [user.lowercased, endpoint])
        }
    }

    package func removeWebPushSubscription(_ id: UUID) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM push_subscriptions WHERE id = ?", arguments: [id.lowercased])
        }
    }

    package func webPushSubscriptions(of user: UUID) async throws -> [WebPushSubscription] {
        try await read { db in
            guard try db.tableExists("push_subscriptions") else { return [] }
            return try Row.fetchAll(
                db, sql: "SELECT * FROM push_subscriptions WHERE user_id = ? ORDER BY renewed_at, id",
                arguments: [user.lowercased]
            ).compactMap(WebPushSubscription.init)
        }
    }

    package func webPushSubscription(_ id: UUID) async throws -> WebPushSubscription? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM push_subscriptions WHERE id = ?", arguments: [id.lowercased])
                .flatMap(WebPushSubscription.init)
        }
    }

    package func countWebPushRefusal(_ id: UUID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE push_subscriptions SET refusals = refusals + 1 WHERE id = ?", arguments: [id.lowercased])
            try db.execute(
                sql: "DELETE FROM push_subscriptions WHERE id = ? AND refusals >= ?",
                arguments: [id.lowercased, WebPushSubscriptionLimits.refusalCount])
        }
    }

    package func clearWebPushRefusals(_ id: UUID) async throws {
        try await write { db in
            try db.execute(sql: "UPDATE push_subscriptions SET refusals = 0 WHERE id = ?", arguments: [id.lowercased])
        }
    }

    package func vapidKey(orStore candidate: String) async throws -> String {
        try await write { db in
            guard try db.tableExists("push_keys") else {
                throw SyncStoreError.unusable("The file has no table `push_keys`.")
            }
            try db.execute(
                sql: "INSERT INTO push_keys (name, private_key) VALUES ('vapid', ?) ON CONFLICT (name) DO NOTHING",
                arguments: [candidate])
            return try String.fetchOne(db, sql: "SELECT private_key FROM push_keys WHERE name = 'vapid'") ?? candidate
        }
    }
}

extension WebPushSubscription {
    /// Nil for a row that no version of this server writes.
    fileprivate init?(_ row: Row) {
        guard let id = UUID(uuidString: row["id"]), let user = UUID(uuidString: row["user_id"]),
            let keys = try? WebPushKeys(p256dh: row["p256dh"], auth: row["auth"])
        else { return nil }
        self.init(
            id: id, user: user, token: SecretHash(stored: row["token_hash"]), endpoint: row["endpoint"], keys: keys,
            refusalCount: row["refusals"])
    }
}
