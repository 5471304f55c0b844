import Crypto
import Synchronization
package import Vitals

import struct Foundation.Data

/// The key pair by which push services recognise this server: RFC 8292, "VAPID". A browser's subscription is bound to
/// its public half, so it's made once and kept in the database.
package struct VAPIDKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// How long a signed request is valid. RFC 8292 allows 24 hours, and clocks differ.
    static let lifetimeSeconds: Int64 = 12 * 3600

    /// Nil where the text is no private key.
    package init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text), let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else {
            return nil
        }
        self.key = key
    }

    /// Makes a new private key, in the form that `init` reads.
    package static func make() -> String { Base64URL.text(P256.Signing.PrivateKey().rawRepresentation) }

    /// The public half, uncompressed, in base64url: what a browser takes as `applicationServerKey`.
    package var publicKey: String { Base64URL.text(key.publicKey.x963Representation) }

    /// The header `Authorization` for a push service.
    ///
    /// - Parameters:
    ///   - audience: the service's origin, such as `https://push.example.org`.
    ///   - contact: how the people of the service reach those of this server.
    package func authorization(audience: String, contact: String, now: Timestamp) throws -> String {
        let claims: JSONValue = .object([
            .init("aud", .string(audience)),
            .init("exp", .number(Double(now.millisecondsSinceEpoch / 1000 + Self.lifetimeSeconds))),
            .init("sub", .string(contact)),
        ])
        let header = Base64URL.text(#"{"typ":"JWT","alg":"ES256"}"#.utf8)
        let signed = header + "." + Base64URL.text(CanonicalJSON.text(claims).utf8)
        let signature = try key.signature(for: Data(signed.utf8))
        return "vapid t=\(signed).\(Base64URL.text(signature.rawRepresentation)), k=\(publicKey)"
    }
}

/// The server's VAPID key, read from the database once.
final class VAPIDKeyCache: Sendable {
    private let store: any WebPushSubscriptionStore
    private let cached = Mutex<VAPIDKey?>(nil)

    init(_ store: any WebPushSubscriptionStore) { self.store = store }

    /// - Throws: errors of the store; `SyncStoreError.unusable` where it holds something else than a key.
    func key() async throws -> VAPIDKey {
        if let key = cached.withLock({ $0 }) { return key }
        guard let key = VAPIDKey(try await store.vapidKey(orStore: VAPIDKey.make())) else {
            throw SyncStoreError.unusable("The table `push_keys` holds no private key; restore it from a backup.")
        }
        cached.withLock { $0 = key }
        return key
    }
}
