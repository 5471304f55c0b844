package import Vitals

package import struct Foundation.UUID

/// The database operations for tokens that only read, and for the list of an account's devices. One conformance suite tests
/// both databases.
///
/// 1. Only hashes of tokens are stored.
/// 2. An expired token is unknown, and so is a revoked one to the very next call.
/// 3. Deleting a user also deletes the user's tokens.
package protocol ReadOnlyTokenStore: Sendable {
    /// False for a database that `vitals-server migrate` has still to bring up to date. Then it has no such tokens.
    var hasReadOnlyTokenTable: Bool { get }

    /// Stores a token.
    ///
    /// - Throws: `SyncStoreError.unknownUser`.
    func addReadOnlyToken(_ token: NewReadOnlyToken, user: UUID, now: Timestamp) async throws

    /// Finds a token that is valid at `now`, and records the day of `now` as its last use.
    func readOnlyToken(_ hash: SecretHash, now: Timestamp) async throws -> ReadOnlyToken?

    /// Lists tokens, expired ones too, sorted by day and then name.
    ///
    /// - Parameter user: nil for the tokens of all users.
    func readOnlyTokens(user: UUID?) async throws -> [ReadOnlyToken]

    /// Revokes a token that only reads; false when it doesn't exist.
    func revokeReadOnlyToken(_ id: UUID) async throws -> Bool

    /// Finds the id of the paired device with this token; nil for a token of another sort.
    func deviceID(of hash: SecretHash) async throws -> UUID?

    /// Revokes a device's token or one that only reads, if it's this user's; false when the user has none with this id.
    func removeDevice(_ id: UUID, of user: UUID) async throws -> Bool
}
