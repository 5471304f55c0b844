package import Vitals

package import struct Foundation.UUID

/// Sessions that live as long as the process. They stand in front of the devices' tokens, because a token is revoked by its
/// id, and only the exchange of a code shows which id a hash has.
package actor MemoryAccessTokenStore: AccessTokenStore, PairingStore {
    private struct Session {
        let device: SecretHash
        let expiresAt: Timestamp
    }

    private let devices: MemoryPairingStore
    private var ids: [SecretHash: UUID] = [:]
    private var sessions: [SecretHash: Session] = [:]

    package init(devices: MemoryPairingStore) { self.devices = devices }

    // MARK: Access tokens

    package func addAccessToken(
        _ token: SecretHash, of device: SecretHash, expiresAt: Timestamp, now: Timestamp
    ) async -> Bool {
        guard await isKnown(device, now) else { return false }
        sessions = sessions.filter { $1.expiresAt > now }
        let own = sessions.filter { $1.device == device }.sorted { $0.value.expiresAt > $1.value.expiresAt }
        for (hash, _) in own.dropFirst(AccessTokenLimits.perDevice - 1) { sessions[hash] = nil }
        sessions[token] = Session(device: device, expiresAt: expiresAt)
        return true
    }

    package func sessionUser(accessToken: SecretHash, now: Timestamp) async -> UUID? {
        guard let session = sessions[accessToken], session.expiresAt > now else { return nil }
        return await devices.deviceUser(token: session.device, now: now)
    }

    package func device(of token: SecretHash, now: Timestamp) async -> SecretHash? {
        if await isKnown(token, now) { return token }
        guard let session = sessions[token], session.expiresAt > now, await isKnown(session.device, now) else {
            return nil
        }
        return session.device
    }

    package func endDevice(_ device: SecretHash) async -> Bool {
        guard let id = ids[device] else { return false }
        return await revokeDeviceToken(id)
    }

    package func checkAccessTokenTable() {}

    private func isKnown(_ device: SecretHash, _ now: Timestamp) async -> Bool {
        await devices.deviceUser(token: device, now: now) != nil
    }

    // MARK: Devices

    package func addPairingCode(_ hash: SecretHash, user: UUID, expiresAt: Timestamp, now: Timestamp) async throws {
        try await devices.addPairingCode(hash, user: user, expiresAt: expiresAt, now: now)
    }

    package func exchangePairingCode(_ hash: SecretHash, for token: NewDeviceToken, now: Timestamp) async -> UUID? {
        ids[token.hash] = token.id
        return await devices.exchangePairingCode(hash, for: token, now: now)
    }

    package func deviceUser(token: SecretHash, now: Timestamp) async -> UUID? {
        await devices.deviceUser(token: token, now: now)
    }

    package func deviceTokens(user: UUID?) async -> [DeviceToken] { await devices.deviceTokens(user: user) }

    package func revokeDeviceToken(_ id: UUID) async -> Bool {
        let isRevoked = await devices.revokeDeviceToken(id)
        for (hash, _) in ids.filter({ $1 == id }) {
            ids[hash] = nil
            sessions = sessions.filter { $1.device != hash }
        }
        return isRevoked
    }
}
