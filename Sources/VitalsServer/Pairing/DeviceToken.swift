package import struct Foundation.UUID

/// A token that a device got for a code. The token itself is known to the device alone.
package struct DeviceToken: Hashable, Sendable {
    /// By which a person revokes it.
    package var id: UUID
    package var user: UUID
    /// What the device called itself; may be empty. At most 64 characters, none of them a control character.
    package var name: String
    /// A day in UTC, such as `2026-11-21`.
    package var createdOn: String
    /// The same; nil before the first use.
    package var lastUsedOn: String?

    package init(id: UUID, user: UUID, name: String, createdOn: String, lastUsedOn: String? = nil) {
        self.id = id
        self.user = user
        self.name = name
        self.createdOn = createdOn
        self.lastUsedOn = lastUsedOn
    }
}

/// A token on its way into a store: whose it is, the code says.
package struct NewDeviceToken: Hashable, Sendable {
    package var id = UUID()
    package var hash: SecretHash
    package var name: String

    package init(hash: SecretHash, name: String) {
        self.hash = hash
        self.name = name
    }
}
