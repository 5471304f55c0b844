/// The references that an export may hold: `&lt;` and the other four predefined ones, `&#65;` and `&#x41;`.
///
/// Entities that a DTD declares are not resolved: no export uses them, and they can make a small file expand
/// enormously.
enum XMLReference {
    /// The maximum size after the `&`, including the semicolon.
    static let maximumSizeBytes = 12

    static let errorMessage =
        "An \"&\" is not followed by lt, gt, amp, quot, apos or the number of a character, and a semicolon."

    /// The character that the text between `&` and `;` names; nil when it names none that XML allows.
    static func scalar(_ name: some Collection<UInt8>) -> Unicode.Scalar? {
        switch String(decoding: name, as: UTF8.self) {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        case let text where text.hasPrefix("#x"): return numbered(text.dropFirst(2), radix: 16)
        case let text where text.hasPrefix("#"): return numbered(text.dropFirst(), radix: 10)
        default: return nil
        }
    }

    private static func numbered(_ digits: Substring, radix: Int) -> Unicode.Scalar? {
        guard digits.first != "+", let number = UInt32(digits, radix: radix) else { return nil }
        let isControl = number < 0x20 && ![0x09, 0x0A, 0x0D].contains(number)
        return isControl || number == 0xFFFE || number == 0xFFFF ? nil : Unicode.Scalar(number)
    }
}

extension UInt8 {
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

    var isXMLQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

    /// True for a byte that can start a name. Wider than XML 1.0 §2.3: any character beyond ASCII may be part of a
    /// name.
    var startsXMLName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    var continuesXMLName: Bool {
        startsXMLName || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
