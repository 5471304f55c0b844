extension JSONValue {
    /// Parses one JSON text (RFC 8259) in UTF-8.
    ///
    /// Refuses more than the grammar does: a name that occurs twice in an object, U+0000 and lone surrogates in text, a
    /// number outside the range of a double, and more than 64 levels of nesting.
    package init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
        self = try JSONValue.parse(Array(bytes))
    }

    package init(parsing text: String) throws(JSONError) {
        self = try JSONValue.parse(Array(text.utf8))
    }

    private static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .malformed("The text is not valid UTF-8.")
        }
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                var parser = JSONParser(buffer)
                return try parser.document()
            }
        }
        return try result.get()
    }
}

/// A recursive-descent parser over bytes that are known to be UTF-8.
private struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0

    /// The maximum nesting: deep enough for any record, shallow enough for any stack.
    private static let maximumDepth = 64

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw malformed("Nothing may follow the value") }
        return value
    }

    private func malformed(_ what: String) -> JSONError { .malformed("\(what) (at byte \(position)).") }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// The next byte that is not white space, without taking it.
    private mutating func peek() throws(JSONError) -> UInt8 {
        skipSpace()
        guard position < bytes.count else { throw malformed("The text ends too early") }
        return bytes[position]
    }

    private mutating func take(_ character: Unicode.Scalar) throws(JSONError) {
        guard try peek() == UInt8(character.value) else { throw malformed("Expected '\(character)'") }
        position += 1
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch try peek() {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        depth += 1
        guard depth <= Self.maximumDepth else { throw malformed("More than \(Self.maximumDepth) levels of nesting") }
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, UnsafeBufferPointer(rebasing: bytes[position..<end]).elementsEqual(word.bytes) else {
            throw malformed("Expected \(word)")
        }
        position = end
        return value
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        try take("{")
        var members: [JSONValue.Member] = []
        var names = NameSet()
        if try peek() == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            guard try peek() == UInt8(ascii: "\"") else { throw malformed("Expected a name in quotes") }
            let name = try string()
            guard names.insert(name) else { throw malformed("A name occurs twice in one object") }
            try take(":")
            do {
                members.append(JSONValue.Member(name, try value()))
            } catch {
                throw error.within(member: name.displayLine(maximumLength: 40))
            }
            if try peek() == UInt8(ascii: "}") {
                position += 1
                return .object(members)
            }
            try take(",")
        }
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        try take("[")
        var elements: [JSONValue] = []
        if try peek() == UInt8(ascii: "]") {
            position += 1
            return .array(elements)
        }
        while true {
            do {
                elements.append(try value())
            } catch {
                throw error.within(element: elements.count)
            }
            if try peek() == UInt8(ascii: "]") {
                position += 1
                return .array(elements)
            }
            try take(",")
        }
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        // Most bytes of a document pass here, and a debug build calls a function for each pattern of a `switch`.
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                defer { position += 1 }
                return String(decoding: bytes[start..<position], as: UTF8.self)
            }
            if byte == backslash { return try stringWithEscapes(from: start) }
            if byte < 0x20 { throw malformed("A control character in text must be escaped") }
            position += 1
        }
        throw malformed("A text has no closing quote")
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: String(Character(try escape())).utf8)
            case 0..<0x20: throw malformed("A control character in text must be escaped")
            default: text.append(byte)
            }
        }
        throw malformed("A text has no closing quote")
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard position < bytes.count else { throw malformed("The text ends too early") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escapedScalar()
        default: throw malformed("Unknown escape")
        }
    }

    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let unit = try hexadecimal()
        guard unit != 0 else { throw malformed("Text can't contain U+0000") }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800..<0xDC00).contains(unit), position + 1 < bytes.count,
            bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        else { throw malformed("A surrogate has no partner") }
        position += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw malformed("A surrogate has no partner") }
        let scalar = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00)
        return Unicode.Scalar(scalar)!  // a pair always lies within U+10000 ... U+10FFFF
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue,
                bytes[position] < 0x80
            else { throw malformed("\\u needs four hexadecimal digits") }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    // MARK: Numbers

    /// Powers of ten that a double holds exactly.
    private static let exactPowers: [Double] = (0...22).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 0.1) * 10)
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = position
        let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let firstDigit = position
        var mantissa: UInt64 = 0
        var digits = 0
        func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
        while position < bytes.count, isDigit(bytes[position]) {
            if digits < 19 { mantissa = mantissa * 10 + UInt64(bytes[position] - 48) }
            digits += 1
            position += 1
        }
        guard digits > 0, digits == 1 || bytes[firstDigit] != 48 else { throw malformed("Expected a value") }
        var fractionDigits = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            while position < bytes.count, isDigit(bytes[position]) {
                if digits < 19 { mantissa = mantissa * 10 + UInt64(bytes[position] - 48) }
                digits += 1
                fractionDigits += 1
                position += 1
            }
            guard fractionDigits > 0 else { throw malformed("A digit must follow the point") }
        }
        let hasExponent = position < bytes.count && bytes[position] | 0x20 == UInt8(ascii: "e")
        if hasExponent {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            let firstExponentDigit = position
            while position < bytes.count, isDigit(bytes[position]) { position += 1 }
            guard position > firstExponentDigit else { throw malformed("A digit must follow the exponent") }
        }
        // Correctly rounded: both operands are exact doubles, so the one division is the only rounding (Clinger 1990).
        if !hasExponent, digits <= 15, fractionDigits <= 22 {
            let magnitude = Double(mantissa) / Self.exactPowers[fractionDigits]
            return isNegative ? -magnitude : magnitude
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw malformed("A number is out of range") }
        return number
    }
}

/// The names of one object: a list while there are few, as in every record, and a hash table beyond. So even an object
/// with a million names takes only linear time.
private struct NameSet {
    private var few: [String] = []
    private var many: Set<[UInt8]> = []

    mutating func insert(_ name: String) -> Bool {
        if few.count < 16 {
            guard !few.contains(where: { $0.hasSameBytes(as: name) }) else { return false }
            few.append(name)
            return true
        }
        if many.isEmpty { many = Set(few.map { Array($0.utf8) }) }
        return many.insert(Array(name.utf8)).inserted
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
