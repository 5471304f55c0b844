package import Vitals

package import struct Foundation.UUID

/// The database operations that pairing needs in addition to `SyncStore`. One conformance suite tests three
/// implementations.
///
/// 1. Only hashes of codes and tokens are stored.
/// 2. An exchange is one transaction: if two use the same code, one gets the token.
/// 3. Deleting a user also deletes the user's codes and tokens.
/// 4. A revoked token is unknown to the very next call.
package protocol PairingStore: Sendable {
    /// Stores a code, and deletes the expired ones.
    ///
    /// - Throws: `SyncStoreError.unknownUser`, and `.tokenTaken` where the code is in use.
    func addPairingCode(_ hash: SecretHash, user: UUID, expiresAt: Timestamp, now: Timestamp) async throws

    /// Deletes the code and stores the token for the code's user.
    ///
    /// Nil where the code doesn't exist, was used or has expired; then nothing is written.
    func exchangePairingCode(_ hash: SecretHash, for token: NewDeviceToken, now: Timestamp) async throws -> UUID?

    /// Finds the user of a token, and records the day of `now` as the token's last use.
    func deviceUser(token: SecretHash, now: Timestamp) async throws -> UUID?

    /// Lists tokens, sorted by day and then name.
    ///
    /// - Parameter user: nil for the tokens of all users.
    func deviceTokens(user: UUID?) async throws -> [DeviceToken]

    /// Revokes a token; false when it doesn't exist.
    func revokeDeviceToken(_ id: UUID) async throws -> Bool
}

extension Timestamp {
    /// The day in UTC, such as `2026-11-21`.
    package var day: String { String(rfc3339.prefix(10)) }
}
