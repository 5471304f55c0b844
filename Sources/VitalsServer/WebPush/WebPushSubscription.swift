package import struct Foundation.UUID

/// A browser that wants to be woken, as a store keeps it.
package struct WebPushSubscription: Hashable, Sendable {
    package let id: UUID
    package let user: UUID
    /// The token of the device that subscribed. A push by the same token doesn't wake it.
    package let token: SecretHash
    package let endpoint: String
    package let keys: WebPushKeys
    /// How often the push service has refused a message since it took one.
    package let refusalCount: Int

    package init(id: UUID, user: UUID, token: SecretHash, endpoint: String, keys: WebPushKeys, refusalCount: Int = 0) {
        self.id = id
        self.user = user
        self.token = token
        self.endpoint = endpoint
        self.keys = keys
        self.refusalCount = refusalCount
    }
}

/// A subscription that a device asks for.
package struct NewWebPushSubscription: Hashable, Sendable {
    package let endpoint: String
    package let keys: WebPushKeys

    package init(endpoint: String, keys: WebPushKeys) {
        self.endpoint = endpoint
        self.keys = keys
    }
}

/// The outcome of storing a subscription.
package struct StoredWebPushSubscription: Hashable, Sendable {
    package let id: UUID
    /// False where the user had this endpoint already.
    package let isNew: Bool
}
