internal import Crypto
internal import Foundation
import Vitals

/// The stored form of a code or a token: SHA-256, which can't be reversed.
///
/// A secret is looked up by its hash and never compared byte by byte, so the response time reveals nothing about what
/// is stored. A token has 256 random bits, too many to search. A code has 40, and an attacker who can read the database
/// could search them within the code's ten minutes. But that attacker can already read the users' own tokens, which are
/// stored in plain text.
package struct SecretHash: Hashable, Sendable {
    /// 64 lower-case hexadecimal digits.
    let text: String

    /// A hash that a store has kept.
    init(stored text: String) { self.text = text }

    package init(_ secret: String) { text = SHA256.hash(data: Data(secret.utf8)).hexadecimal }
}
