#if canImport(Security)
import Foundation
import Security

/// Keeps the token in the Keychain, on this device only. It's readable once the device was unlocked after a restart, so
/// that a background sync can read it.
public struct KeychainSecureStore: SecureStore {
    private let service: String
    private let account: String

    /// Creates a store for one Keychain item. Two devices in one app need two accounts.
    public init(service: String = "health.vitals.sync", account: String = "token") {
        self.service = service
        self.account = account
    }

    private var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: account,
        ]
    }

    /// The token in the Keychain; nil when there is none.
    ///
    /// - Throws: `SecureStoreError`.
    public func token() throws -> String? {
        var query = query
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = item as? Data else { throw SecureStoreError.keychain(status) }
        guard let token = String(data: data, encoding: .utf8) else { throw SecureStoreError.tampered }
        return token
    }

    /// Replaces the token in the Keychain.
    ///
    /// - Throws: `SecureStoreError`.
    public func setToken(_ token: String) throws {
        let attributes: [String: Any] = [
            kSecValueData as String: Data(token.utf8),
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(query.merging(attributes) { _, new in new } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw SecureStoreError.keychain(status) }
    }

    /// Deletes the token in the Keychain; no error when there is none.
    ///
    /// - Throws: `SecureStoreError`.
    public func removeToken() throws {
        let status = SecItemDelete(query as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw SecureStoreError.keychain(status) }
    }
}

extension SecureStoreError {
    static func keychain(_ status: OSStatus) -> SecureStoreError {
        SecureStoreError(.keychain, "The Keychain refused (status \(status)). Unlock the device and try again.")
    }
}
#endif
