/// Changes a text of SQL: its comparisons, and clauses left out.
struct ClauseMutations {
    private let operators: MutationOperators

    init(_ operators: MutationOperators) { self.operators = operators }

    private var tokens: [CodeToken] { operators.tokens }

    /// True for a string that holds SQL: it has one of its keywords, in capitals, or begins like `id = ?`.
    static func isQuery(_ literal: String) -> Bool {
        let keywords: Set<Substring> = [
            "SELECT", "INSERT", "UPDATE", "DELETE", "WHERE", "ORDER", "CREATE", "RETURNING",
        ]
        let words = literal.split { !$0.isLetter && $0 != "_" }
        return words.contains(where: keywords.contains) || literal.contains(/^"+[a-z_]+ [=<>]+ [?0-9]/)
    }

    // MARK: Signs

    private static let signs: [String: (MutationOperator, String)] = [
        "<": (.comparison, "<="), "<=": (.comparison, "<"), ">": (.comparison, ">="), ">=": (.comparison, ">"),
        "=": (.comparison, "<>"), "<>": (.comparison, "="), "!=": (.comparison, "="), "+": (.arithmetic, "-"),
        "-": (.arithmetic, "+"),
    ]

    func sign(_ index: Int) -> CodeChange? {
        guard let (mutation, text) = Self.signs[tokens[index].text], !isAssignment(index) else { return nil }
        return CodeChange(mutation: mutation, range: tokens[index].range, replacement: text)
    }

    /// Returns true for the `=` of a SET, which compares nothing.
    private func isAssignment(_ index: Int) -> Bool {
        let before = tokens[..<index].lastIndex { $0.kind == .word && Self.clauses.contains($0.text) }
        guard tokens[index].text == "=", let before, tokens[before].text == "SET" else { return false }
        return !tokens[before..<index].contains { $0.kind == .opening && ($0.partner ?? 0) > index }
    }

    // MARK: Clauses

    func changes() -> [CodeChange] {
        tokens.indices.flatMap { index -> [CodeChange] in
            switch tokens[index].text {
            case "AND", "OR": junction(index)
            case "WHERE", "HAVING", "LIMIT", "FOR": [without(index..<end(of: index))].compactMap(\.self)
            case "ORDER": order(index)
            case "SET": assignments(index)
            case "NOT" where !tokens.dropFirst(index + 1).prefix(1).contains { Self.notAlone.contains($0.text) }:
                [without(index..<index + 1)].compactMap(\.self)
            case "CHECK", "DISTINCT": [without(index..<end(of: index, at: [.comma]))].compactMap(\.self)
            default: []
            }
        }
    }

    private static let notAlone: Set<String> = ["NULL", "EXISTS", "MATERIALIZED"]

    private func without(_ range: Range<Int>) -> CodeChange? {
        guard !range.isEmpty else { return nil }
        return CodeChange(mutation: .clause, range: operators.range(range), replacement: "")
    }

    private static let clauses: Set<String> = [
        "WHERE", "ORDER", "GROUP", "HAVING", "LIMIT", "OFFSET", "FOR", "RETURNING", "UNION", "ON", "DO", "SET",
        "SELECT",
    ]

    /// Returns the end of a clause: where the next one begins or its bracket is closed.
    private func end(of begin: Int, at kinds: Set<CodeToken.Kind> = [], words: Set<String> = []) -> Int {
        var index = begin + 1
        while index < tokens.count {
            let token = tokens[index]
            if token.kind == .closing || token.kind == .semicolon || kinds.contains(token.kind) { break }
            if token.kind == .word, Self.clauses.contains(token.text) || words.contains(token.text) { break }
            index = max(index, token.partner ?? index) + 1
        }
        return min(index, tokens.count)
    }

    private func junction(_ index: Int) -> [CodeChange] {
        let isBetween = tokens[..<index].reversed().prefix(4).contains { $0.isWord("BETWEEN") }
        guard !isBetween else { return [] }
        let other = tokens[index].text == "AND" ? "OR" : "AND"
        let dropped = without(index..<end(of: index, words: ["AND", "OR"]))
        return [CodeChange(mutation: .logic, range: tokens[index].range, replacement: other)]
            + [dropped].compactMap(\.self)
    }

    /// Leaves the order out, and each of its terms but the first; turns each term round.
    private func order(_ index: Int) -> [CodeChange] {
        guard index + 1 < tokens.count, tokens[index + 1].isWord("BY") else { return [] }
        let end = end(of: index)
        let terms = MutationOperators.split(index + 2..<end, at: .comma, tokens)
        let rest = terms.dropFirst().map { without($0.lowerBound - 1..<$0.upperBound) }
        let reversed = terms.map { term -> CodeChange in
            let last = tokens[term.upperBound - 1]
            let isDescending = last.isWord("DESC")
            let range = isDescending || last.isWord("ASC") ? last.range : last.range.upperBound..<last.range.upperBound
            return CodeChange(mutation: .clause, range: range, replacement: isDescending ? "ASC" : " DESC")
        }
        return ([without(index..<end)] + rest).compactMap(\.self) + reversed
    }

    /// Leaves out each assignment of a SET but the last one.
    private func assignments(_ index: Int) -> [CodeChange] {
        let parts = MutationOperators.split(index + 1..<end(of: index), at: .comma, tokens)
        return parts.dropLast().compactMap { without($0.lowerBound..<$0.upperBound + 1) }
    }
}
