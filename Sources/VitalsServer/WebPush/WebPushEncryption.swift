import Crypto
import Vitals

/// The encryption of a push message for one browser: RFC 8291, which puts a key agreement in front of the content
/// encoding `aes128gcm` of RFC 8188. The push service in between can't read the message.
package enum WebPushEncryption {
    package enum Failure: Error, Hashable, Sendable {
        /// The message is longer than every push service takes.
        case tooLong
        /// The key or the salt has another length, or the key is no point of the curve.
        case badKey
    }

    /// The size of a record, which the header names. There's only ever one record.
    static let recordSizeBytes: UInt32 = 4096
    /// The longest message, with its padding, that every push service takes: a service may refuse a body of more than
    /// 4096 bytes, and the header has 86 of them, the delimiter 1 and the tag 16 (RFC 8291, section 4).
    static let longestMessageBytes = 3993
    private static let lastRecordDelimiter: UInt8 = 2

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - sizeBytes: pads the message to this size, so that its length says nothing about it.
    ///   - salt: 16 random bytes, new for each message.
    ///   - senderKey: the private key of a new key pair, 32 bytes.
    /// - Returns: the body of the request: the salt, the size of a record, the sender's public key, and the encrypted
    ///   record.
    package static func encrypt(
        _ message: [UInt8], paddedTo sizeBytes: Int = 0, for recipient: WebPushKeys, salt: [UInt8] = randomBytes(16),
        senderKey: [UInt8] = newPrivateKey()
    ) throws -> [UInt8] {
        // @write 20 encrypt-message
        let padding = max(0, sizeBytes - message.count)
        guard message.count + padding <= longestMessageBytes else { throw Failure.tooLong }
        guard salt.count == 16, let sender = try? P256.KeyAgreement.PrivateKey(rawRepresentation: senderKey),
            let browser = try? P256.KeyAgreement.PublicKey(x963Representation: recipient.publicKey)
        else { throw Failure.badKey }
        let senderPublicKey = Array(sender.publicKey.x963Representation)
        let inputKey = try sender.sharedSecretFromKeyAgreement(with: browser).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: recipient.authSecret,
            sharedInfo: Array("WebPush: info\0".utf8) + recipient.publicKey + senderPublicKey, outputByteCount: 32)
        let contentKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8),
            outputByteCount: 16)
        let nonce = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), outputByteCount: 12)
        let record = message + [lastRecordDelimiter] + Array(repeating: 0, count: padding)
        let sealed = try AES.GCM.seal(
            record, using: contentKey, nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Array($0) }))
        var body = salt
        body.append(bigEndian: recordSizeBytes)
        body.append(UInt8(senderPublicKey.count))
        return body + senderPublicKey + sealed.ciphertext + sealed.tag
        // @starter
        //| throw NotWritten(20, "agree on a key, derive the content key and the nonce, and encrypt one record")
        // @end
    }

    /// Bytes from the system's generator.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// The private half of a new key pair.
    package static func newPrivateKey() -> [UInt8] { Array(P256.KeyAgreement.PrivateKey().rawRepresentation) }
}
