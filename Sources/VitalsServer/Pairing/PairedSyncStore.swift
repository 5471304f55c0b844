package import Vitals

package import struct Foundation.Date
package import struct Foundation.UUID

/// A store that also knows the tokens of paired devices. Everything else goes to the base store unchanged.
package struct PairedSyncStore: SyncStore {
    private let base: any SyncStore
    package let pairing: any PairingStore
    private let now: @Sendable () -> Timestamp

    package init(
        _ base: any SyncStore, pairing: any PairingStore, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock
    ) {
        self.base = base
        self.pairing = pairing
        self.now = now
    }

    package var abilities: StoreAbilities {
        var abilities = base.abilities
        abilities.pairing = pairing
        return abilities
    }

    /// Tries the user's own token first: it belongs to the base protocol, and costs what it did without pairing.
    package func user(token: String) async throws -> UUID? {
        if let user = try await base.user(token: token) { return user }
        return try await pairing.deviceUser(token: SecretHash(token), now: now())
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
