package import Vitals

package import struct Foundation.Date
package import struct Foundation.UUID

/// A store that also knows the tokens of paired devices. Everything else goes to the base store unchanged.
package struct PairedSyncStore: ForwardingSyncStore {
    package let base: any SyncStore
    package let pairing: any PairingStore
    private let now: @Sendable () -> Timestamp

    package init(
        _ base: any SyncStore, pairing: any PairingStore, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock
    ) {
        self.base = base
        self.pairing = pairing
        self.now = now
    }

    package func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == (any PairingStore).self ? pairing as? Ability : base.ability(type)
    }

    /// Tries the user's own token first: it belongs to the base protocol, and costs what it did without pairing.
    package func user(token: String) async throws -> UUID? {
        if let user = try await base.user(token: token) { return user }
        return try await pairing.deviceUser(token: SecretHash(token), now: now())
    }
}
