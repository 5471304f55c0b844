/// A start tag: `<name attribute="value" …>`.
struct XMLTag {
    /// The line of its `<`.
    let line: Int
    /// True if it closes itself: `<name/>`.
    let isEmptyElement: Bool
    /// The bytes between `<` and `>`, without the closing slash.
    private let bytes: ArraySlice<UInt8>
    private let nameEnd: Int
    private let attributes: [(name: Range<Int>, value: Range<Int>)]

    /// The maximum number of attributes: far more than any export uses, and it keeps the search for duplicates short.
    private static let maximumAttributes = 64

    /// - Parameter bytes: valid UTF-8, without the angle brackets.
    /// - Throws: `HealthImportError.malformed`, at the line where the tag breaks the rules of XML.
    init(parsing whole: [UInt8], line: Int) throws {
        let isEmptyElement = whole.last == UInt8(ascii: "/")
        let bytes = isEmptyElement ? whole.dropLast() : whole[...]
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        attributes.reserveCapacity(12)

        func malformed(_ reason: String, at index: Int) -> HealthImportError {
            .malformed(line: line + bytes[..<index].count { $0 == 0x0A }, reason)
        }
        func afterSpace(_ index: Int) -> Int {
            var index = index
            while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
            return index
        }
        func afterName(_ start: Int) throws -> Int {
            guard start < bytes.count, bytes[start].startsXMLName else {
                throw malformed("A tag contains something that isn't a name.", at: start)
            }
            var index = start + 1
            while index < bytes.count, bytes[index].continuesXMLName { index += 1 }
            return index
        }

        let nameEnd = try afterName(0)
        var index = nameEnd
        while true {
            let start = afterSpace(index)
            if start == bytes.count { break }
            guard start > index else { throw malformed("Two attributes are not separated by a space.", at: start) }
            let end = try afterName(start)
            let equals = afterSpace(end)
            guard equals < bytes.count, bytes[equals] == UInt8(ascii: "=") else {
                throw malformed("An attribute has no value.", at: equals)
            }
            let quote = afterSpace(equals + 1)
            guard quote < bytes.count, bytes[quote].isXMLQuote else {
                throw malformed("The value of an attribute is not in quotes.", at: quote)
            }
            guard let valueEnd = bytes[(quote + 1)...].firstIndex(of: bytes[quote]) else {
                throw malformed("The quotes of an attribute are not closed.", at: quote)
            }
            let name = bytes[start..<end]
            guard !attributes.contains(where: { bytes[$0.name].elementsEqual(name) }) else {
                throw malformed("A tag has the same attribute twice.", at: start)
            }
            guard attributes.count < Self.maximumAttributes else {
                throw malformed("A tag has more than \(Self.maximumAttributes) attributes.", at: start)
            }
            attributes.append((start..<end, (quote + 1)..<valueEnd))
            index = valueEnd + 1
        }

        self.line = line
        self.isEmptyElement = isEmptyElement
        self.bytes = bytes
        self.nameEnd = nameEnd
        self.attributes = attributes
        if bytes.contains(UInt8(ascii: "&")) {
            for attribute in attributes { _ = try text(attribute.value) }
        }
    }

    var nameBytes: ArraySlice<UInt8> { bytes[..<nameEnd] }

    var name: String { String(decoding: nameBytes, as: UTF8.self) }

    func isNamed(_ name: StaticString) -> Bool { name.equals(nameBytes) }

    /// The value of an attribute, with its references resolved and its line ends replaced by spaces (XML 1.0 §3.3.3).
    func value(of name: StaticString) throws -> String? {
        guard let attribute = attributes.first(where: { name.equals(bytes[$0.name]) }) else { return nil }
        return try text(attribute.value)
    }

    private func text(_ range: Range<Int>) throws -> String {
        let raw = bytes[range]
        guard raw.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else {
            return String(decoding: raw, as: UTF8.self)
        }
        var decoded: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "&"):
                let rest = bytes[(index + 1)..<range.upperBound]
                guard let end = rest.prefix(XMLReference.maximumSizeBytes).firstIndex(of: UInt8(ascii: ";")),
                    let scalar = XMLReference.scalar(bytes[(index + 1)..<end])
                else {
                    let here = line + bytes[..<index].count { $0 == 0x0A }
                    throw HealthImportError.malformed(line: here, XMLReference.errorMessage)
                }
                decoded.append(contentsOf: String(Character(scalar)).utf8)
                index = end + 1
            case 0x0D where index + 1 < range.upperBound && bytes[index + 1] == 0x0A:
                index += 1  // CRLF is one line end
            case let byte:
                decoded.append(byte < 0x20 ? 0x20 : byte)
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension StaticString {
    fileprivate func equals(_ bytes: ArraySlice<UInt8>) -> Bool {
        withUTF8Buffer { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }
}

/// The references that an export may hold: `&lt;` and the other four predefined ones, `&#65;` and `&#x41;`.
///
/// Entities that a DTD declares are not resolved: no export uses them, and they can make a small file expand
/// enormously.
enum XMLReference {
    /// The maximum size after the `&`, including the semicolon.
    static let maximumSizeBytes = 12

    static let errorMessage =
        "An \"&\" isn't followed by lt, gt, amp, quot, apos or a character's number, and a semicolon."

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
