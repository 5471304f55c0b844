/// Finds the tokens of a source text. It knows as much of Swift, JavaScript and SQL as mutations need: where strings,
/// comments and regular expressions end, and which brackets belong together.
struct CodeScanner {
    private let bytes: [UInt8]
    private let language: CodeLanguage
    private var index = 0
    private var line = 0
    private var lineBegin = 0
    private var isFirstOnLine = true
    private var found: [CodeToken] = []

    init(_ bytes: [UInt8], _ language: CodeLanguage) {
        self.bytes = bytes
        self.language = language
    }

    mutating func tokens() -> [CodeToken] {
        while skipSpace(), let token = next() {
            found.append(token)
            isFirstOnLine = false
        }
        var open: [Int] = []
        for place in found.indices {
            let end = found[place].range.upperBound
            found[place].hasSpaceAfter = end >= bytes.count || Self.isSpace(bytes[end])
            if found[place].kind == .opening { open.append(place) }
            if found[place].kind == .closing, let partner = open.popLast() {
                (found[place].partner, found[partner].partner) = (partner, place)
            }
        }
        return found
    }

    // MARK: Spaces and comments

    /// - Returns: false at the end of the text.
    private mutating func skipSpace() -> Bool {
        while index < bytes.count {
            if Self.isSpace(bytes[index]) {
                advance()
            } else if starts(language == .sql ? "--" : "//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
            } else if starts("/*") {
                skip(past: "*/")
            } else {
                return true
            }
        }
        return false
    }

    private mutating func advance() {
        if bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineBegin = index + 1
            isFirstOnLine = true
        }
        index += 1
    }

    private mutating func skip(past end: String) {
        index += end.utf8.count
        while index < bytes.count, !starts(end) { advance() }
        index = min(bytes.count, index + end.utf8.count)
    }

    private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

    // MARK: Tokens

    private mutating func next() -> CodeToken? {
        let begin = index
        let place = (line: line, indentation: isFirstOnLine ? index - lineBegin : nil)
        guard let kind = scan() else { return nil }
        return CodeToken(
            kind: kind, text: String(decoding: bytes[begin..<index], as: UTF8.self), range: begin..<index,
            indentation: place.indentation, line: place.line,
            hasSpaceBefore: begin == 0 || Self.isSpace(bytes[begin - 1]))
    }

    private mutating func scan() -> CodeToken.Kind? {
        let byte = bytes[index]
        if let delimiter = delimiter() { return string(delimiter) }
        if Self.isDigit(byte) {
            while index < bytes.count, isInNumber { index += 1 }
            return .number
        }
        if Self.isWord(byte) || "$@#`\\".utf8.contains(byte) {
            // An interpolation in a text of SQL is one word.
            if byte == UInt8(ascii: "\\"), language == .sql { return interpolation() }
            index += 1
            while index < bytes.count, Self.isWord(bytes[index]) || bytes[index] == UInt8(ascii: "`") { index += 1 }
            return .word
        }
        switch byte {
        case UInt8(ascii: ","): return one(.comma)
        case UInt8(ascii: ";"): return one(.semicolon)
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return one(.opening)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return one(.closing)
        default:
            index += 1
            while index < bytes.count, Self.isSign(byte), Self.isSign(bytes[index]), !starts("//"), !starts("/*") {
                index += 1
            }
            return .sign
        }
    }

    private mutating func one(_ kind: CodeToken.Kind) -> CodeToken.Kind {
        index += 1
        return kind
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte >= 128
    }

    private static func isSign(_ byte: UInt8) -> Bool { "+-*/%<>=!&|^~?:.".utf8.contains(byte) }

    /// True inside a number such as `1_000`, `0x7f` or `0.5`; false at the dots of `1...3`.
    private var isInNumber: Bool {
        if Self.isWord(bytes[index]) { return true }
        return bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count && Self.isDigit(bytes[index + 1])
    }

    // MARK: Strings

    private func delimiter() -> String? {
        switch language {
        case .swift: ["\"\"\"", "#\"", "\""].first(where: starts)
        case .sql: starts("'") ? "'" : nil
        case .javaScript:
            ["\"", "'", "`"].first(where: starts) ?? (starts("/") && isAtOperand ? "/" : nil)
        }
    }

    /// True where an operand may begin, so that a slash opens a regular expression.
    private var isAtOperand: Bool {
        guard let last = found.last else { return true }
        return switch last.kind {
        case .number, .string, .closing: false
        case .word: ["return", "case", "typeof", "of", "in"].contains(last.text)
        default: true
        }
    }

    private mutating func string(_ delimiter: String) -> CodeToken.Kind? {
        let end = delimiter == "#\"" ? "\"#" : delimiter
        index += delimiter.utf8.count
        var isInSet = false
        while index < bytes.count {
            if !isInSet, starts(end) {
                index += end.utf8.count
                while delimiter == "/", index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
                return .string
            }
            if delimiter == "/", starts("[") || starts("]") { isInSet = starts("[") }
            if language == .swift, delimiter != "#\"", starts("\\(") {
                _ = interpolation()
            } else if delimiter == "`", starts("${") {
                index += 1
                skipNested()
            } else {
                if starts("\\"), language != .sql { advance() }
                if index < bytes.count { advance() }
            }
        }
        return nil
    }

    /// Skips an interpolation such as `\(name)`, whose backslash is next.
    private mutating func interpolation() -> CodeToken.Kind? {
        index += 1
        guard index < bytes.count, starts("(") else { return .word }
        skipNested()
        return .word
    }

    /// Skips the text up to the bracket that closes the next one, with the strings in it.
    private mutating func skipNested() {
        var depth = 0
        repeat {
            if language == .sql, starts("\"") {
                skip(past: "\"")
                continue
            }
            if let delimiter = delimiter(), delimiter != "/" {
                if string(delimiter) == nil { return }
                continue
            }
            if "([{".utf8.contains(bytes[index]) { depth += 1 }
            if ")]}".utf8.contains(bytes[index]) { depth -= 1 }
            advance()
        } while depth > 0 && index < bytes.count
    }
}
