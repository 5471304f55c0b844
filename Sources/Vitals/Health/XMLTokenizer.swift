/// Reads the start tags of an XML document one by one, in constant memory, and checks the structure of the rest.
///
/// It accepts the subset of XML 1.0 that Apple Health writes: UTF-8, a document type with an internal subset that is
/// skipped, comments, processing instructions, CDATA, elements and the predefined references.
///
/// What is wrong within one tag, from its `<` to its `>`, is the damage of that tag, and what is wrong in the text after
/// it is in `textDamage`. Anything else is an error with its line: then it's unclear where the next element begins. The reasons against Foundation's XMLParser are in docs/decisions/0002-own-xml-tokenizer.md.
final class XMLTokenizer {
    /// The maximum size of one tag; a record of an export takes about 500 bytes.
    static let maximumTagSizeBytes = 1 << 20
    /// What is kept of a longer tag: enough for its name and type.
    private static let keptOfLongTagBytes = 512
    /// The maximum nesting of elements; an export needs five levels.
    static let maximumDepth = 100

    let input: XMLInput
    private var openNames: [[UInt8]] = []
    private var hasSeenRoot = false
    private var hasSeenDocumentType = false
    /// What is wrong in the text before the last tag, which means nothing in an export; nil where it is sound.
    private(set) var textDamage: XMLDamage?

    init(input: XMLInput) {
        self.input = input
    }

    /// The number of open elements, including that of the last tag unless it closes itself.
    var depth: Int { openNames.count }

    /// The next start tag; nil at the end of a document that is complete.
    ///
    /// - Throws: `HealthImportError.malformed`.
    func nextTag() throws -> XMLTag? {
        if !hasSeenRoot, input.bytesRead == 0 { try readByteOrderMark() }
        textDamage = nil
        while try skipText() {
            let line = input.line
            let isFirst = input.isAtStart
            input.consume(1)  // <
            switch try input.peek() {
            case UInt8(ascii: "?")?:
                input.consume(1)
                try readInstruction(isFirst: isFirst)
            case UInt8(ascii: "!")?:
                input.consume(1)
                try readMarkup()
            case UInt8(ascii: "/")?:
                input.consume(1)
                try readEndTag(line: line)
            default:
                return try readStartTag(line: line)
            }
        }
        if let open = openNames.last {
            let name = String(decoding: open, as: UTF8.self).quotedForDisplay
            throw malformed("The file ends before \(name) is closed; it is incomplete. Export or copy it again.")
        }
        guard hasSeenRoot else { throw malformed("The file has no XML element.") }
        return nil
    }

    func malformed(_ reason: String) -> HealthImportError { .malformed(line: input.line, reason) }

    // MARK: Tags

    private func readStartTag(line: Int) throws -> XMLTag {
        let (bytes, damage) = try readTagBytes(line: line)
        let tag = XMLTag(parsing: bytes, line: line, damage: damage)
        if depth == 0 {
            guard !hasSeenRoot else {
                throw HealthImportError.malformed(line: line, "Something follows the end of the document.")
            }
            hasSeenRoot = true
        }
        if !tag.isEmptyElement {
            guard depth < Self.maximumDepth else {
                throw HealthImportError.malformed(
                    line: line, "Elements are nested more than \(Self.maximumDepth) deep.")
            }
            // Without a name that can be read, the next end tag closes it, whatever its name.
            openNames.append(damage == nil ? Array(tag.nameBytes) : tag.soundName)
        }
        return tag
    }

    private func readEndTag(line: Int) throws {
        var (bytes, damage) = try readTagBytes(line: line)
        while bytes.last?.isXMLSpace == true { bytes.removeLast() }
        guard let open = openNames.popLast() else {
            throw HealthImportError.malformed(line: line, "An element is closed that was never opened.")
        }
        if let damage {
            textDamage = XMLDamage.first(textDamage, damage)
            return
        }
        guard open.isEmpty || open == bytes else {
            let name = String(decoding: open, as: UTF8.self).quotedForDisplay
            throw HealthImportError.malformed(line: line, "Another element is closed while \(name) is open.")
        }
    }

    /// Reads the bytes up to the next `>` that isn't in quotes, and consumes that too. Of a tag that is too long, it keeps
    /// the beginning, and a `/` at the end.
    private func readTagBytes(line: Int) throws -> (bytes: [UInt8], damage: XMLDamage?) {
        var bytes: [UInt8] = []
        var isTooLong = false
        bytes.reserveCapacity(512)
        var quote: UInt8 = 0
        while true {
            let window = try input.window()
            guard !window.isEmpty else { throw malformed("The file ends inside a tag; it is incomplete.") }
            var end = 0
            while end < window.count {
                let byte = window[end]
                if byte == UInt8(ascii: "<") {
                    input.consume(end)
                    throw malformed("There is a \"<\" inside a tag; a quote or a \">\" is missing before it.")
                }
                if quote != 0 {
                    if byte == quote { quote = 0 }
                } else if byte.isXMLQuote {
                    quote = byte
                } else if byte == UInt8(ascii: ">") {
                    break
                }
                end += 1
            }
            if bytes.count + end <= Self.maximumTagSizeBytes {
                bytes.append(contentsOf: window[..<end])
            } else {
                isTooLong = true
                if bytes.count > Self.keptOfLongTagBytes { bytes.removeSubrange(Self.keptOfLongTagBytes...) }
                if end > 0 { bytes.append(window[end - 1]) }
            }
            if end < window.count {
                input.consume(end + 1)
                let reason = "A tag is longer than \(Self.maximumTagSizeBytes) bytes."
                let damage = XMLDamage.byte(in: bytes, line: line)
                return (bytes, isTooLong ? XMLDamage.first(damage, XMLDamage(line: line, reason: reason)) : damage)
            }
            input.consume(end)
        }
    }

