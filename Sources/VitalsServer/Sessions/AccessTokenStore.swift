package import Vitals

package import struct Foundation.UUID

/// The database operations that sessions need in addition to `PairingStore`. One conformance suite tests three
/// implementations.
///
/// 1. Only hashes of access tokens are stored.
/// 2. An access token works until its time and not at it.
/// 3. An access token belongs to a device's token and goes with it: after a revocation, the very next call doesn't know
///    either of them.
/// 4. A device has at most `AccessTokenLimits.perDevice` access tokens. One more takes the place of the oldest.
package protocol AccessTokenStore: Sendable {
    /// Stores an access token of a device, and removes expired ones.
    ///
    /// - Parameter device: the hash of the device's own token.
    /// - Returns: false when there is no such device; then nothing is stored.
    func addAccessToken(
        _ token: SecretHash, of device: SecretHash, expiresAt: Timestamp, now: Timestamp
    ) async throws -> Bool

    /// Finds the user of an access token; nil for an unknown one, and for one that has expired.
    func sessionUser(accessToken: SecretHash, now: Timestamp) async throws -> UUID?

    /// Finds the device that a token belongs to.
    ///
    /// - Parameter token: the hash of a device's own token, or of one of its access tokens.
    /// - Returns: the hash of the device's own token; nil for every other token, such as a user's own.
    func device(of token: SecretHash, now: Timestamp) async throws -> SecretHash?

    /// Ends a device's own token, with everything that belongs to it.
    ///
    /// - Returns: false when there is no such device, for example because it was ended before.
    func endDevice(_ device: SecretHash) async throws -> Bool

    /// - Throws: `SyncStoreError.unusable`, which says what to do, where the table is missing.
    func checkAccessTokenTable() async throws
}

/// The limits that every `AccessTokenStore` keeps.
package enum AccessTokenLimits {
    /// The access tokens of one device. A device uses one; the others are of processes that ended without using theirs up.
    package static let perDevice = 10
    /// The expired tokens that one call removes, so that a server with many devices never waits for a long deletion.
    static let removedPerCall = 1_000
}
