// @show secure-store
/// The place where a device keeps its bearer token: the Keychain on Apple's systems, a sealed file elsewhere.
///
/// ```swift
/// let tokens = SealedFileSecureStore(directory: directory)
/// try tokens.setToken("t-123")
/// print(try tokens.token() == "t-123")  // true, also in the next run
/// try tokens.removeToken()
/// ```
public protocol SecureStore: Sendable {
    /// The token, or nil when none was stored.
    ///
    /// - Throws: `SecureStoreError` when there is one and it cannot be read.
    func token() throws -> String?

    /// Replaces the token.
    func setToken(_ token: String) throws

    /// Deletes the token; no error when there is none.
    func removeToken() throws
}
// @end