    // MARK: Text

    /// Moves to the next `<`; false at the end of the input. Text has no meaning in an export, so it is only checked.
    private func skipText() throws -> Bool {
        var check = XMLByteCheck()
        while true {
            let window = try input.window()
            guard !window.isEmpty else { return false }
            if !check.isBetweenCharacters, window[0] < 0x80 {
                addTextDamage(XMLDamage.reason(of: check.bad))
                check = XMLByteCheck()
            }
            var end = 0
            while end < window.count, window[end].isXMLSpace { end += 1 }
            input.consume(end)
            guard end < window.count else { continue }
            switch window[end] {
            case UInt8(ascii: "<"): return true
            case let byte where depth == 0:
                guard check.accepts(byte) else { throw malformed(XMLDamage.reason(of: check.bad)) }
                throw malformed("There is text outside the first element.")
            case UInt8(ascii: "&"): try readTextReference()
            case let byte:
                if !check.accepts(byte) { addTextDamage(XMLDamage.reason(of: check.bad)) }
                input.consume(1)
            }
        }
    }

    private func readTextReference() throws {
        input.consume(1)
        let line = input.line
        var name: [UInt8] = []
        while name.count < XMLReference.maximumSizeBytes, let byte = try input.peek(), byte != UInt8(ascii: "<") {
            input.consume(1)
            name.append(byte)
            if byte == UInt8(ascii: ";") {
                if XMLReference.scalar(name.dropLast()) != nil { return }
                break
            }
        }
        addTextDamage(XMLReference.errorMessage(after: name), line: line)
    }

    private func addTextDamage(_ reason: String, line: Int? = nil) {
        textDamage = textDamage ?? XMLDamage(line: line ?? input.line, reason: reason)
    }

    private func readByteOrderMark() throws {
        guard let first = try input.peek(), first == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] where try input.next() != byte {
            throw malformed("The file doesn't start with XML.")
        }
        input.markStart()
    }

    // MARK: Everything else

    private func readInstruction(isFirst: Bool) throws {
        let content = try input.take(through: "?>", keeping: 256) {
            malformed("The file ends inside a processing instruction; it is incomplete.")
        }
        let target = content.prefix { !$0.isXMLSpace && $0 != UInt8(ascii: "?") }
        guard String(decoding: target, as: UTF8.self).lowercased() == "xml" else { return }
        guard isFirst else { throw malformed("An XML declaration isn't at the very beginning.") }
        let declaration = XMLTag(parsing: content, line: input.line)
        guard let encoding = try declaration.value(of: "encoding") else { return }
        guard ["utf-8", "us-ascii"].contains(encoding.lowercased()) else {
            throw malformed("The file is in \(encoding.quotedForDisplay); only UTF-8 can be read.")
        }
    }

    /// Reads what follows `<!`: a comment, CDATA or the document type.
    private func readMarkup() throws {
        if try input.skip("--") {
            _ = try input.take(through: "-->", keeping: 0) {
                malformed("The file ends inside a comment; it is incomplete.")
            }
        } else if try depth > 0 && input.skip("[CDATA[") {
            _ = try input.take(through: "]]>", keeping: 0) {
                malformed("The file ends inside CDATA; it is incomplete.")
            }
        } else if try !hasSeenRoot && !hasSeenDocumentType && input.skip("DOCTYPE") {
            hasSeenDocumentType = true
            try skipDocumentType()
        } else {
            throw malformed("A \"<!\" doesn't start a comment, CDATA or a document type.")
        }
    }
}

extension XMLTokenizer {
    /// Skips the rest of `<!DOCTYPE …>` and its internal subset, which the reader doesn't use.
    ///
    /// Quotes, comments and instructions are recognised, because they may hold a `]` or a `>`. Declarations are not
    /// parsed: some versions of iOS write a subset in which one of them isn't closed, and such an export must still be
    /// read.
    func skipDocumentType() throws {
        var isInSubset = false
        while let byte = try input.next() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while let quoted = try input.next(), quoted != byte {}
            case UInt8(ascii: "<"):
                if try input.skip("!--") {
                    _ = try input.take(through: "-->", keeping: 0) { incomplete }
                } else if try input.skip("?") {
                    _ = try input.take(through: "?>", keeping: 0) { incomplete }
                } else if !isInSubset {
                    throw malformed("The document type is not closed.")
                }
            case UInt8(ascii: "["):
                isInSubset = true
            case UInt8(ascii: "]"):
                isInSubset = false
            case UInt8(ascii: ">") where !isInSubset:
                return
            default:
                break
            }
        }
        throw incomplete
    }

    private var incomplete: HealthImportError { malformed("The file ends inside the document type; it is incomplete.") }
}
