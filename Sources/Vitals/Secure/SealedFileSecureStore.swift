import Crypto
import Foundation

/// Keeps the token in a file sealed with AES-GCM, with the key in another file beside it: for systems without a
/// keychain.
///
/// This protects against a token that shows up in a backup of the data alone, in a search of the disk or in a file that
/// was sent to someone, and against a file that was changed. It can't protect against anyone who can read both files:
/// the same user and root. Both files are private to their owner (0600); a file that isn't is refused.
///
/// The file holds one byte of format version, then nonce, ciphertext and tag as AES-GCM combines them. The version is
/// authenticated with the rest.
public struct SealedFileSecureStore: SecureStore {
    private let directory: String
    // @show sealed-file-sizes
    private static let version: UInt8 = 1
    private static let keySizeBytes = 32
    /// The size of version, nonce and tag, which are there even for an empty token.
    private static let minimumSizeBytes = 1 + 12 + 16
    // @end

    /// Creates a store; writes nothing yet.
    ///
    /// - Parameter directory: the directory of `token.sealed` and `token.key`; created with mode 0700 if it doesn't
    ///   exist.
    public init(directory: String) { self.directory = directory }

    private var sealedPath: String { directory + "/token.sealed" }
    private var keyPath: String { directory + "/token.key" }

    /// The token in the sealed file; nil when there is none.
    ///
    /// - Throws: `SecureStoreError`.
    public func token() throws -> String? {
        // @write 5 read-token
        guard let sealed = try PrivateFile.read(sealedPath) else { return nil }
        guard sealed.count >= Self.minimumSizeBytes else { throw SecureStoreError.truncated }
        guard sealed[0] == Self.version else { throw SecureStoreError.unknownVersion }
        guard let key = try key() else { throw SecureStoreError.missingKey }
        return try Self.open(sealed, with: key)
        // @starter
        //| throw NotWritten(5, "read the sealed file and the key, and open the one with the other")
        // @end
    }

    /// Replaces the token in the sealed file.
    ///
    /// - Throws: `SecureStoreError`.
    public func setToken(_ token: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SecureStoreError.unwritable(directory, "it can't be created")
        }
        // @write 5 keep-token
        // A key that was lost or seen by others is replaced: the new token must not depend on it.
        let key: SymmetricKey
        if let kept = try? self.key() {
            key = kept
        } else {
            key = SymmetricKey(size: .bits256)
            try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath)
        }
        try PrivateFile.write(Self.seal(token, with: key), to: sealedPath)
        // @starter
        //| throw NotWritten(5, "seal the token with the key, a new one where there is none, and write both files")
        // @end
    }

    /// Deletes the token in the sealed file; no error when there is none.
    ///
    /// - Throws: `SecureStoreError`.
    public func removeToken() throws {
        for path in [sealedPath, keyPath] { try PrivateFile.remove(path) }
    }

    /// The bytes of the sealed file.
    private static func seal(_ token: String, with key: SymmetricKey) throws -> [UInt8] {
        // @write 5 seal
        let box = try AES.GCM.seal(Array(token.utf8), using: key, authenticating: [version])
        guard let combined = box.combined else { throw SecureStoreError.tampered }
        return [version] + combined
        // @starter
        //| throw NotWritten(5, "seal the token with AES-GCM, the format version before it")
        // @end
    }

    /// The token in the bytes of a sealed file.
    ///
    /// - Throws: `SecureStoreError.tampered` if even one bit of it, or of the key, has changed.
    private static func open(_ sealed: [UInt8], with key: SymmetricKey) throws -> String {
        // @write 5 open-sealed
        do {
            let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
            let bytes = try AES.GCM.open(box, using: key, authenticating: [version])
            guard let token = String(validating: bytes, as: UTF8.self) else { throw SecureStoreError.tampered }
            return token
        } catch {
            throw SecureStoreError.tampered
        }
        // @starter
        //| throw NotWritten(5, "open what seal made; anything that does not open was tampered with")
        // @end
    }

    // @show sealed-file-key
    /// Reads the key; nil when there is none yet.
    ///
    /// - Throws: `SecureStoreError` for a key that others can read or that has the wrong size.
    private func key() throws -> SymmetricKey? {
        guard let bytes = try PrivateFile.read(keyPath) else { return nil }
        guard bytes.count == Self.keySizeBytes else { throw SecureStoreError.missingKey }
        return SymmetricKey(data: bytes)
    }
    // @end
}
