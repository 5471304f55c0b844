/// The references that an export may hold: `&lt;` and the other four predefined ones, `&#65;` and `&#x41;`.
///
/// Entities that a DTD declares are not resolved: no export uses them, and they can make a small file expand
/// enormously.
enum XMLReference {
    /// The maximum size after the `&`, including the semicolon.
    static let maximumSizeBytes = 12

    /// Says what is wrong with the bytes after a `&`. Where they are the number of a character that XML doesn't allow, it
    /// names that character.
    static func errorMessage(after ampersand: some Collection<UInt8>) -> String {
        let name = ampersand.prefix(maximumSizeBytes).prefix { $0 != UInt8(ascii: ";") }
        if name.count < ampersand.count, let number = number(String(decoding: name, as: UTF8.self)) {
            let digits = String(number, radix: 16, uppercase: true)
            let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return "The text refers to U+\(code), a character that XML doesn't allow."
        }
        return "An \"&\" isn't followed by lt, gt, amp, quot, apos or a character's number, and a semicolon."
    }

    /// The character that the text between `&` and `;` names; nil when it names none that XML allows.
    static func scalar(_ name: some Collection<UInt8>) -> Unicode.Scalar? {
        switch String(decoding: name, as: UTF8.self) {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        case let text:
            guard let number = number(text) else { return nil }
            // Control characters are allowed, as they are in XML 1.1: apps do write them into names.
            return [0, 0xFFFE, 0xFFFF].contains(number) ? nil : Unicode.Scalar(number)
        }
    }

    /// The number in `#65` or `#x41`, whether it is a character or not.
    private static func number(_ text: String) -> UInt32? {
        let isHexadecimal = text.hasPrefix("#x")
        guard isHexadecimal || text.hasPrefix("#") else { return nil }
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        return digits.first == "+" ? nil : UInt32(digits, radix: isHexadecimal ? 16 : 10)
    }
}
