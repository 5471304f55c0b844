import Synchronization

/// The server's VAPID key, read from the database once.
final class VAPIDKeyCache: Sendable {
    private let store: any PushSubscriptionStore
    private let cached = Mutex<VAPIDKey?>(nil)

    init(_ store: any PushSubscriptionStore) { self.store = store }

    /// - Throws: errors of the store; `SyncStoreError.unusable` where it holds something else than a key.
    func key() async throws -> VAPIDKey {
        if let key = cached.withLock({ $0 }) { return key }
        guard let key = VAPIDKey(try await store.vapidKey(orStore: VAPIDKey.make())) else {
            throw SyncStoreError.unusable("The table `push_keys` holds no private key; restore it from a backup.")
        }
        cached.withLock { $0 = key }
        return key
    }
}
