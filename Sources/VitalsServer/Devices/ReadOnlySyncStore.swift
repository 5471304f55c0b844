import Synchronization
package import Vitals

package import struct Foundation.UUID

/// A store that also knows the tokens that only read, and lists them among the devices. Everything else goes to the base store
/// unchanged.
///
/// The store alone doesn't keep such a token from writing: `ReadOnlyMiddleware` does, for every route. So until that says that
/// it's there, the tokens are unknown here, and a server that lacks it answers them by 401.
package struct ReadOnlySyncStore: ForwardingSyncStore {
    package let base: any SyncStore
    private let tokens: any ReadOnlyTokenStore
    private let gate = ReadOnlyGate()
    private let now: @Sendable () -> Timestamp

    package init(
        _ base: any SyncStore, tokens: any ReadOnlyTokenStore,
        now: @escaping @Sendable () -> Timestamp = Pairing.wallClock
    ) {
        self.base = base
        self.tokens = tokens
        self.now = now
    }

    package func ability<Ability>(_ type: Ability.Type) -> Ability? {
        if type == (any ReadOnlyTokenStore).self { return tokens as? Ability }
        if type == ReadOnlyGate.self { return gate as? Ability }
        if type == (any PairingStore).self, let pairing = base.ability((any PairingStore).self) {
            return ListedTokensStore(base: pairing, tokens: tokens) as? Ability
        }
        return base.ability(type)
    }

    package func user(token: String) async throws -> UUID? {
        guard ReadOnlyTokenText.mayBe(token) else { return try await base.user(token: token) }
        let hash = SecretHash(token)
        if let request = ReadOnlyRequest.current, request.hash == hash {
            // The middleware has looked it up. One that was added since then waits for its next request.
            if let token = request.token { return token.user }
        } else if gate.isGuarded, let found = try await tokens.readOnlyToken(hash, now: now()) {
            // Not the token of the running request, but that of a stream of events that is open.
            return found.user
        }
        return try await base.user(token: token)
    }

    /// Refuses the push of a request that may only read. None gets here, since its route isn't one of those that are allowed.
    package func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        guard ReadOnlyRequest.current?.token == nil else { throw ServiceError.readOnly(nil) }
        return try await base.push(records, user: user, receipt: receipt)
    }
}

/// Says whether every request of a server passes `ReadOnlyMiddleware`.
package final class ReadOnlyGate: Sendable {
    private let isClosed = Mutex(false)

    var isGuarded: Bool { isClosed.withLock { $0 } }

    func guardRequests() { isClosed.withLock { $0 = true } }
}

/// A request whose token may be one that only reads.
struct ReadOnlyRequest: Sendable {
    /// The hash of its token; nil where that can't be one.
    var hash: SecretHash?
    /// Nil where it isn't one.
    var token: ReadOnlyToken?

    /// Nil outside of a request.
    @TaskLocal static var current: ReadOnlyRequest?
}

/// The tokens of paired devices, and those that only read where they are listed and revoked.
struct ListedTokensStore: PairingStore {
    let base: any PairingStore
    let tokens: any ReadOnlyTokenStore

    func addPairingCode(_ hash: SecretHash, user: UUID, expiresAt: Timestamp, now: Timestamp) async throws {
        try await base.addPairingCode(hash, user: user, expiresAt: expiresAt, now: now)
    }

    func exchangePairingCode(_ hash: SecretHash, for token: NewDeviceToken, now: Timestamp) async throws -> UUID? {
        try await base.exchangePairingCode(hash, for: token, now: now)
    }

    func deviceUser(token: SecretHash, now: Timestamp) async throws -> UUID? {
        try await base.deviceUser(token: token, now: now)
    }

    func deviceTokens(user: UUID?) async throws -> [DeviceToken] {
        let all = try await base.deviceTokens(user: user) + tokens.readOnlyTokens(user: user).map(\.device)
        return all.sorted { ($0.createdOn, $0.name, $0.id.lowercased) < ($1.createdOn, $1.name, $1.id.lowercased) }
    }

    func revokeDeviceToken(_ id: UUID) async throws -> Bool {
        if try await base.revokeDeviceToken(id) { return true }
        return try await tokens.revokeReadOnlyToken(id)
    }
}
