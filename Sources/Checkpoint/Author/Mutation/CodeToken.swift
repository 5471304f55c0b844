/// A word, number, string or sign of a source text. Spaces and comments aren't tokens.
package struct CodeToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A name or a keyword, with its leading `$`, `@` or `#`.
        case word
        case number
        /// A string or a regular expression, with its delimiters.
        case string
        /// An operator, such as `<=`; also `:`, `.` and `?`.
        case sign
        case opening, closing, comma, semicolon
    }

    let kind: Kind
    let text: String
    /// Its bytes in the source's UTF-8.
    let range: Range<Int>
    /// The indentation of a token that is the first on its line; nil for any other.
    let indentation: Int?
    /// The line, counted from 0.
    let line: Int
    let hasSpaceBefore: Bool
    var hasSpaceAfter = false
    /// For a bracket, the index of its partner.
    var partner: Int?

    /// True for an operator between two operands, as the formatter writes it.
    var isBinary: Bool { kind == .sign && hasSpaceBefore && hasSpaceAfter }

    func isWord(_ words: String...) -> Bool { kind == .word && words.contains(text) }

    /// Splits a source text into tokens. Text that no rule knows, such as an unclosed string, ends the list early.
    static func all(in text: String, _ language: CodeLanguage) -> [CodeToken] {
        var scanner = CodeScanner(Array(text.utf8), language)
        return scanner.tokens()
    }
}
