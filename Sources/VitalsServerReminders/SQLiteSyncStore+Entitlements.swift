package import Foundation
package import GRDB
import Vitals
package import VitalsServer

extension SQLiteMigration {
    /// What users may do beyond the rest. On PostgreSQL it's `db/migrations/0011-reminders.sql`.
    package static let reminders = SQLiteMigration(
        name: "11 entitlements",
        sql: """
            CREATE TABLE entitlements (
              user_id    TEXT    NOT NULL REFERENCES users(id) ON DELETE CASCADE,
              name       TEXT    NOT NULL,
              granted_at INTEGER NOT NULL,
              until      INTEGER,
              PRIMARY KEY (user_id, name)
            ) STRICT;
            """)
}

extension SQLitePushHook {
    /// No work: the store knows by it that its file has the table. The grants are the operator's, so they aren't records of the user.
    package static let reminders = PushHook(table: "entitlements") { _, _, _ in { _ in } }
}

extension SQLiteSyncStore: EntitlementStore {
    package func grant(_ entitlement: Entitlement) async throws {
        try await write { db in
            let user = entitlement.user.lowercased
            guard try Bool.fetchOne(db, sql: "SELECT 1 FROM users WHERE id = ?", arguments: [user]) != nil else {
                throw SyncStoreError.unknownUser
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO entitlements (user_id, name, granted_at, until) VALUES (?, ?, ?, ?)",
                arguments: [
                    user, entitlement.name, entitlement.grantedAt.millisecondsSinceEpoch,
                    entitlement.until?.millisecondsSinceEpoch,
                ])
        }
    }

    package func revoke(_ name: String, from user: UUID) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM entitlements WHERE user_id = ? AND name = ?", arguments: [user.lowercased, name])
            return db.changesCount == 1
        }
    }

    package func entitlements(of user: UUID?) async throws -> [Entitlement] {
        try await read { db in
            guard try db.tableExists("entitlements") else { return [] }
            let sql = """
                SELECT user_id, name, granted_at, until FROM entitlements
                WHERE user_id = coalesce(?, user_id) ORDER BY user_id, name
                """
            return try Row.fetchAll(db, sql: sql, arguments: [user?.lowercased]).compactMap { row in
                guard let user = UUID(uuidString: row["user_id"]) else { return nil }
                return Entitlement(
                    user: user, name: row["name"], grantedAt: Timestamp(clamping: row["granted_at"]),
                    until: (row["until"] as Int64?).map { Timestamp(clamping: $0) })
            }
        }
    }

    package var hasEntitlementTable: Bool { pushHooks.contains { $0.table == Self.entitlementTable } }
}
