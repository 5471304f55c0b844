/// A code that a person reads off one screen and types, or scans, on another.
///
/// Eight characters of Crockford's base 32, 40 bits. I, L, O and U are left out, because they are easily confused with
/// other characters.
package struct PairingCode: Hashable, Sendable {
    /// Upper case, without the hyphen. This form is hashed, and this form goes into a link.
    package let text: String

    /// The number of characters in a code.
    static let length = 8

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Creates a random code.
    package init() {
        var generator = SystemRandomNumberGenerator()
        text = String((0..<Self.length).map { _ in Self.alphabet.randomElement(using: &generator)! })
    }

    /// Parses typed text in any case, with spaces or hyphens anywhere. O is read as 0, I and L as 1.
    ///
    /// Nil for text that can't be a code.
    package init?(typed: String) {
        guard typed.utf8.count <= 64 else { return nil }
        var characters: [Character] = []
        for character in typed.uppercased() where character != " " && character != "-" {
            switch character {
            case "O": characters.append("0")
            case "I", "L": characters.append("1")
            case _ where Self.alphabet.contains(character): characters.append(character)
            default: return nil
            }
        }
        guard characters.count == Self.length else { return nil }
        text = String(characters)
    }

    /// Two groups, as people read them out: `7K3M-9QXZ`.
    package var grouped: String { "\(text.prefix(Self.length / 2))-\(text.suffix(Self.length / 2))" }
}
