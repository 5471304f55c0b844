import Foundation

/// Keeps the token for as long as the process lives: for tests and previews.
public final class InMemorySecureStore: SecureStore, @unchecked Sendable {
    private let lock = NSLock()
    private var kept: String?

    public init(token: String? = nil) { kept = token }

    public func token() throws -> String? { lock.withLock { kept } }

    public func setToken(_ token: String) throws { lock.withLock { kept = token } }

    public func removeToken() throws { lock.withLock { kept = nil } }
}
