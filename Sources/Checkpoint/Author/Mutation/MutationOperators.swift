/// The ways in which a source text is changed: each a slip that a person could make, and none that a person chose.
package enum MutationOperator: String, Hashable, Sendable, Codable, CaseIterable {
    /// `<` to `<=`, `==` to `!=`, `..<` to `...`.
    case comparison
    /// `+` to `-`.
    case arithmetic
    /// `&&` to `||`.
    case logic
    /// `true` to `false`.
    case truth
    /// An integer one greater or one less.
    case constant
    /// A condition of `if`, `guard`, `while` or `? :`, negated.
    case condition
    /// A statement left out.
    case drop
    /// A statement that begins with `try` left out.
    case dropTry = "drop-try"
    /// Two neighbouring statements in the other order.
    case swap
    /// A return at the beginning of a block.
    case earlyReturn = "early-return"
    /// Two neighbouring arguments in each other's place.
    case arguments
    /// A part of a statement in SQL left out, such as `AND …` or `ORDER BY …`, or an order turned round.
    case clause
}

/// A change of a source text by a mutation operator.
package struct CodeChange: Hashable, Sendable {
    package let mutation: MutationOperator
    /// The bytes, in UTF-8, that the replacement takes the place of.
    package let range: Range<Int>
    package let replacement: String

    package func applied(to text: String) -> String {
        let bytes = Array(text.utf8)
        let parts = bytes[..<range.lowerBound] + replacement.utf8 + bytes[range.upperBound...]
        return String(decoding: parts, as: UTF8.self)
    }

    /// Returns the same change in a longer text, which begins so many bytes earlier.
    func moved(by offset: Int) -> CodeChange {
        CodeChange(
            mutation: mutation, range: range.lowerBound + offset..<range.upperBound + offset, replacement: replacement)
    }
}

/// Lists all changes of a source text that the operators allow, in the order of their places.
package struct MutationOperators {
    let text: String
    let language: CodeLanguage
    let tokens: [CodeToken]

    package init(_ text: String, _ language: CodeLanguage) {
        self.text = text
        self.language = language
        tokens = CodeToken.all(in: text, language)
    }

    package func changes() -> [CodeChange] {
        let found: [CodeChange]
        if language == .sql {
            found = signs() + constants() + ClauseMutations(self).changes()
        } else {
            let statements = CodeStatements(tokens, language)
            found =
                signs() + constants() + queries() + ConditionMutations(self, statements).changes()
                + StatementMutations(self, statements).changes() + arguments()
        }
        var results: Set<String> = [text]
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
            .filter { results.insert($0.applied(to: text)).inserted }
    }

    /// Returns a part of the text.
    func source(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }

    /// Returns the bytes of tokens.
    func range(_ tokens: Range<Int>) -> Range<Int> {
        self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
    }

    // MARK: Signs and constants

    private static let comparisons = [
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
        "..<": "...", "...": "..<",
    ]
    private static let others: [String: (MutationOperator, String)] = [
        "+": (.arithmetic, "-"), "-": (.arithmetic, "+"), "+=": (.arithmetic, "-="), "-=": (.arithmetic, "+="),
        "*": (.arithmetic, "/"), "/": (.arithmetic, "*"), "&&": (.logic, "||"), "||": (.logic, "&&"),
    ]
    private static let words = ["true": "false", "false": "true", "TRUE": "FALSE", "FALSE": "TRUE"]

    private func signs() -> [CodeChange] {
        tokens.enumerated().compactMap { index, token -> CodeChange? in
            if token.kind == .word {
                return Self.words[token.text].map {
                    CodeChange(mutation: .truth, range: token.range, replacement: $0)
                }
            }
            let isRange = token.kind == .sign && language == .swift && ["..<", "..."].contains(token.text)
            guard token.isBinary || isRange else { return nil }
            if language == .sql { return ClauseMutations(self).sign(index) }
            if let other = Self.comparisons[token.text] {
                return CodeChange(mutation: .comparison, range: token.range, replacement: other)
            }
            return Self.others[token.text].map {
                CodeChange(mutation: $0.0, range: token.range, replacement: $0.1)
            }
        }
    }

    private func constants() -> [CodeChange] {
        tokens.enumerated().flatMap { index, token -> [CodeChange] in
            guard token.kind == .number, let value = Int(token.text.filter { $0 != "_" }), value < .max,
                index == 0 || tokens[index - 1].text != "." || tokens[index - 1].hasSpaceBefore
            else { return [] }
            return [value + 1, value - 1].map {
                CodeChange(mutation: .constant, range: token.range, replacement: String($0))
            }
        }
    }

    /// Returns the changes of the SQL in strings.
    private func queries() -> [CodeChange] {
        tokens.filter { $0.kind == .string && ClauseMutations.isQuery($0.text) }.flatMap { token in
            let quotes = token.text.prefix { "\"`'#".contains($0) }.utf8.count
            let begin = token.range.lowerBound + quotes
            let body = source(begin..<max(begin, token.range.upperBound - quotes))
            return MutationOperators(body, .sql).changes().map { $0.moved(by: begin) }
        }
    }

    // MARK: Arguments

    /// Returns neighbouring arguments in each other's place, the labels where they were. Whether their types allow that
    /// is for the compiler to say.
    private func arguments() -> [CodeChange] {
        tokens.indices.flatMap { index -> [CodeChange] in
            guard tokens[index].text == "(", index > 0, let end = tokens[index].partner,
                !tokens[index].hasSpaceBefore, tokens[index - 1].kind == .word || tokens[index - 1].kind == .closing,
                index < 2 || !tokens[index - 2].isWord("func", "function", "case"), !tokens[index - 1].isWord("init")
            else { return [] }
            let values = Self.split(index + 1..<end, at: .comma, tokens).map(withoutLabel)
            return zip(values, values.dropFirst()).compactMap { first, second in
                guard !first.isEmpty, !second.isEmpty else { return nil }
                return exchange(first, second, .arguments)
            }
        }
    }

    /// Returns the change that puts two groups of tokens in each other's place.
    func exchange(_ one: Range<Int>, _ other: Range<Int>, _ mutation: MutationOperator) -> CodeChange {
        let (first, second) = (range(one), range(other))
        let between = source(first.upperBound..<second.lowerBound)
        return CodeChange(
            mutation: mutation, range: first.lowerBound..<second.upperBound,
            replacement: source(second) + between + source(first))
    }

    private func withoutLabel(_ argument: Range<Int>) -> Range<Int> {
        guard language == .swift, argument.count > 2, tokens[argument.lowerBound].kind == .word,
            tokens[argument.lowerBound + 1].text == ":"
        else { return argument }
        return argument.dropFirst(2)
    }

    /// Splits tokens where one of this kind isn't inside a bracket.
    static func split(_ range: Range<Int>, at kind: CodeToken.Kind, _ tokens: [CodeToken]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var (begin, index) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            if tokens[index].kind == kind {
                parts.append(begin..<index)
                begin = index + 1
            }
            index = max(index, tokens[index].partner ?? index) + 1
        }
        if begin < range.upperBound { parts.append(begin..<range.upperBound) }
        return parts
    }
}
