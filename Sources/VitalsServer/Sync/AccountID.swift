import Crypto
import Vitals

package import struct Foundation.UUID

/// The opaque name under which a device knows the account that its store is bound to.
///
/// Derived from the user's id and not the id itself: what a device shows or logs is then of no use to anyone.
package enum AccountID {
    /// The first 32 hexadecimal digits of SHA-256 over `vitals-account ` and the lower-case id.
    package static func of(user: UUID) -> String {
        SHA256.hash(data: Array("vitals-account \(user.lowercased)".utf8)).prefix(16).hexadecimal
    }
}

extension Sequence<UInt8> {
    /// Lower-case digits, two a byte.
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
