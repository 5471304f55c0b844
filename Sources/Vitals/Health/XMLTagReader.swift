/// Reads the bytes of one tag after the other, and finds the end of a tag that is damaged, too.
///
/// A sound tag ends at the first `>` outside of quotes, and a `<` in a value is only a character. Where quotes are missing
/// or too many, that can't be told any more. Such a tag ends before the next `<` that begins a line or follows a `>`, as
/// tags do in an export.
struct XMLTagReader {
    /// The maximum size of one tag; a record of an export takes about 500 bytes.
    static let maximumTagSizeBytes = 1 << 20
    /// The bytes that are kept of a tag that is longer or damaged: enough for its name and type.
    private static let keptOfDamagedTagBytes = 4_096

    /// The name of the root, once it is known.
    var root: [UInt8] = []
    private let input: XMLInput
    /// The bytes that were read twice, because a quote before them was missing.
    private(set) var givenBackBytes: Int64 = 0

    init(input: XMLInput) { self.input = input }

    /// Reads what follows a `<`, up to the end of the tag, and consumes the `>` too.
    ///
    /// - Returns: the bytes without the angle brackets, and the damage that parsing them wouldn't show.
    /// - Throws: `HealthImportError.malformed` if the file ends here.
    mutating func read(line: Int) throws -> (bytes: [UInt8], damage: XMLDamage?) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        var quote: UInt8 = 0
        var lastOutside: UInt8 = 0
        var isAfterValue = false
        // Where the next tag begins if a quote of this one is missing.
        var restart: Int?
        while true {
            let whole = try input.window()
            guard !whole.isEmpty else {
                if quote != 0, let restart, endsWithRoot(bytes) { return try end(bytes, at: restart, line: line) }
                throw incomplete
            }
            let window = UnsafeBufferPointer(rebasing: whole.prefix(Self.maximumTagSizeBytes + 1 - bytes.count))
            var end = 0
            while end < window.count {
                let byte = window[end]
                if quote != 0 {
                    if byte == quote {
                        (quote, lastOutside, isAfterValue) = (0, byte, true)
                    } else if byte == UInt8(ascii: "<"), restart == nil,
                        Self.mayBeginTag(after: window[..<end]) ?? Self.mayBeginTag(after: bytes) ?? false
                    {
                        restart = bytes.count + end
                    }
                } else if byte.isXMLSpace {
                    isAfterValue = false
                } else if byte == UInt8(ascii: ">") {
                    bytes.append(contentsOf: window[..<end])
                    input.consume(end + 1)
                    return (bytes, XMLDamage.byte(in: bytes, line: line))
                } else if byte == UInt8(ascii: "<") {
                    bytes.append(contentsOf: window[..<end])
                    input.consume(end)
                    let damage = XMLDamage.byte(in: bytes, line: line)
                    let missing = XMLDamage(line: line, reason: "A tag isn't closed: a \">\" is missing.")
                    return (Self.trimmed(bytes), XMLDamage.first(damage, missing))
                } else if byte.isXMLQuote && lastOutside == UInt8(ascii: "=") {
                    quote = byte
                } else if byte.isXMLQuote || (isAfterValue && byte != UInt8(ascii: "/")) {
                    bytes.append(contentsOf: window[..<end])
                    input.consume(end)
                    if let restart { return try self.end(bytes, at: restart, line: line) }
                    return try skipRest(of: bytes, line: line)
                } else {
                    (lastOutside, isAfterValue) = (byte, false)
                }
                end += 1
            }
            bytes.append(contentsOf: window)
            input.consume(end)
            guard bytes.count > Self.maximumTagSizeBytes else { continue }
            if let restart { return try self.end(bytes, at: restart, line: line) }
            let reason = "A tag is longer than \(Self.maximumTagSizeBytes) bytes."
            return try skipRest(of: bytes, line: line, damage: XMLDamage(line: line, reason: reason))
        }
    }

    /// Reads what follows a `<!` that begins nothing known.
    func readUnknownMarkup(line: Int) throws -> (bytes: [UInt8], damage: XMLDamage?) {
        try skipRest(of: [UInt8(ascii: "!")], line: line)
    }

    /// Reads a processing instruction after its `<?`, up to its `?>`, or up to the next tag if that is missing.
    ///
    /// - Returns: the beginning of what it holds, and its damage.
    func readInstruction(line: Int) throws -> (bytes: [UInt8], damage: XMLDamage?) {
        try skipRest(
            of: [], line: line, damage: XMLDamage(line: line, reason: "A \"<?\" is never closed by \"?>\"."),
            isInstruction: true)
    }

    // MARK: The end of a damaged tag

    /// Ends a tag before a place that was read already, and gives back what follows.
    ///
    /// It's at most twice the file in all we have seen, once for each kind of quote: the next of its kind ends a value. The
    /// limit is there for what we haven't seen, so that the time stays linear.
    private mutating func end(
        _ bytes: [UInt8], at restart: Int, line: Int
    ) throws -> (bytes: [UInt8], damage: XMLDamage?) {
        let rest = bytes[restart...]
        givenBackBytes += Int64(rest.count)
        guard givenBackBytes <= 8 * input.offset + 32 * Int64(Self.maximumTagSizeBytes) else {
            throw HealthImportError.malformed(line: line, "A quote is missing, as in too many tags before.")
        }
        input.giveBack(rest)
        let bytes = Self.trimmed(Array(bytes[..<restart]))
        return (bytes, XMLDamage.byte(in: bytes, line: line))
    }

    /// Skips to the next `<` that begins a line or follows a `>`, and keeps the beginning of what was skipped. A `/` at the
    /// end is kept, because it says that the element has no content.
    private func skipRest(
        of start: [UInt8], line: Int, damage: XMLDamage? = nil, isInstruction: Bool = false
    ) throws -> (bytes: [UInt8], damage: XMLDamage?) {
        var bytes = Array(start.prefix(Self.keptOfDamagedTagBytes))
        var isWhole = bytes.count == start.count
        var (beforeLast, last): (UInt8, UInt8) = (0, start.last { !$0.isXMLSpace } ?? 0)
        var previous: UInt8 = 0
        var mayBegin = false
        while let byte = try input.peek() {
            // After `/x` it follows what was a `/>`.
            if byte == UInt8(ascii: "<"), mayBegin || beforeLast == UInt8(ascii: "/") { break }
            input.consume(1)
            if isInstruction, previous == UInt8(ascii: "?"), byte == UInt8(ascii: ">") {
                return (isWhole ? Array(bytes.dropLast()) : bytes, nil)
            }
            previous = byte
            if byte.isXMLSpace {
                if byte == 0x0A { mayBegin = true }
            } else {
                (beforeLast, last) = (last, byte)
                mayBegin = byte == UInt8(ascii: ">")
            }
            if bytes.count < Self.keptOfDamagedTagBytes { bytes.append(byte) } else { isWhole = false }
        }
        // At the end of the file only a `>` can be the end of a tag.
        guard try input.peek() != nil || last == UInt8(ascii: ">") else { throw incomplete }
        var damage = damage
        if isWhole {
            bytes = Self.trimmed(bytes)
        } else {
            damage = damage ?? XMLDamage(line: line, reason: "The quotes of a tag don't match.")
            // It may have been cut within a character.
            while let byte = bytes.last, byte >= 0x80 { bytes.removeLast() }
            if (last == UInt8(ascii: ">") ? beforeLast : last) == UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        }
        return (bytes, XMLDamage.first(XMLDamage.byte(in: bytes, line: line), damage))
    }

    /// The bytes without white space at the end, and without a `>` there.
    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        while rest.last?.isXMLSpace == true { rest.removeLast() }
        if rest.last == UInt8(ascii: ">") { rest.removeLast() }
        while rest.last?.isXMLSpace == true { rest.removeLast() }
        return Array(rest)
    }

    /// True after a `>` or a line feed, with white space at most between; nil if there's only white space.
    private static func mayBeginTag(after bytes: some BidirectionalCollection<UInt8>) -> Bool? {
        bytes.last { $0 == 0x0A || !$0.isXMLSpace }.map { $0 == 0x0A || $0 == UInt8(ascii: ">") }
    }

    /// True if the end tag of the root is the last of these bytes.
    private func endsWithRoot(_ bytes: [UInt8]) -> Bool {
        !root.isEmpty && bytes.last { !$0.isXMLSpace } == UInt8(ascii: ">")
            && Self.trimmed(bytes).suffix(root.count + 2) == Array("</".utf8)[...] + root
    }

    private var incomplete: HealthImportError {
        .malformed(line: input.line, "The file ends inside a tag; it is incomplete.")
    }
}
