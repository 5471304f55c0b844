package import Foundation
internal import GRDB
package import Vitals

extension SQLiteMigration {
    /// The access tokens of paired devices. On PostgreSQL it's `db/migrations/0008-sessions.sql`.
    package static let sessions = SQLiteMigration(
        name: "8 access_tokens",
        sql: """
            CREATE TABLE access_tokens (
              hash       TEXT    NOT NULL PRIMARY KEY,
              device_id  TEXT    NOT NULL REFERENCES device_tokens(id) ON DELETE CASCADE,
              expires_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX access_tokens_device ON access_tokens (device_id, expires_at);
            CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);
            """)
}

extension SQLiteSyncStore: AccessTokenStore {
    package func addAccessToken(
        _ token: SecretHash, of device: SecretHash, expiresAt: Timestamp, now: Timestamp
    ) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM access_tokens WHERE hash IN
                      (SELECT hash FROM access_tokens WHERE expires_at <= ? LIMIT ?)
                    """,
                arguments: [now.millisecondsSinceEpoch, AccessTokenLimits.removedPerCall])
            let id = try String.fetchOne(
                db, sql: "SELECT id FROM device_tokens WHERE hash = ?", arguments: [device.text])
            guard let id else { return false }
            // Before the new one is stored, so that it's never among those that go.
            try db.execute(
                sql: """
                    DELETE FROM access_tokens WHERE device_id = :id AND hash NOT IN
                      (SELECT hash FROM access_tokens WHERE device_id = :id ORDER BY expires_at DESC LIMIT :others)
                    """,
                arguments: ["id": id, "others": AccessTokenLimits.perDevice - 1])
            try db.execute(
                sql: "INSERT INTO access_tokens (hash, device_id, expires_at) VALUES (?, ?, ?)",
                arguments: [token.text, id, expiresAt.millisecondsSinceEpoch])
            return true
        }
    }

    package func sessionUser(accessToken: SecretHash, now: Timestamp) async throws -> UUID? {
        try await read { db -> String? in
            // A file that was opened without the migration has no access tokens.
            guard try db.tableExists("access_tokens") else { return nil }
            let sql = """
                SELECT user_id FROM access_tokens JOIN device_tokens ON device_tokens.id = access_tokens.device_id
                WHERE access_tokens.hash = ? AND expires_at > ?
                """
            return try String.fetchOne(
                db.cachedStatement(sql: sql), arguments: [accessToken.text, now.millisecondsSinceEpoch])
        }.flatMap(UUID.init(uuidString:))
    }

    package func device(of token: SecretHash, now: Timestamp) async throws -> SecretHash? {
        try await read { db -> String? in
            let own = try String.fetchOne(
                db, sql: "SELECT hash FROM device_tokens WHERE hash = ?", arguments: [token.text])
            if let own { return own }
            guard try db.tableExists("access_tokens") else { return nil }
            return try String.fetchOne(
                db,
                sql: """
                    SELECT device_tokens.hash
                    FROM access_tokens JOIN device_tokens ON device_tokens.id = access_tokens.device_id
                    WHERE access_tokens.hash = ? AND expires_at > ?
                    """,
                arguments: [token.text, now.millisecondsSinceEpoch])
        }.map { SecretHash(stored: $0) }
    }

    package func endDevice(_ device: SecretHash) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM device_tokens WHERE hash = ?", arguments: [device.text])
            return db.changesCount == 1
        }
    }

    package func checkAccessTokenTable() async throws {
        guard try await read({ try $0.tableExists("access_tokens") }) else {
            throw SyncStoreError.unusable("The file has no table `access_tokens`.")
        }
    }
}
