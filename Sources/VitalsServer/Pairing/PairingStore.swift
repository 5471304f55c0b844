package import Vitals

package import struct Foundation.UUID

/// What pairing asks of a database, beside what `SyncStore` does. Three live sides, one conformance suite.
///
/// 1. Of codes and tokens only hashes are kept.
/// 2. An exchange is one transaction: of two with one code, one gets the token.
/// 3. When a user goes, so do the user's codes and tokens.
/// 4. A token that was revoked is unknown to the very next call.
package protocol PairingStore: Sendable {
    /// Keeps a code, and forgets those that have expired.
    ///
    /// - Throws: `SyncStoreError.unknownUser`, and `.tokenTaken` where the code is in use.
    func addPairingCode(_ hash: SecretHash, user: UUID, expiresAt: Timestamp, now: Timestamp) async throws

    /// Takes the code away and writes the token for its user.
    ///
    /// Nil where there is no such code, or no longer; nothing is written then.
    func exchangePairingCode(_ hash: SecretHash, for token: NewDeviceToken, now: Timestamp) async throws -> UUID?

    /// The user of a token, which is noted as used on the day of `now`.
    func deviceUser(token: SecretHash, now: Timestamp) async throws -> UUID?

    /// In the order of their days and names.
    ///
    /// - Parameter user: nil for everybody's.
    func deviceTokens(user: UUID?) async throws -> [DeviceToken]

    /// False when there is no such token.
    func revokeDeviceToken(_ id: UUID) async throws -> Bool
}

extension Timestamp {
    /// The day in UTC, such as `2026-11-21`.
    package var day: String { String(rfc3339.prefix(10)) }
}
