/// Something in a file that isn't XML, and its line.
struct XMLDamage: Error, Hashable {
    let line: Int
    /// One sentence, without health values.
    let reason: String

    /// The damage that comes first in the file.
    static func first(_ one: XMLDamage?, _ other: XMLDamage?) -> XMLDamage? {
        guard let one, let other else { return one ?? other }
        return other.line < one.line ? other : one
    }

    /// Looks for the first byte of a tag that isn't UTF-8, or is 0. Other control characters may be in the value of an
    /// attribute; elsewhere they are found as the tag is parsed.
    ///
    /// - Parameter line: the line in which the bytes begin.
    static func byte(in bytes: some Sequence<UInt8>, line: Int) -> XMLDamage? {
        var check = XMLByteCheck()
        var line = line
        for byte in bytes {
            guard check.accepts(byte) || (check.bad == byte && (1..<0x20).contains(byte)) else {
                return XMLDamage(line: line, reason: reason(of: check.bad))
            }
            if byte == 0x0A { line += 1 }
        }
        return check.isBetweenCharacters ? nil : XMLDamage(line: line, reason: reason(of: check.bad))
    }

    /// Names a byte that `XMLByteCheck` doesn't accept.
    static func reason(of byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        let code = digits.count < 2 ? "0" + digits : digits
        return byte < 0x20
            ? "There is the control character, U+00\(code), which XML doesn't allow."
            : "There is the byte 0x\(code), which isn't UTF-8 text."
    }
}

/// Finds the bytes that an XML document in UTF-8 can't hold.
///
/// They are ill-formed UTF-8 (table 3-7 of the Unicode Standard) and the control characters that XML 1.0 §2.2 excludes.
struct XMLByteCheck {
    private var missing = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF
    /// The first byte of the character that is being read, or of the one that wasn't accepted.
    private(set) var bad: UInt8 = 0

    /// True if the bytes so far end between two characters.
    var isBetweenCharacters: Bool { missing == 0 }

    /// Takes the next byte. After one that it doesn't accept, it begins anew.
    mutating func accepts(_ byte: UInt8) -> Bool {
        if missing == 0 { bad = byte }
        if missing == 0, byte < 0x80 { return byte >= 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
        if missing > 0 {
            guard next.contains(byte) else {
                (missing, next) = (0, 0x80...0xBF)
                return false
            }
            missing -= 1
            next = 0x80...0xBF
            return true
        }
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF:
            missing = 2
            if byte == 0xE0 { next = 0xA0...0xBF }
            if byte == 0xED { next = 0x80...0x9F }
        case 0xF0...0xF4:
            missing = 3
            if byte == 0xF0 { next = 0x90...0xBF }
            if byte == 0xF4 { next = 0x80...0x8F }
        default: return false
        }
        return true
    }
}
