/// Canonical JSON (RFC 8785): one spelling for each JSON value, so that texts can be compared by their bytes.
package enum CanonicalJSON {
    /// The canonical text: members sorted by UTF-16 code units, numbers as ECMAScript prints them, only necessary
    /// escapes.
    package static func text(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        write(value, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func write(_ value: JSONValue, into bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: self.number(number).utf8)
        case .string(let text): write(text, into: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.name, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                write(member.value, into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    package static func write(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if isWrittenAsItIs(text) {
            bytes.append(contentsOf: text.utf8)
        } else {
            writeEscaped(text, into: &bytes)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// True for a text without a character that must be escaped, as most texts are.
    private static func isWrittenAsItIs(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
            return !bytes.contains { $0 < 0x20 || $0 == quote || $0 == backslash }
        }
    }

    private static func writeEscaped(_ text: String, into bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: #"\u00"#.utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
    }

    /// The shortest digits that read back as the same double, laid out as ECMAScript's `Number::toString` does.
    ///
    /// Swift's own `description` finds the same digits, but places the point and exponent differently.
    package static func number(_ number: Double) -> String {
        precondition(number.isFinite, "JSON has no \(number)")
        if number == 0 { return "0" }
        if number.magnitude < 1e15 {
            if let whole = Int64(exactly: number) { return String(whole) }
            // Between these, Swift and ECMAScript place the point alike and write no exponent.
            if number.magnitude >= 1e-3 { return number.description }
        }

        let (digits, pointPosition) = shortestDigits(of: number.magnitude)
        let sign = number < 0 ? "-" : ""
        switch pointPosition {
        case digits.count...21:  // there are 17 digits at most
            return sign + digits + String(repeating: "0", count: pointPosition - digits.count)
        case 1...21:
            return sign + digits.prefix(pointPosition) + "." + digits.dropFirst(pointPosition)
        case -5...0:
            return sign + "0." + String(repeating: "0", count: -pointPosition) + digits
        default:
            let exponent = pointPosition - 1
            let mantissa = digits.count == 1 ? digits : digits.prefix(1) + "." + digits.dropFirst()
            return sign + mantissa + (exponent < 0 ? "e-" : "e+") + String(abs(exponent))
        }
    }

    /// The significant digits without zeros at either end, and the position of the point, counted from their left.
    private static func shortestDigits(of number: Double) -> (digits: String, pointPosition: Int) {
        let parts = number.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let exponent = parts.count > 1 ? Int(parts[1])! : 0  // Swift prints a decimal integer there
        let whole = String(mantissa[0])
        let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
        let all = whole + fraction
        let leadingZeros = all.prefix { $0 == "0" }.count
        var digits = String(all.dropFirst(leadingZeros))
        while digits.last == "0" { digits.removeLast() }
        return (digits, whole.count - leadingZeros + exponent)
    }
}
