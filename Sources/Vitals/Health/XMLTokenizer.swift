/// Reads the start tags of an XML document one by one, in constant memory, and checks the structure of the rest.
///
/// It accepts the subset of XML 1.0 that Apple Health writes: UTF-8, a document type with an internal subset that is
/// skipped, comments, processing instructions, CDATA, elements and the predefined references.
///
/// A fault within a start tag is the damage of that tag. One in a text, an end tag or the nesting is passed to
/// `noteDamage`. Anything else is an error with its line: then it's unclear where the document goes on, or whether it's
/// complete. The reasons against Foundation's XMLParser are in docs/decisions/0002-own-xml-tokenizer.md.
final class XMLTokenizer {
    /// The maximum nesting of elements; an export needs five levels.
    static let maximumDepth = 100

    let input: XMLInput
    /// Called with each damage that isn't a start tag's.
    var noteDamage: (XMLDamage) -> Void = { _ in }
    private(set) var tags: XMLTagReader
    private var elements = XMLOpenElements()
    private var hasSeenRoot = false
    private var hasSeenDocumentType = false

    init(input: XMLInput) {
        self.input = input
        tags = XMLTagReader(input: input)
    }

    /// The number of open elements, including that of the last tag unless it closes itself.
    var depth: Int { elements.count }

    /// The next start tag; nil at the end of a document that is complete.
    ///
    /// - Throws: `HealthImportError.malformed`.
    func nextTag() throws -> XMLTag? {
        if !hasSeenRoot, input.bytesRead == 0 { try readByteOrderMark() }
        while try skipText() {
            let line = input.line
            let isFirst = input.isAtStart
            input.consume(1)  // <
            switch try input.peek() {
            case UInt8(ascii: "?")?:
                input.consume(1)
                try readInstruction(line: line, isFirst: isFirst)
            case UInt8(ascii: "!")?:
                input.consume(1)
                if let tag = try readMarkup(line: line) { return tag }
            case UInt8(ascii: "/")?:
                input.consume(1)
                try readEndTag(line: line)
            default:
                return try open(tags.read(line: line), line: line)
            }
        }
        if let open = elements.innermostName {
            let name = String(decoding: open, as: UTF8.self).quotedForDisplay
            throw malformed("The file ends before \(name) is closed; it is incomplete. Export or copy it again.")
        }
        guard hasSeenRoot else { throw malformed("The file has no XML element.") }
        return nil
    }

    func malformed(_ reason: String, line: Int? = nil) -> HealthImportError {
        .malformed(line: line ?? input.line, reason)
    }

    // MARK: Tags

    private func open(_ read: (bytes: [UInt8], damage: XMLDamage?), line: Int) throws -> XMLTag {
        let tag = XMLTag(parsing: read.bytes, line: line, damage: read.damage)
        if elements.isEmpty {
            guard !hasSeenRoot else { throw malformed("Something follows the end of the document.", line: line) }
            hasSeenRoot = true
            tags.root = Array(tag.nameBytes)
        }
        if tag.isEmptyElement { return tag }
        guard tag.damage == nil || elements.isEmpty else {
            // Nobody knows whether it closes itself.
            elements.markUncertain()
            return tag
        }
        guard depth < Self.maximumDepth else {
            throw malformed("Elements are nested more than \(Self.maximumDepth) deep.", line: line)
        }
        elements.open(tag.nameBytes, line: line)
        return tag
    }

    private func readEndTag(line: Int) throws {
        let (bytes, damage) = try tags.read(line: line)
        guard !elements.isEmpty else { throw malformed("An element is closed that was never opened.", line: line) }
        let tag = XMLEndTag(parsing: bytes, line: line, damage: damage)
        if let damage = elements.close(tag.name, line: line, damage: tag.damage) { noteDamage(damage) }
    }

    // MARK: Text

