import Crypto
import Foundation
import VitalsServer

/// A browser that has subscribed: it reads messages as RFC 8188 and RFC 8291 say, and shares no code with the server.
struct Step20Browser {
    struct NotAMessage: Error, CustomStringConvertible {
        let description: String
    }

    let privateKey: P256.KeyAgreement.PrivateKey
    let authSecret: [UInt8]

    init() {
        privateKey = P256.KeyAgreement.PrivateKey()
        authSecret = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }

    init(privateKey: String, auth: String) throws {
        self.privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: try Self.bytes(privateKey))
        authSecret = try Self.bytes(auth)
    }

    private var publicKey: [UInt8] { Array(privateKey.publicKey.x963Representation) }

    var keys: WebPushKeys {
        get throws { try WebPushKeys(publicKey: publicKey, authSecret: authSecret) }
    }

    /// The steps of a derivation in a browser, and plausible mistakes in each.
    struct Way: Hashable {
        var swapsKeys = false
        var saltsWithSecret = false
        var readsTagFirst = false
    }

    /// Tries mistakes that make a message which no browser reads.
    ///
    /// - Returns: the mistake with which the body can be read; nil if it's another one, or none.
    func guess(_ body: [UInt8]) -> String? {
        let guesses = [
            (Way(swapsKeys: true), "the input key's info has the sender's key before the browser's"),
            (Way(saltsWithSecret: true), "content key and nonce are derived with the browser's `authSecret` as salt"),
            (Way(readsTagFirst: true), "the record is right, and has the tag in front of it"),
        ]
        guard (try? record(body)) == nil else { return nil }
        return guesses.first { (try? record(body, $0.0)) != nil }?.1
    }

    /// The decrypted record with its delimiter and padding.
    func record(_ body: [UInt8], _ way: Way = Way()) throws -> [UInt8] {
        guard body.count > 86 + 16, Array(body[16..<20]) == [0, 0, 16, 0], body[20] == 65 else {
            throw NotAMessage(description: "the header isn't salt, 4096, 65 and a key")
        }
        let (salt, sender) = (Array(body[..<16]), Array(body[21..<86]))
        let senderKey = try P256.KeyAgreement.PublicKey(x963Representation: sender)
        let secret = try privateKey.sharedSecretFromKeyAgreement(with: senderKey).withUnsafeBytes { Array($0) }
        let agreed = Self.hmac(
            Array("WebPush: info\0".utf8) + (way.swapsKeys ? sender + publicKey : publicKey + sender) + [1],
            key: Self.hmac(secret, key: authSecret))
        let root = Self.hmac(agreed, key: way.saltsWithSecret ? authSecret : salt)
        let key = Self.hmac(Array("Content-Encoding: aes128gcm\0".utf8) + [1], key: root).prefix(16)
        let nonce = Self.hmac(Array("Content-Encoding: nonce\0".utf8) + [1], key: root).prefix(12)
        do {
            let rest = body[86...]
            let (text, tag) =
                way.readsTagFirst ? (rest.dropFirst(16), rest.prefix(16)) : (rest.dropLast(16), rest.suffix(16))
            let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: text, tag: tag)
            return Array(try AES.GCM.open(box, using: SymmetricKey(data: key)))
        } catch {
            throw NotAMessage(description: "the record isn't encrypted with this key and nonce")
        }
    }

    /// The message, without its delimiter and padding.
    func read(_ body: [UInt8]) throws -> String {
        let record = try record(body)
        guard let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else {
            throw NotAMessage(description: "there's no delimiter 2 before the padding")
        }
        return String(decoding: record[..<end], as: UTF8.self)
    }

    private static func hmac(_ text: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key)))
    }

    static func bytes(_ base64URL: String) throws -> [UInt8] {
        let digits = base64URL.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: digits + padding) else { throw NotAMessage(description: "no base64url") }
        return Array(data)
    }
}
