/// Leaves statements out, swaps neighbours and returns too early.
struct StatementMutations {
    private let operators: MutationOperators
    private let statements: CodeStatements

    init(_ operators: MutationOperators, _ statements: CodeStatements) {
        self.operators = operators
        self.statements = statements
    }

    private var tokens: [CodeToken] { operators.tokens }

    func changes() -> [CodeChange] {
        statements.groups.flatMap { group in
            group.compactMap(without) + zip(group, group.dropFirst()).compactMap(swapped)
        } + statements.blockBegins.compactMap(returning)
    }

    private func first(_ statement: CodeStatements.Statement) -> CodeToken { tokens[statement.tokens.lowerBound] }

    private static let declarations: Set<String> = [
        "let", "var", "const", "func", "function", "struct", "class", "enum", "extension", "protocol", "typealias",
        "import", "export", "init", "private", "static", "package", "public", "fileprivate", "internal", "async",
        "mutating", "nonisolated", "actor", "deinit", "override", "subscript",
    ]

    /// Declarations can't be left out, because what follows needs them.
    private func isDeclaration(_ statement: CodeStatements.Statement) -> Bool {
        if Self.declarations.contains(first(statement).text) { return true }
        guard first(statement).text == "guard" || first(statement).text.hasPrefix("@") else { return false }
        return statement.tokens.contains { tokens[$0].isWord("let", "var") }
    }

    private func without(_ statement: CodeStatements.Statement) -> CodeChange? {
        guard !isDeclaration(statement) else { return nil }
        let mutation: MutationOperator = first(statement).isWord("try") ? .dropTry : .drop
        let nothing = operators.language == .swift ? "_ = ()" : ";"
        return CodeChange(
            mutation: mutation, range: operators.range(statement.tokens),
            replacement: statement.isAlone ? nothing : "")
    }

    private func swapped(_ one: CodeStatements.Statement, _ other: CodeStatements.Statement) -> CodeChange? {
        let leaves = ["return", "throw", "break", "continue"]
        guard !isDeclaration(one), !isDeclaration(other), !leaves.contains(first(one).text),
            !leaves.contains(first(other).text)
        else { return nil }
        return operators.exchange(one.tokens, other.tokens, .swap)
    }

    /// Returns before a block's first statement. Behind a condition, so that the rest isn't unreachable.
    private func returning(_ begin: Int) -> CodeChange? {
        let others = ["return", "throw", "case", "default", "break", "continue"]
        guard begin < tokens.count, !others.contains(tokens[begin].text) else { return nil }
        let place = tokens[begin].range.lowerBound
        let text = operators.language == .swift ? "if true { return }; " : "if (true) { return; } "
        return CodeChange(mutation: .earlyReturn, range: place..<place, replacement: text)
    }
}
