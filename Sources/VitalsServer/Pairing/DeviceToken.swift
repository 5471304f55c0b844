package import Vitals

package import struct Foundation.UUID

/// A token that a device got for a code. Only the device knows the token itself.
package struct DeviceToken: Hashable, Sendable {
    /// Public id, used to revoke the token.
    package var id: UUID
    package var user: UUID
    /// The name the device gave itself; may be empty. At most 64 characters, none of them a control character.
    package var name: String
    /// A day in UTC, such as `2026-11-21`.
    package var createdOn: String
    /// A day in UTC, in the same format; nil before the first use.
    package var lastUsedOn: String?
    /// Nil for the token of a device that may read and write.
    package var limits: TokenLimits?

    package init(id: UUID, user: UUID, name: String, createdOn: String, lastUsedOn: String? = nil) {
        self.id = id
        self.user = user
        self.name = name
        self.createdOn = createdOn
        self.lastUsedOn = lastUsedOn
    }
}

/// What a token that only reads may read, and how long.
package struct TokenLimits: Hashable, Sendable {
    /// The moment at which the token ends; nil for one without an end.
    package var expiresAt: Timestamp?
    /// The kinds of records, such as `WEIGHT`; nil for everything.
    package var kinds: [String]?

    package init(expiresAt: Timestamp? = nil, kinds: [String]? = nil) {
        self.expiresAt = expiresAt
        self.kinds = kinds
    }
}

/// A token that is about to be stored. The code decides whose it is.
package struct NewDeviceToken: Hashable, Sendable {
    package var id = UUID()
    package var hash: SecretHash
    package var name: String

    package init(hash: SecretHash, name: String) {
        self.hash = hash
        self.name = name
    }
}
