package import Vitals

package import struct Foundation.UUID

/// A store that also knows the access tokens of paired devices, for every route. Everything else goes to the base store
/// unchanged.
package struct SessionSyncStore: SyncStore {
    private let base: any SyncStore
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

    package var abilities: StoreAbilities {
        var abilities = base.abilities
        abilities.sessions = sessions
        return abilities
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

    package func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        try await base.push(records, user: user, receipt: receipt)
    }

    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        try await base.pull(user: user, cursor: cursor, through: through, limit: limit, receipt: receipt)
    }

    package func recordSizes(
        user: UUID, cursor: Int64, through: Int64?, limit: Int
    ) async throws -> [RecordSize] {
        try await base.recordSizes(user: user, cursor: cursor, through: through, limit: limit)
    }

    package func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await base.head(user: user, receipt: receipt)
    }

    package func addUser(token: String) async throws -> UUID { try await base.addUser(token: token) }

    package func users() async throws -> [UserSummary] { try await base.users() }

    package func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        try await base.deleteUser(id, ifEmpty: ifEmpty)
    }

    package func checkReadiness() async throws { try await base.checkReadiness() }

    package func close() async throws { try await base.close() }
}
