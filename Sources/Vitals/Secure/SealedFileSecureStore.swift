import Crypto
import Foundation

/// Keeps the token in a file sealed with AES-GCM, with the key in another file beside it: for systems without a
/// keychain.
///
/// What this protects from: a token that shows up in a backup of the data alone, in a search of the disk or in a file that
/// was sent to someone, and a file that was changed. What it cannot protect from: whoever can read both files, that is the
/// same user and root. Both files are private to their owner (0600); one that is not is refused.
///
/// The file: one byte of format version, then nonce, ciphertext and tag as AES-GCM combines them. The version is
/// authenticated with the rest.
public struct SealedFileSecureStore: SecureStore {
    private let directory: String
    private static let version: UInt8 = 1
    private static let keySizeBytes = 32
    /// Version, nonce and tag: what is there even for an empty token.
    private static let leastSizeBytes = 1 + 12 + 16

    /// - Parameter directory: where `token.sealed` and `token.key` lie; made with mode 0700 when it is not there.
    public init(directory: String) { self.directory = directory }

    private var sealedPath: String { directory + "/token.sealed" }
    private var keyPath: String { directory + "/token.key" }

    public func token() throws -> String? {
        guard let sealed = try PrivateFile.read(sealedPath) else { return nil }
        guard sealed.count >= Self.leastSizeBytes else { throw SecureStoreError.truncated }
        guard sealed[0] == Self.version else { throw SecureStoreError.unknownVersion }
        guard let key = try key() else { throw SecureStoreError.missingKey }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
            let bytes = try AES.GCM.open(box, using: key, authenticating: [Self.version])
            guard let token = String(validating: bytes, as: UTF8.self) else { throw SecureStoreError.tampered }
            return token
        } catch {
            throw SecureStoreError.tampered
        }
    }

    public func setToken(_ token: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SecureStoreError.unwritable(directory, "it cannot be made")
        }
        // A key that was lost or seen by others is replaced: the new token must not depend on it.
        let key: SymmetricKey
        if let kept = try? self.key() {
            key = kept
        } else {
            key = SymmetricKey(size: .bits256)
            try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: keyPath)
        }
        let box = try AES.GCM.seal(Array(token.utf8), using: key, authenticating: [Self.version])
        guard let combined = box.combined else { throw SecureStoreError.tampered }
        try PrivateFile.write([Self.version] + combined, to: sealedPath)
    }

    public func removeToken() throws {
        for path in [sealedPath, keyPath] { try PrivateFile.remove(path) }
    }

    private func key() throws -> SymmetricKey? {
        guard let bytes = try PrivateFile.read(keyPath) else { return nil }
        guard bytes.count == Self.keySizeBytes else { throw SecureStoreError.missingKey }
        return SymmetricKey(data: bytes)
    }
}
