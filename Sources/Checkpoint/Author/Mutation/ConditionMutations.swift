/// Negates conditions: each of an `if`, `guard` or `while`, and that of `? :`.
struct ConditionMutations {
    private let operators: MutationOperators
    private let statements: CodeStatements

    init(_ operators: MutationOperators, _ statements: CodeStatements) {
        self.operators = operators
        self.statements = statements
    }

    private var tokens: [CodeToken] { operators.tokens }

    func changes() -> [CodeChange] {
        let found = tokens.indices.flatMap { index -> [Range<Int>] in
            if tokens[index].isWord("if", "guard", "while") { return conditions(after: index) }
            if tokens[index].isBinary, tokens[index].text == "?" { return [operand(before: index)] }
            return []
        }
        return found.filter { !$0.isEmpty }.compactMap(negation)
    }

    private func conditions(after keyword: Int) -> [Range<Int>] {
        let begin = keyword + 1
        if operators.language == .javaScript {
            guard begin < tokens.count, tokens[begin].text == "(", let end = tokens[begin].partner else { return [] }
            return [begin + 1..<end]
        }
        var end = begin
        while end < tokens.count, tokens[end].text != "{", !tokens[end].isWord("else") {
            end = max(end, tokens[end].partner ?? end) + 1
        }
        guard end < tokens.count else { return [] }
        return MutationOperators.split(begin..<end, at: .comma, tokens)
            .filter { !tokens[$0.lowerBound].isWord("let", "var", "case", "#available") }
    }

    /// Returns the condition of a `?`: all between it and the sign or word that a value follows.
    private func operand(before sign: Int) -> Range<Int> {
        let first = statements.statement(at: sign)?.tokens.lowerBound ?? sign
        var begin = sign
        while begin > first, !endsBefore(tokens[begin - 1]) {
            let partner = tokens[begin - 1].kind == .closing ? tokens[begin - 1].partner : nil
            begin = min(begin - 1, partner ?? begin)
        }
        return begin..<sign
    }

    private func endsBefore(_ token: CodeToken) -> Bool {
        let signs = ["=", "+=", "-=", "?", ":", "=>"]
        return [.opening, .comma, .semicolon].contains(token.kind) || token.isWord("return", "in", "throw")
            || token.kind == .sign && signs.contains(token.text)
    }

    /// Returns the negated condition; nil for a mere comparison, which another operator turns round.
    private func negation(_ condition: Range<Int>) -> CodeChange? {
        let signs = condition.filter { tokens[$0].isBinary && !isNested($0, in: condition) }
        if signs.count == 1, ["==", "!=", "===", "!=="].contains(tokens[signs[0]].text) { return nil }
        let range = operators.range(condition)
        let text = operators.source(range)
        let isNegated = tokens[condition.lowerBound].text == "!" && signs.isEmpty
        return CodeChange(
            mutation: .condition, range: range, replacement: isNegated ? String(text.dropFirst()) : "!(\(text))")
    }

    private func isNested(_ index: Int, in condition: Range<Int>) -> Bool {
        (condition.lowerBound..<index).contains { tokens[$0].kind == .opening && (tokens[$0].partner ?? 0) > index }
    }
}
