import Crypto

/// The keys that a browser makes for a subscription: only it can read what is encrypted for them.
package struct WebPushKeys: Hashable, Sendable {
    /// The browser's public key on P-256, uncompressed: 65 bytes.
    package let publicKey: [UInt8]
    /// 16 random bytes that only the browser and this server know.
    package let authSecret: [UInt8]

    /// - Throws: `WebPushKeyError` for bytes that can't be such keys. A point that isn't on the curve is refused here, so
    ///   that nothing is ever computed with one.
    package init(publicKey: [UInt8], authSecret: [UInt8]) throws(WebPushKeyError) {
        guard publicKey.count == 65, publicKey[0] == 4,
            (try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)) != nil
        else { throw .publicKey }
        guard authSecret.count == 16 else { throw .authSecret }
        self.publicKey = publicKey
        self.authSecret = authSecret
    }

    /// Reads both keys from base64url, as browsers send them and stores keep them.
    package init(p256dh: String, auth: String) throws(WebPushKeyError) {
        guard let publicKey = Base64URL.bytes(p256dh) else { throw .publicKey }
        guard let authSecret = Base64URL.bytes(auth) else { throw .authSecret }
        try self.init(publicKey: publicKey, authSecret: authSecret)
    }

    var p256dh: String { Base64URL.text(publicKey) }
    var auth: String { Base64URL.text(authSecret) }
}

package enum WebPushKeyError: Error, Hashable, Sendable {
    /// Not 65 bytes, or no point of the curve.
    case publicKey
    /// Not 16 bytes.
    case authSecret
}
