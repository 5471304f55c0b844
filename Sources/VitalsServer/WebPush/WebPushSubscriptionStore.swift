package import Vitals

package import struct Foundation.UUID

/// The database operations of Web Push. One conformance suite tests three implementations.
///
/// 1. A subscription belongs to the token that made it. It goes with the token, and with the user.
/// 2. A user has one subscription for an endpoint, and at most `WebPushSubscriptionLimits.perUser` in all. The one that
///    was renewed longest ago goes first.
/// 3. There is one VAPID key, also where several servers make one at the same moment.
package protocol WebPushSubscriptionStore: Sendable {
    /// Stores a subscription. For an endpoint that the user has, it replaces keys and token and keeps the id.
    ///
    /// - Throws: `SyncStoreError.unknownUser` where the user or the token is gone.
    func storeWebPushSubscription(
        _ subscription: NewWebPushSubscription, user: UUID, token: SecretHash, now: Timestamp
    ) async throws -> StoredWebPushSubscription

    /// Removes the user's subscription for an endpoint, if there is one.
    func removeWebPushSubscription(endpoint: String, user: UUID) async throws

    /// Removes a subscription, because its push service has forgotten it.
    func removeWebPushSubscription(_ id: UUID) async throws

    /// The subscriptions of a user, the one that was renewed last at the end; none in a database without the tables.
    func webPushSubscriptions(of user: UUID) async throws -> [WebPushSubscription]

    /// Nil where it has gone meanwhile.
    func webPushSubscription(_ id: UUID) async throws -> WebPushSubscription?

    /// Counts a refused message, and removes the subscription after `WebPushSubscriptionLimits.refusalCount` in a row.
    func countWebPushRefusal(_ id: UUID) async throws

    /// Sets the count back after a message that was taken.
    func clearWebPushRefusals(_ id: UUID) async throws

    /// The server's private key, in the form of `VAPIDKey`.
    ///
    /// - Parameter candidate: becomes the key where there's none yet.
    /// - Throws: `SyncStoreError.unusable` in a database without the tables.
    func vapidKey(orStore candidate: String) async throws -> String
}

package enum WebPushSubscriptionLimits {
    /// More than the browsers of one person.
    package static let perUser = 20
    /// The refusals in a row after which a subscription is given up.
    package static let refusalCount = 5
}
