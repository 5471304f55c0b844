package import Foundation
package import GRDB
package import Vitals

extension SQLiteMigration {
    /// Tokens that only read. On PostgreSQL it's `db/migrations/0013-devices.sql`, which says why they have a table of their own.
    package static let devices = SQLiteMigration(
        name: "13 read_only_tokens",
        sql: """
            CREATE TABLE read_only_tokens (
              id           TEXT    NOT NULL PRIMARY KEY,
              hash         TEXT    NOT NULL UNIQUE,
              user_id      TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              name         TEXT    NOT NULL,
              created_on   TEXT    NOT NULL,
              last_used_on TEXT,
              expires_at   INTEGER,
              kinds        TEXT
            ) STRICT;
            CREATE INDEX read_only_tokens_user ON read_only_tokens (user_id);
            """)
}

extension SQLitePushHook {
    /// No work: the store knows by it that its file has the table. The tokens are the operator's, so they aren't records of the
    /// user.
    package static let devices = PushHook(table: "read_only_tokens") { _, _, _ in { _ in } }
}

extension SQLiteSyncStore: ReadOnlyTokenStore {
    package var hasReadOnlyTokenTable: Bool { pushHooks.contains { $0.table == "read_only_tokens" } }

    package func addReadOnlyToken(_ token: NewReadOnlyToken, user: UUID, now: Timestamp) async throws {
        try await write { db in
            let user = user.lowercased
            guard try Bool.fetchOne(db, sql: "SELECT 1 FROM users WHERE id = ?", arguments: [user]) != nil else {
                throw SyncStoreError.unknownUser
            }
            try db.execute(
                sql: """
                    INSERT INTO read_only_tokens (id, hash, user_id, name, created_on, expires_at, kinds)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    token.id.lowercased, token.hash.text, user, token.name, now.day,
                    token.limits.expiresAt?.millisecondsSinceEpoch, token.limits.storedKinds,
                ])
        }
    }

    package func readOnlyToken(_ hash: SecretHash, now: Timestamp) async throws -> ReadOnlyToken? {
        guard hasReadOnlyTokenTable else { return nil }
        let found = try await read { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT * FROM read_only_tokens WHERE hash = ? AND coalesce(expires_at > ?, TRUE)"),
                arguments: [hash.text, now.millisecondsSinceEpoch]
            ).flatMap(Self.readOnlyToken)
        }
        if let found, found.lastUsedOn != now.day {
            // One write a day. If it fails, only the stored day is wrong, and the request continues.
            try? await write { db in
                try db.execute(
                    sql: "UPDATE read_only_tokens SET last_used_on = ? WHERE hash = ?", arguments: [now.day, hash.text])
            }
        }
        return found
    }

    package func readOnlyTokens(user: UUID?) async throws -> [ReadOnlyToken] {
        guard hasReadOnlyTokenTable else { return [] }
        return try await read { db in
            let sql = """
                SELECT * FROM read_only_tokens WHERE user_id = coalesce(?, user_id) ORDER BY created_on, name, id
                """
            return try Row.fetchAll(db, sql: sql, arguments: [user?.lowercased]).compactMap(Self.readOnlyToken)
        }
    }

    package func revokeReadOnlyToken(_ id: UUID) async throws -> Bool {
        guard hasReadOnlyTokenTable else { return false }
        return try await write { db in
            try db.execute(sql: "DELETE FROM read_only_tokens WHERE id = ?", arguments: [id.lowercased])
            return db.changesCount == 1
        }
    }

    package func deviceID(of hash: SecretHash) async throws -> UUID? {
        try await read { db in
            try String.fetchOne(db, sql: "SELECT id FROM device_tokens WHERE hash = ?", arguments: [hash.text])
        }.flatMap(UUID.init(uuidString:))
    }

    package func removeDevice(_ id: UUID, of user: UUID) async throws -> Bool {
        let tables = ["device_tokens"] + (hasReadOnlyTokenTable ? ["read_only_tokens"] : [])
        return try await write { db in
            var count = 0
            for table in tables {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE id = ? AND user_id = ?",
                    arguments: [id.lowercased, user.lowercased])
                count += db.changesCount
            }
            return count > 0
        }
    }

    private static func readOnlyToken(_ row: Row) -> ReadOnlyToken? {
        guard let id = UUID(uuidString: row["id"]), let user = UUID(uuidString: row["user_id"]) else { return nil }
        return ReadOnlyToken(
            id: id, user: user, name: row["name"], createdOn: row["created_on"], lastUsedOn: row["last_used_on"],
            limits: TokenLimits(
                expiresAt: (row["expires_at"] as Int64?).map { Timestamp(clamping: $0) }, storedKinds: row["kinds"]))
    }
}
