package import Foundation
import Vitals
package import VitalsServer

extension PostgresPushHook {
    /// No work: the store knows by it whether its database has the table. The grants are the operator's, so they aren't records of the
    /// user.
    package static let reminders = PushHook(table: "entitlements") { _, _, _ in { _ in } }
}

extension PostgresSyncStore: EntitlementStore {
    package func grant(_ entitlement: Entitlement) async throws {
        let (user, name) = (entitlement.user, entitlement.name)
        let (grantedAt, until) = (entitlement.grantedAt, entitlement.until)
        try await write { connection in
            guard try connection.query("SELECT id FROM users WHERE id = \(user) FOR KEY SHARE").count == 1 else {
                throw SyncStoreError.unknownUser
            }
            try connection.query(
                """
                INSERT INTO entitlements (user_id, name, granted_at, until)
                VALUES (\(user), \(name), \(grantedAt), \(until))
                ON CONFLICT (user_id, name) DO UPDATE SET granted_at = excluded.granted_at, until = excluded.until
                """)
        }
    }

    package func revoke(_ name: String, from user: UUID) async throws -> Bool {
        try await write { connection in
            try connection.query(
                "DELETE FROM entitlements WHERE user_id = \(user) AND name = \(name) RETURNING name"
            ).count == 1
        }
    }

    package func entitlements(of user: UUID?) async throws -> [Entitlement] {
        guard hasEntitlementTable else { return [] }
        return try await read { connection in
            try connection.query(
                """
                SELECT user_id, name, granted_at, until FROM entitlements
                WHERE user_id = coalesce(\(user), user_id) ORDER BY user_id, name
                """
            ).rows.map { row in
                Entitlement(
                    user: try row.value(0), name: try row.value(1), grantedAt: try row.value(2),
                    until: try row.valueIfPresent(3))
            }
        }
    }

    package var hasEntitlementTable: Bool { pushHooks.contains { $0.table == Self.entitlementTable } }
}
