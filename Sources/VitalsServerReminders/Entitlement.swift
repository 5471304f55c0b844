package import Foundation
package import Vitals

/// A permission that whoever runs the server gave to a user.
package struct Entitlement: Hashable, Sendable {
    package let user: UUID
    /// One word, such as `premium_access`.
    package let name: String
    package let grantedAt: Timestamp
    /// The first moment at which it holds no more; nil for one that has no end.
    package let until: Timestamp?

    package init(user: UUID, name: String, grantedAt: Timestamp, until: Timestamp?) {
        self.user = user
        self.name = name
        self.grantedAt = grantedAt
        self.until = until
    }

    /// The permission to change reminders, on a server that requires it.
    package static let premiumAccess = "premium_access"

    package func holds(at moment: Timestamp) -> Bool { until.map { moment < $0 } ?? true }

    /// As `user export` prints it.
    package var json: JSONValue {
        .object([
            .init("name", .string(name)), .init("grantedAt", .string(grantedAt.rfc3339)),
            .init("until", until.map { .string($0.rfc3339) } ?? .null),
        ])
    }
}

/// The database operations of entitlements.
package protocol EntitlementStore: Sendable {
    /// Gives a permission, or changes the end of one that was given.
    ///
    /// - Throws: `SyncStoreError.unknownUser`.
    func grant(_ entitlement: Entitlement) async throws

    /// Takes a permission back; false where the user had none.
    func revoke(_ name: String, from user: UUID) async throws -> Bool

    /// The permissions that were given, also those that have ended, by user and name.
    ///
    /// - Parameter user: nil for those of all users.
    func entitlements(of user: UUID?) async throws -> [Entitlement]

    /// False in a database that was made by a server from before reminders: it needs `vitals-server migrate`.
    var hasEntitlementTable: Bool { get }
}

extension EntitlementStore {
    /// The table; both kinds of store know by a hook without work whether the database has it.
    package static var entitlementTable: String { "entitlements" }
}
