import Foundation

/// Keeps the token for as long as the process lives: for tests and previews.
public final class InMemorySecureStore: SecureStore, @unchecked Sendable {
    private let lock = NSLock()
    private var kept: String?

    /// Creates a store that holds this token, or none.
    public init(token: String? = nil) { kept = token }

    /// The token in memory; nil when there is none.
    public func token() throws -> String? { lock.withLock { kept } }

    /// Replaces the token in memory.
    public func setToken(_ token: String) throws { lock.withLock { kept = token } }

    /// Deletes the token in memory; no error when there is none.
    public func removeToken() throws { lock.withLock { kept = nil } }
}
