/// What a person reads off one screen and types, or scans, on another.
///
/// Eight characters of Crockford's base 32: no I, L, O or U, so that none is taken for another. 40 bits.
package struct PairingCode: Hashable, Sendable {
    /// Upper case, without the hyphen: what is hashed, and what an address carries.
    package let text: String

    /// How many characters a code has.
    static let length = 8

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// A random one.
    package init() {
        var generator = SystemRandomNumberGenerator()
        text = String((0..<Self.length).map { _ in Self.alphabet.randomElement(using: &generator)! })
    }

    /// What somebody typed: in any case, with spaces or hyphens wherever they like; O is read as 0, I and L as 1.
    ///
    /// Nil for what no code looks like.
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

    /// In two groups, as people read it out: `7K3M-9QXZ`.
    package var grouped: String { "\(text.prefix(Self.length / 2))-\(text.suffix(Self.length / 2))" }
}