    /// Moves to the next `<`; false at the end of the input. Text has no meaning in an export, so it is only checked.
    private func skipText() throws -> Bool {
        var check = XMLByteCheck()
        var damage: XMLDamage?
        var textLine: Int?
        func note(_ reason: String, line: Int? = nil) {
            damage = damage ?? XMLDamage(line: line ?? input.line, reason: reason)
        }
        while true {
            let window = try input.window()
            guard !window.isEmpty else { return false }
            if !check.isBetweenCharacters, window[0] < 0x80 {
                note(XMLDamage.reason(of: check.bad))
                check = XMLByteCheck()
            }
            var end = 0
            while end < window.count, window[end].isXMLSpace { end += 1 }
            input.consume(end)
            guard end < window.count else { continue }
            let byte = window[end]
            if byte == UInt8(ascii: "<") { break }
            if depth == 0 {
                guard check.accepts(byte) else { throw malformed(XMLDamage.reason(of: check.bad)) }
                throw malformed("There is text outside the first element.")
            }
            textLine = textLine ?? input.line
            if byte == UInt8(ascii: "&") {
                let line = input.line
                if let name = try readTextReference() { note(XMLReference.errorMessage(after: name), line: line) }
                continue
            }
            // Its `<` may be missing, so it may have opened or closed an element.
            if byte == UInt8(ascii: ">") { elements.markUncertain() }
            if !check.accepts(byte) { note(XMLDamage.reason(of: check.bad)) }
            input.consume(1)
        }
        if let textLine {
            noteDamage(
                damage ?? XMLDamage(line: textLine, reason: "There is text between two tags, where none belongs."))
        }
        return true
    }

    /// Reads a reference in a text. Returns what follows the `&` if it isn't one.
    private func readTextReference() throws -> [UInt8]? {
        input.consume(1)
        var name: [UInt8] = []
        while name.count < XMLReference.maximumSizeBytes, let byte = try input.peek(), byte != UInt8(ascii: "<") {
            input.consume(1)
            name.append(byte)
            if byte == UInt8(ascii: ";") { return XMLReference.scalar(name.dropLast()) == nil ? name : nil }
        }
        return name
    }

    private func readByteOrderMark() throws {
        guard let first = try input.peek(), first == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] where try input.next() != byte {
            throw malformed("The file doesn't start with XML.")
        }
        input.markStart()
    }

    // MARK: Everything else

    private func readInstruction(line: Int, isFirst: Bool) throws {
        let (content, damage) = try tags.readInstruction(line: line)
        if let damage {
            elements.markUncertain()
            noteDamage(damage)
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

    /// Reads what follows `<!`: a comment, CDATA or the document type. Within the root, anything else is a damaged tag.
    private func readMarkup(line: Int) throws -> XMLTag? {
        if try input.skip("--") {
            _ = try input.take(through: "-->", keeping: 0) { malformed("A comment is never closed.", line: line) }
        } else if try depth > 0 && input.skip("[CDATA[") {
            _ = try input.take(through: "]]>", keeping: 0) { malformed("CDATA is never closed.", line: line) }
        } else if try input.skip("DOCTYPE") {
            guard !hasSeenRoot, !hasSeenDocumentType else {
                throw malformed("A document type isn't before the first element.", line: line)
            }
            hasSeenDocumentType = true
            try skipDocumentType()
        } else if depth > 0 {
            return try open(tags.readUnknownMarkup(line: line), line: line)
        } else {
            throw malformed("A \"<!\" doesn't start a comment, CDATA or a document type.")
        }
        return nil
    }
}

extension XMLTokenizer {
    /// Skips the rest of `<!DOCTYPE …>` and its internal subset, which the reader doesn't use.
    ///
    /// Quotes, comments and instructions are recognised, because they may hold a `]` or a `>`. Declarations are not
    /// parsed: some versions of iOS write a subset in which one of them isn't closed, and such an export must still be
    /// read. For the same reason a quote ends with its line, and the first element ends a subset that isn't closed.
    func skipDocumentType() throws {
        var isInSubset = false
        while let byte = try input.next() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while let quoted = try input.next(), quoted != byte, quoted != 0x0A {}
            case UInt8(ascii: "<"):
                if isInSubset, try input.peek()?.startsXMLName == true {
                    noteDamage(XMLDamage(line: input.line, reason: "The document type before it is not closed."))
                    input.giveBack([byte])
                    return
                }
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
