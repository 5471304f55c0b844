/// An error from reading or keeping a token. The remedy for most is to log in again.
public struct SecureStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for an app to switch on.
    public enum Code: String, Hashable, Sendable {
        /// The stored bytes were changed, or sealed with another key.
        case tampered
        /// The stored bytes are cut short.
        case truncated
        /// A newer version of Vitals wrote them.
        case unknownVersion
        /// The key is missing or damaged.
        case missingKey
        /// Other users of the machine may read or write the file.
        case exposed
        /// The file can't be read.
        case unreadable
        /// The file can't be written.
        case unwritable
        /// The Keychain answered with an error.
        case keychain
    }

    /// The kind of error.
    public let code: Code
    /// One sentence for a person that says what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    private static let remedy = "Log in again to replace it."

    static let tampered = SecureStoreError(
        .tampered, "The stored token was changed, or sealed with another key. \(remedy)")
    static let truncated = SecureStoreError(.truncated, "The stored token is incomplete. \(remedy)")
    static let unknownVersion = SecureStoreError(
        .unknownVersion, "The stored token was written by a newer Vitals. Update this one, or log in again.")
    static let missingKey = SecureStoreError(
        .missingKey, "The key of the stored token is missing or damaged. \(remedy)")

    static func exposed(_ path: String) -> SecureStoreError {
        SecureStoreError(
            .exposed,
            "\(path) can be read by other users, so its secret may be known. Log in with a new token, which also creates a "
                + "new key; chmod alone would keep the key that others have seen.")
    }

    static func unreadable(_ path: String, _ reason: String) -> SecureStoreError {
        SecureStoreError(.unreadable, "\(path) cannot be read: \(reason). \(remedy)")
    }

    static func unwritable(_ path: String, _ reason: String) -> SecureStoreError {
        SecureStoreError(.unwritable, "\(path) cannot be written: \(reason). Check its directory and the disk.")
    }
}
