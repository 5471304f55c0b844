package import Vitals

package import struct Foundation.UUID

/// A store that also knows the access tokens of paired devices, for every route. Everything else goes to the base store
/// unchanged.
package struct SessionSyncStore: ForwardingSyncStore {
    package let base: any SyncStore
    package let sessions: any AccessTokenStore
    private let now: @Sendable () -> Timestamp

    package init(
        _ base: any SyncStore, sessions: any AccessTokenStore,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock
    ) {
        self.base = base
        self.sessions = sessions
        self.now = now
    }

    package func ability<Ability>(_ type: Ability.Type) -> Ability? {
        type == (any AccessTokenStore).self ? sessions as? Ability : base.ability(type)
    }

    package func user(token: String) async throws -> UUID? {
        if SessionToken.mayBe(token),
            let user = try await sessions.sessionUser(accessToken: SecretHash(token), now: now())
        {
            try await resolveOrigin(SecretHash(token))
            return user
        }
        return try await base.user(token: token)
    }

    /// Names the device to what hangs on its token, such as a subscription: an access token is soon another one.
    private func resolveOrigin(_ token: SecretHash) async throws {
        guard RequestOrigin.token == token, let device = try await sessions.device(of: token, now: now()) else {
            return
        }
        RequestOrigin.resolve(token, to: device)
    }
}
