package import Foundation
internal import GRDB
package import Vitals

extension SQLiteMigration {
    /// The pairing tables. Times are milliseconds since the epoch, days and ids are texts, hashes are 64 hexadecimal
    /// digits.
    package static let pairing = SQLiteMigration(
        name: "2 pairing_codes, device_tokens",
        sql: """
            CREATE TABLE pairing_codes (
              hash       TEXT    NOT NULL PRIMARY KEY,
              user_id    TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              expires_at INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE device_tokens (
              id           TEXT NOT NULL PRIMARY KEY,
              hash         TEXT NOT NULL UNIQUE,
              user_id      TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              name         TEXT NOT NULL,
              created_on   TEXT NOT NULL,
              last_used_on TEXT
            ) STRICT;
            CREATE INDEX device_tokens_user ON device_tokens (user_id);
            """)
}

extension SQLiteSyncStore: PairingStore {
    package func addPairingCode(_ hash: SecretHash, user: UUID, expiresAt: Timestamp, now: Timestamp) async throws {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM pairing_codes WHERE expires_at <= ?", arguments: [now.millisecondsSinceEpoch])
            guard try Bool.fetchOne(db, sql: "SELECT 1 FROM users WHERE id = ?", arguments: [user.lowercased]) != nil
            else { throw SyncStoreError.unknownUser }
            try db.execute(
                sql: "INSERT INTO pairing_codes (hash, user_id, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [hash.text, user.lowercased, expiresAt.millisecondsSinceEpoch])
            guard db.changesCount == 1 else { throw SyncStoreError.tokenTaken }
        }
    }

    package func exchangePairingCode(
        _ hash: SecretHash, for token: NewDeviceToken, now: Timestamp
    ) async throws -> UUID? {
        try await write { db in
            let user = try String.fetchOne(
                db, sql: "DELETE FROM pairing_codes WHERE hash = ? AND expires_at > ? RETURNING user_id",
                arguments: [hash.text, now.millisecondsSinceEpoch])
            guard let user else { return nil }
            try db.execute(
                sql: "INSERT INTO device_tokens (id, hash, user_id, name, created_on) VALUES (?, ?, ?, ?, ?)",
                arguments: [token.id.lowercased, token.hash.text, user, token.name, now.day])
            return UUID(uuidString: user)
        }
    }

    package func deviceUser(token: SecretHash, now: Timestamp) async throws -> UUID? {
        let found = try await read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT user_id, last_used_on FROM device_tokens WHERE hash = ?"),
                arguments: [token.text]
            ).map { row -> (user: String, lastUsedOn: String?) in (row["user_id"], row["last_used_on"]) }
        }
        guard let found else { return nil }
        if found.lastUsedOn != now.day {
            // One write a day. If it fails, only the stored day is wrong, and the request continues.
            try? await write { db in
                try db.execute(
                    sql: "UPDATE device_tokens SET last_used_on = ? WHERE hash = ?", arguments: [now.day, token.text])
            }
        }
        return UUID(uuidString: found.user)
    }

    package func deviceTokens(user: UUID?) async throws -> [DeviceToken] {
        try await read { db in
            let sql = """
                SELECT id, user_id, name, created_on, last_used_on FROM device_tokens
                WHERE user_id = coalesce(?, user_id) ORDER BY created_on, name, id
                """
            return try Row.fetchAll(db, sql: sql, arguments: [user?.lowercased]).compactMap { row in
                guard let id = UUID(uuidString: row["id"]), let user = UUID(uuidString: row["user_id"]) else {
                    return nil
                }
                return DeviceToken(
                    id: id, user: user, name: row["name"], createdOn: row["created_on"],
                    lastUsedOn: row["last_used_on"])
            }
        }
    }

    package func revokeDeviceToken(_ id: UUID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM device_tokens WHERE id = ?", arguments: [id.lowercased])
            return db.changesCount == 1
        }
    }
}
