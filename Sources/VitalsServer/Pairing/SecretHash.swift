internal import Crypto
internal import Foundation

/// A code or a token as it is stored: SHA-256, from which neither comes back.
///
/// Found by its hash and never compared byte by byte, so that the time of an answer tells nothing of what is stored. A
/// token has 256 random bits, which nobody searches. A code has 40, which somebody who reads the database could search
/// within its ten minutes; but the users' own tokens stand there in the clear.
package struct SecretHash: Hashable, Sendable {
    /// 64 lower-case hexadecimal digits.
    let text: String

    package init(_ secret: String) { text = SHA256.hash(data: Data(secret.utf8)).hexadecimal }
}
