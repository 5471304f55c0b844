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

    package init(id: UUID, user: UUID, name: String, createdOn: String, lastUsedOn: String? = nil) {
        self.id = id
        self.user = user
        self.name = name
        self.createdOn = createdOn
        self.lastUsedOn = lastUsedOn
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
