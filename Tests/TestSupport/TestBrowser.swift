package import Crypto
package import Foundation

/// The browser's side of Web Push. It reads messages as RFC 8188 and RFC 8291 say, with HMAC alone where the server
/// uses HKDF, and shares no code with the server.
package struct TestBrowser: Sendable {
    package enum Failure: Error { case notAMessage }

    package let privateKey: P256.KeyAgreement.PrivateKey
    package let authSecret: [UInt8]

    package init() {
        privateKey = P256.KeyAgreement.PrivateKey()
        authSecret = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }

    package init(privateKey: String, auth: String) throws {
        self.privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: Data(base64URL: privateKey))
        authSecret = Array(try Data(base64URL: auth))
    }

    package var publicKey: [UInt8] { Array(privateKey.publicKey.x963Representation) }

    /// The body of `POST /push/subscriptions`.
    package func subscription(_ endpoint: String) -> [UInt8] {
        let keys = #"{"p256dh":"\#(Data(publicKey).base64URL)","auth":"\#(Data(authSecret).base64URL)"}"#
        return Array(#"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":\#(keys)}"#.utf8)
    }

    /// Decrypts a message, and removes its padding.
    package func read(_ body: [UInt8]) throws -> String {
        guard body.count > 86 + 16, Array(body[16..<20]) == [0, 0, 16, 0], body[20] == 65 else {
            throw Failure.notAMessage
        }
        let (salt, sender) = (Array(body[..<16]), Array(body[21..<86]))
        let senderKey = try P256.KeyAgreement.PublicKey(x963Representation: sender)
        let secret = try privateKey.sharedSecretFromKeyAgreement(with: senderKey).withUnsafeBytes { Array($0) }
        let agreed = Self.hmac(
            Self.hmac(secret, key: authSecret), over: Array("WebPush: info\0".utf8) + publicKey + sender + [1])
        let root = Self.hmac(agreed, key: salt)
        let key = Self.hmac(root, over: Array("Content-Encoding: aes128gcm\0".utf8) + [1]).prefix(16)
        let nonce = Self.hmac(root, over: Array("Content-Encoding: nonce\0".utf8) + [1]).prefix(12)
        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: nonce), ciphertext: body[86..<(body.count - 16)], tag: body.suffix(16))
        let record = try AES.GCM.open(box, using: SymmetricKey(data: key))
        guard let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else { throw Failure.notAMessage }
        return String(decoding: record[..<end], as: UTF8.self)
    }

    private static func hmac(_ key: [UInt8], over text: [UInt8]) -> [UInt8] { hmac(text, key: key) }

    private static func hmac(_ text: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key)))
    }
}

extension Data {
    package init(base64URL text: String) throws {
        let digits = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: digits + padding) else { throw TestBrowser.Failure.notAMessage }
        self = data
    }

    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
