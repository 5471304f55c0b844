import Crypto
import Vitals

package import struct Foundation.UUID

/// The opaque name of the account, which a device stores to know which account its store belongs to.
///
/// It is derived from the user's id instead of being the id itself, so that a name which a device shows or logs is
/// useless to others.
package enum AccountID {
    /// The first 32 hexadecimal digits of SHA-256 over `vitals-account ` and the lower-case id.
    package static func of(user: UUID) -> String {
        SHA256.hash(data: Array("vitals-account \(user.lowercased)".utf8)).prefix(16).hexadecimal
    }
}

extension Sequence<UInt8> {
    /// Lower-case digits, two for each byte.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
