package import Vitals

package import struct Foundation.UUID

/// Pairing that lives as long as the process, to go with a `MemorySyncStore`.
package actor MemoryPairingStore: PairingStore {
    private let users: MemorySyncStore
    private var codes: [SecretHash: (user: UUID, expiresAt: Timestamp)] = [:]
    private var tokens: [SecretHash: DeviceToken] = [:]

    package init(users: MemorySyncStore) { self.users = users }

    package func addPairingCode(_ hash: SecretHash, user: UUID, expiresAt: Timestamp, now: Timestamp) async throws {
        guard await isKnown(user) else { throw SyncStoreError.unknownUser }
        codes = codes.filter { $1.expiresAt > now }
        guard codes[hash] == nil else { throw SyncStoreError.tokenTaken }
        codes[hash] = (user, expiresAt)
    }

    package func exchangePairingCode(_ hash: SecretHash, for token: NewDeviceToken, now: Timestamp) async -> UUID? {
        guard let claimed = codes[hash], await isKnown(claimed.user) else { return nil }
        // Look again: while this call waited, another call may have used the code.
        guard let (user, expiresAt) = codes[hash], expiresAt > now else { return nil }
        codes[hash] = nil
        tokens[token.hash] = DeviceToken(id: token.id, user: user, name: token.name, createdOn: now.day)
        return user
    }

    package func deviceUser(token: SecretHash, now: Timestamp) async -> UUID? {
        guard let user = tokens[token]?.user, await isKnown(user) else { return nil }
        tokens[token]?.lastUsedOn = now.day
        return tokens[token]?.user
    }

    package func deviceTokens(user: UUID?) async -> [DeviceToken] {
        let known = Set(await users.users().map(\.id))
        return tokens.values.filter { known.contains($0.user) && (user == nil || $0.user == user) }
            .sorted { ($0.createdOn, $0.name, $0.id.lowercased) < ($1.createdOn, $1.name, $1.id.lowercased) }
    }

    package func revokeDeviceToken(_ id: UUID) -> Bool {
        let count = tokens.count
        tokens = tokens.filter { $1.id != id }
        return tokens.count < count
    }

    private func isKnown(_ user: UUID) async -> Bool { await users.users().contains { $0.id == user } }
}
