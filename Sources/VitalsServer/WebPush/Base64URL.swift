import Foundation

/// The encoding of keys and tokens in Web Push: RFC 4648, section 5, without padding.
enum Base64URL {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Nil where the text has other characters. Padding is taken too, because some clients send it.
    static func bytes(_ text: String) -> [UInt8]? {
        var digits = text.utf8[...]
        while digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
        guard text.utf8.count - digits.count <= 2, digits.count % 4 != 1, digits.allSatisfy({ isDigit($0) })
        else { return nil }
        let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
        let standard = String(Substring(digits)).replacing("-", with: "+").replacing("_", with: "/") + padding
        return Data(base64Encoded: standard).map { Array($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
