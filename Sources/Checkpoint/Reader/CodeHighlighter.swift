/// Splits code into tokens that a page shows in different colours.
struct CodeHighlighter {
    enum Kind: String, Sendable { case keyword, type, string, number, comment, attribute, key }

    struct Token: Hashable, Sendable {
        /// The kind of token; nil for plain text.
        let kind: Kind?
        let text: String
    }

    private let language: CodeLanguage
    private var rest: Substring
    private var tokens: [Token] = []
    private var plain = ""

    private init(_ language: CodeLanguage, _ code: String) {
        self.language = language
        rest = Substring(code)
    }

    /// Returns the tokens of `code`; their texts together make up all of it.
    static func tokens(of code: String, in language: CodeLanguage) -> [Token] {
        var highlighter = CodeHighlighter(language, code)
        while !highlighter.rest.isEmpty { highlighter.step() }
        highlighter.flush()
        return highlighter.tokens
    }

    private mutating func flush() {
        if !plain.isEmpty { tokens.append(Token(kind: nil, text: plain)) }
        plain = ""
    }

    private mutating func take(_ count: Int, as kind: Kind?) {
        let text = rest.prefix(count)
        if let kind {
            flush()
            tokens.append(Token(kind: kind, text: String(text)))
        } else {
            plain += text
        }
        rest = rest.dropFirst(count)
    }

    private mutating func step() {
        guard let first = rest.first else { return }
        if language.lineComments.contains(where: isComment) {
            take(rest.prefix { !$0.isNewline }.count, as: .comment)
        } else if let length = blockComment() {
            take(length, as: .comment)
        } else if previous.map(Self.isWord) != true, let length = string(rest) {
            let isKey = language.hasKeys && rest.dropFirst(length).first == ":"
            take(length, as: isKey ? .key : .string)
        } else if first == "`", language.hasSwiftStrings, let end = rest.dropFirst().firstIndex(of: "`") {
            take(rest.distance(from: rest.startIndex, to: end) + 1, as: nil)
        } else if language.attributes.contains(first), rest.dropFirst().first?.isLetter == true {
            take(1 + rest.dropFirst().prefix(while: Self.isWord).count, as: .attribute)
        } else if first.isASCII, first.isNumber {
            take(numberLength, as: .number)
        } else if Self.isWord(first) {
            word()
        } else {
            take(1, as: nil)
        }
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private var previous: Character? { plain.last ?? tokens.last?.text.last }

    /// Returns true if a comment starts here. A `#` within a word, as in `$#` or `a#b`, doesn't start one.
    private func isComment(_ sign: String) -> Bool {
        rest.hasPrefix(sign) && (sign != "#" || previous?.isWhitespace != false)
    }

    private mutating func word() {
        let word = rest.prefix { Self.isWord($0) || (language.hasKeys && $0 == "-") }
        let isMember = plain.last == "." && language.hasSwiftStrings
        let name = language.ignoresCase ? word.lowercased() : String(word)
        if language.hasKeys, rest.dropFirst(word.count).first == ":" {
            take(word.count, as: .key)
        } else if language.keywords.contains(name), !isMember || name == "self" || name == "init" {
            take(word.count, as: .keyword)
        } else {
            take(word.count, as: language.hasTypes && word.first?.isUppercase == true ? .type : nil)
        }
    }

    /// The length of a number: digits, letters (`0x1F`, `1e5`) and points followed by a digit.
    private var numberLength: Int {
        var length = 0
        var tail = rest
        while let first = tail.first {
            let isPoint = first == "." && tail.dropFirst().first?.isNumber == true
            guard Self.isWord(first) || isPoint else { break }
            length += 1
            tail = tail.dropFirst()
        }
        return length
    }

    private func blockComment() -> Int? {
        guard let (open, close) = language.blockComments, rest.hasPrefix(open) else { return nil }
        var (length, depth) = (0, 0)
        var tail = rest
        repeat {
            let sign = tail.hasPrefix(open) ? 1 : tail.hasPrefix(close) ? -1 : 0
            if sign > 0 && (depth == 0 || language.hasSwiftStrings) { depth += 1 }
            if sign < 0 { depth -= 1 }
            let count = sign == 0 ? 1 : open.count
            length += count
            tail = tail.dropFirst(count)
        } while depth > 0 && !tail.isEmpty
        return length
    }

    /// Returns the length of the string at the beginning of a text; nil if there's none.
    private func string(_ text: Substring) -> Int? {
        let hashes = language.hasSwiftStrings ? text.prefix { $0 == "#" } : ""
        guard let quote = text.dropFirst(hashes.count).first, language.quotes.contains(quote) else { return nil }
        let isLong = language.hasSwiftStrings && text.dropFirst(hashes.count).hasPrefix("\"\"\"")
        let sign = isLong ? "\"\"\"" : String(quote)
        let escape = "\\" + hashes
        var length = hashes.count + sign.count
        var tail = text.dropFirst(length)
        while let first = tail.first {
            var count = 1
            if tail.hasPrefix(sign + hashes) { return length + sign.count + hashes.count }
            if first.isNewline, !isLong, language.hasSwiftStrings { return length }
            if tail.hasPrefix(escape + "("), language.hasSwiftStrings {
                count = escape.count + interpolation(tail.dropFirst(escape.count))
            } else if tail.hasPrefix(escape), language.hasSwiftStrings || quote != "'" {
                count = min(escape.count + 1, tail.count)
            }
            length += count
            tail = tail.dropFirst(count)
        }
        return length
    }

    /// Returns the length of the parentheses at the beginning of a text, including strings within them.
    private func interpolation(_ text: Substring) -> Int {
        var (length, depth) = (0, 0)
        var tail = text
        while let first = tail.first {
            let count = string(tail) ?? 1
            if count == 1 {
                if first.isNewline { return length }
                depth += first == "(" ? 1 : first == ")" ? -1 : 0
            }
            length += count
            tail = tail.dropFirst(count)
            if depth == 0 { break }
        }
        return length
    }
}

/// HTML for code.
enum CodeHTML {
    static func html(_ lines: [String], language: String) -> HTML {
        switch language {
        // A separate box, so that a wide drawing scrolls sideways by itself and the page doesn't.
        case "text": "<pre class=\"diagram\">\(lines.joined(separator: "\n"))</pre>"
        case "console": "<pre class=\"console\"><code>\(lines.map(consoleLine).together(by: "\n"))</code></pre>"
        default: "<pre><code>\(highlighted(lines.joined(separator: "\n"), language))</code></pre>"
        }
    }

    private static func highlighted(_ code: String, _ language: String) -> HTML {
        guard let known = CodeLanguage.named(language) else { return "\(code)" }
        return CodeHighlighter.tokens(of: code, in: known).map { token -> HTML in
            guard let kind = token.kind else { return "\(token.text)" }
            return "<span class=\"\(kind.rawValue)\">\(token.text)</span>"
        }.together()
    }

    /// Returns a console line in which input looks different from output.
    private static func consoleLine(_ line: String) -> HTML {
        guard line.hasPrefix("$ ") || line.hasPrefix("> ") else { return "<samp>\(line)</samp>" }
        return
            "<span class=\"prompt\">\(line.prefix(2))</span><kbd>\(highlighted(String(line.dropFirst(2)), "sh"))</kbd>"
    }
}
