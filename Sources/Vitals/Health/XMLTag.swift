/// A start tag: `<name attribute="value" …>`.
///
/// A tag whose end was found is read as far as it goes. What is wrong in it is its `damage`, and costs only this tag.
package struct XMLTag {
    /// The line of its `<`.
    package let line: Int
    /// True if it closes itself: `<name/>`.
    package let isEmptyElement: Bool
    /// The first thing in it that breaks the rules of XML, with its line; nil for a sound tag.
    private(set) var damage: XMLDamage?
    /// The bytes between `<` and `>`, without the closing slash.
    private let bytes: ArraySlice<UInt8>
    /// 0 if it has no name that can be read.
    private let nameEnd: Int
    /// The attributes before the damage.
    private let attributes: [(name: Range<Int>, value: Range<Int>)]

    /// The maximum number of attributes: far more than any export uses, and it keeps the search for duplicates short.
    private static let maximumAttributes = 64

    /// - Parameters:
    ///   - bytes: the tag without its angle brackets.
    ///   - damage: what the tokenizer found wrong with them.
    init(parsing whole: [UInt8], line: Int, damage: XMLDamage? = nil) {
        let content = whole[..<((whole.lastIndex { !$0.isXMLSpace } ?? -1) + 1)]
        let isEmptyElement = content.last == UInt8(ascii: "/")
        let bytes = isEmptyElement ? content.dropLast() : content
        var (nameEnd, attributes, found) = Self.parts(of: bytes, line: line)
        if isEmptyElement, content.count < whole.count, found == nil {
            found = XMLDamage(line: line, reason: Self.strayEndReason)
        }
        self.line = line
        self.isEmptyElement = isEmptyElement
        self.bytes = bytes
        self.nameEnd = nameEnd
        self.attributes = attributes
        self.damage = XMLDamage.first(damage, found)
        guard self.damage == nil, bytes.contains(UInt8(ascii: "&")) else { return }
        do {
            for attribute in attributes { _ = try text(attribute.value) }
        } catch {
            self.damage = error
        }
    }

    /// Splits a tag into its name and its attributes, up to the first thing that is wrong.
    private static func parts(
        of bytes: ArraySlice<UInt8>, line: Int
    ) -> (nameEnd: Int, attributes: [(name: Range<Int>, value: Range<Int>)], damage: XMLDamage?) {
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        attributes.reserveCapacity(12)
        func afterSpace(_ index: Int) -> Int {
            var index = index
            while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
            return index
        }
        /// Returns `start` where there is no name.
        func afterName(_ start: Int) -> Int {
            guard start < bytes.count, bytes[start].startsXMLName else { return start }
            var index = start + 1
            while index < bytes.count, bytes[index].continuesXMLName { index += 1 }
            return index
        }
        var nameEnd = afterName(0)
        // A name that something else follows than a space may be half a name.
        let isWhole = nameEnd == bytes.count || bytes[nameEnd].isXMLSpace
        let firstBad = nameEnd
        if !isWhole { nameEnd = 0 }
        func damaged(
            _ reason: String, at index: Int
        ) -> (nameEnd: Int, attributes: [(name: Range<Int>, value: Range<Int>)], damage: XMLDamage?) {
            let breaks = bytes[..<min(index, bytes.count)].count { $0 == 0x0A }
            let control = index < bytes.count && bytes[index] < 0x20 ? XMLDamage.reason(of: bytes[index]) : nil
            return (nameEnd, attributes, XMLDamage(line: line + breaks, reason: control ?? reason))
        }
        guard nameEnd > 0 else { return damaged("A tag has no name that can be read.", at: firstBad) }
        var index = nameEnd
        while true {
            let start = afterSpace(index)
            if start == bytes.count { return (nameEnd, attributes, nil) }
            guard start > index else {
                // The quote before it may belong to the next attribute, so the last value isn't what it seems.
                if bytes[start] != UInt8(ascii: "/") { attributes.removeLast() }
                return damaged(
                    bytes[start] == UInt8(ascii: "/")
                        ? strayEndReason : "Two attributes are not separated by a space, or a quote is missing.",
                    at: start)
            }
            let end = afterName(start)
            guard end > start else {
                return damaged(
                    bytes[start] == UInt8(ascii: "/") ? strayEndReason : "A tag contains something that isn't a name.",
                    at: start)
            }
            let equals = afterSpace(end)
            guard equals < bytes.count, bytes[equals] == UInt8(ascii: "=") else {
                return damaged("An attribute has no value.", at: equals)
            }
            let quote = afterSpace(equals + 1)
            guard quote < bytes.count, bytes[quote].isXMLQuote else {
                return damaged("The value of an attribute is not in quotes.", at: quote)
            }
            guard let valueEnd = bytes[(quote + 1)...].firstIndex(of: bytes[quote]) else {
                return damaged("The quotes of an attribute are not closed.", at: quote)
            }
            let name = bytes[start..<end]
            guard !attributes.contains(where: { bytes[$0.name].elementsEqual(name) }) else {
                return damaged("A tag has the same attribute twice.", at: start)
            }
            guard attributes.count < maximumAttributes else {
                return damaged("A tag has more than \(maximumAttributes) attributes.", at: start)
            }
            attributes.append((start..<end, (quote + 1)..<valueEnd))
            index = valueEnd + 1
        }
    }

    /// The first control character in the value of an attribute, or of any, as damage. Where an app writes its name, it's none.
    func controlCharacter(in name: StaticString? = nil) -> XMLDamage? {
        let values = attributes.filter { name?.equals(bytes[$0.name]) != false }
        for value in values.map(\.value) {
            guard let index = bytes[value].firstIndex(where: { $0 < 0x20 && !$0.isXMLSpace }) else { continue }
            let breaks = bytes[..<index].count { $0 == 0x0A }
            return XMLDamage(line: line + breaks, reason: XMLDamage.reason(of: bytes[index]))
        }
        return nil
    }

    private static let strayEndReason = "A \"/\" isn't followed by the \">\" of its tag."

    var nameBytes: ArraySlice<UInt8> { bytes[..<nameEnd] }

    var name: String { String(decoding: nameBytes, as: UTF8.self) }

    package func isNamed(_ name: StaticString) -> Bool { name.equals(nameBytes) }

    /// The value of an attribute, with its references resolved and its line ends replaced by spaces (XML 1.0 §3.3.3).
    ///
    /// A control character in it stays, though XML has none: people's apps do write them into their names.
    package func value(of name: StaticString) throws -> String? {
        guard let attribute = attributes.first(where: { name.equals(bytes[$0.name]) }) else { return nil }
        do {
            return try text(attribute.value)
        } catch {
            throw HealthImportError.malformed(line: error.line, error.reason)
        }
    }

    /// The size of an attribute's value as it stands in the file, in bytes; 0 where there is no such attribute.
    package func valueSizeBytes(of name: StaticString) -> Int {
        attributes.first { name.equals(bytes[$0.name]) }?.value.count ?? 0
    }

    /// An attribute's value as it stands in the file, with its references; nil where there is no such attribute. To see that two
    /// tags say the same, comparing these takes less time than reading both.
    package func writtenValue(of name: StaticString) -> ArraySlice<UInt8>? {
        attributes.first { name.equals(bytes[$0.name]) }.map { bytes[$0.value] }
    }

    private func text(_ range: Range<Int>) throws(XMLDamage) -> String {
        let raw = bytes[range]
        guard raw.contains(where: { $0 == UInt8(ascii: "&") || $0.isXMLSpace && $0 != 0x20 }) else {
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
                    throw XMLDamage(line: here, reason: XMLReference.errorMessage(after: rest))
                }
                decoded.append(contentsOf: String(Character(scalar)).utf8)
                index = end + 1
            case 0x0D where index + 1 < range.upperBound && bytes[index + 1] == 0x0A:
                index += 1  // CRLF is one line end
            case let byte:
                decoded.append(byte.isXMLSpace ? 0x20 : byte)
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
