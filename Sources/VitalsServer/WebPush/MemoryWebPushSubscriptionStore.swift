package import Vitals

package import struct Foundation.UUID

/// Subscriptions that live as long as the process, to go with a `MemorySyncStore`.
///
/// It can't look up a user's own token by its hash. So it takes every token that is no device's for the user's own.
package actor MemoryWebPushSubscriptionStore: WebPushSubscriptionStore {
    private struct Entry {
        var subscription: WebPushSubscription
        var isDevices: Bool
    }

    private let users: MemorySyncStore
    private let pairing: any PairingStore
    /// The one that was renewed last at the end.
    private var entries: [Entry] = []
    private var key: String?

    package init(users: MemorySyncStore, pairing: any PairingStore) {
        self.users = users
        self.pairing = pairing
    }

    package func storeWebPushSubscription(
        _ subscription: NewWebPushSubscription, user: UUID, token: SecretHash, now: Timestamp
    ) async throws -> StoredWebPushSubscription {
        let device = try await pairing.deviceUser(token: token, now: now)
        guard await users.users().contains(where: { $0.id == user }), device == nil || device == user else {
            throw SyncStoreError.unknownUser
        }
        let known = entries.firstIndex {
            $0.subscription.user == user && $0.subscription.endpoint == subscription.endpoint
        }
        let id = known.map { entries.remove(at: $0).subscription.id } ?? UUID()
        let stored = WebPushSubscription(
            id: id, user: user, token: token, endpoint: subscription.endpoint, keys: subscription.keys, refusalCount: 0)
        entries.append(Entry(subscription: stored, isDevices: device != nil))
        let own = entries.filter { $0.subscription.user == user }
        for oldest in own.prefix(max(0, own.count - WebPushSubscriptionLimits.perUser)) {
            removeWebPushSubscription(oldest.subscription.id)
        }
        return StoredWebPushSubscription(id: id, isNew: known == nil)
    }

    package func removeWebPushSubscription(endpoint: String, user: UUID) {
        entries.removeAll { $0.subscription.user == user && $0.subscription.endpoint == endpoint }
    }

    package func removeWebPushSubscription(_ id: UUID) { entries.removeAll { $0.subscription.id == id } }

    package func webPushSubscriptions(of user: UUID) async throws -> [WebPushSubscription] {
        var living: [WebPushSubscription] = []
        for entry in entries where entry.subscription.user == user {
            if try await isAlive(entry) { living.append(entry.subscription) }
        }
        return living
    }

    package func webPushSubscription(_ id: UUID) async throws -> WebPushSubscription? {
        guard let entry = entries.first(where: { $0.subscription.id == id }), try await isAlive(entry) else {
            return nil
        }
        return entry.subscription
    }

    /// False where a database would have removed it with the user or the token.
    private func isAlive(_ entry: Entry) async throws -> Bool {
        guard await users.users().contains(where: { $0.id == entry.subscription.user }) else { return false }
        guard entry.isDevices else { return true }
        return try await pairing.deviceUser(token: entry.subscription.token, now: Pairing.wallClock()) != nil
    }

    package func countWebPushRefusal(_ id: UUID) {
        setRefusals(id) { $0 + 1 }
        entries.removeAll { $0.subscription.refusalCount >= WebPushSubscriptionLimits.refusalCount }
    }

    package func clearWebPushRefusals(_ id: UUID) { setRefusals(id) { _ in 0 } }

    private func setRefusals(_ id: UUID, _ change: (Int) -> Int) {
        guard let index = entries.firstIndex(where: { $0.subscription.id == id }) else { return }
        let old = entries[index].subscription
        entries[index].subscription = WebPushSubscription(
            id: old.id, user: old.user, token: old.token, endpoint: old.endpoint, keys: old.keys,
            refusalCount: change(old.refusalCount))
    }

    package func vapidKey(orStore candidate: String) -> String {
        if key == nil { key = candidate }
        return key ?? candidate
    }
}
