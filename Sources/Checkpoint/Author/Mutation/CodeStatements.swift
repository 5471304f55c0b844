/// The statements in a text of Swift or JavaScript, found by brackets and by the way the formatter breaks lines.
struct CodeStatements {
    struct Statement: Hashable {
        /// Indices of its tokens.
        let tokens: Range<Int>
        /// True when it's the only one in its block or in a `case`.
        var isAlone = false
    }

    /// The statements of each block, in order; those of a `switch` have a group for each `case`.
    private(set) var groups: [[Statement]] = []
    /// Index of the first token in each block that isn't part of a closure's signature.
    private(set) var blockBegins: [Int] = []
    private let tokens: [CodeToken]
    private let language: CodeLanguage

    init(_ tokens: [CodeToken], _ language: CodeLanguage) {
        self.tokens = tokens
        self.language = language
        add(tokens.indices)
        for (index, token) in tokens.enumerated() where token.text == "{" {
            guard let end = token.partner, isBlock(index) else { continue }
            add(bodyBegin(after: index, before: end)..<end)
        }
    }

    /// Returns the innermost statement that has the token.
    func statement(at index: Int) -> Statement? {
        groups.joined().filter { $0.tokens.contains(index) }.min { $0.tokens.count < $1.tokens.count }
    }

    // MARK: Blocks

    /// False for an object in JavaScript, which begins where a value does.
    private func isBlock(_ index: Int) -> Bool {
        guard language == .javaScript, index > 0 else { return true }
        let before = tokens[index - 1]
        switch before.kind {
        case .opening, .comma: return false
        case .sign: return before.text == "=>"
        case .word:
            return !before.isWord("return", "const", "let", "var", "import", "export", "yield", "await")
        default: return true
        }
    }

    private func bodyBegin(after opening: Int, before end: Int) -> Int {
        var index = opening + 1
        while language == .swift, index < end, tokens[index].line == tokens[opening].line {
            if tokens[index].text == "in" { return index + 1 }
            if tokens[index].kind == .opening, let partner = tokens[index].partner { index = partner }
            if tokens[index].isWord("let", "var", "for", "if", "guard", "return", "try", "switch") { break }
            index += 1
        }
        return opening + 1
    }

    private mutating func add(_ block: Range<Int>) {
        guard !block.isEmpty else { return }
        blockBegins.append(block.lowerBound)
        var group: [Statement] = []
        var begin = block.lowerBound
        func close(_ group: inout [Statement], at end: Int) {
            if begin < end { group.append(Statement(tokens: begin..<end)) }
            begin = end
        }
        var index = block.lowerBound
        while index < block.upperBound {
            if isLabel(index, first: begin) {
                close(&group, at: index)
                finish(&group)
                while index < block.upperBound, tokens[index].text != ":" { index = after(index) }
                begin = min(index + 1, block.upperBound)
            } else if index > begin, beginsStatement(index) {
                close(&group, at: index)
            }
            // A label without a colon, such as a case of an enum, takes the rest of its block.
            if index < block.upperBound { index = after(index) }
        }
        close(&group, at: block.upperBound)
        finish(&group)
    }

    private mutating func finish(_ group: inout [Statement]) {
        if group.count == 1 { group[0].isAlone = true }
        if !group.isEmpty { groups.append(group) }
        group = []
    }

    private func after(_ index: Int) -> Int { max(index, tokens[index].partner ?? index) + 1 }

    private func isLabel(_ index: Int, first: Int) -> Bool {
        (index == first || tokens[index].indentation != nil) && tokens[index].isWord("case", "default")
    }

    private func beginsStatement(_ index: Int) -> Bool {
        let (token, before) = (tokens[index], tokens[index - 1])
        if before.kind == .semicolon { return true }
        guard token.indentation != nil, before.kind != .comma, before.kind != .opening else { return false }
        if token.kind == .sign || token.kind == .closing || token.kind == .comma { return false }
        if token.text == "{" || token.isWord("else", "catch", "finally", "where") { return false }
        let isOpenEnded = before.kind == .sign && before.text != "!" && before.text != "?" || before.isBinary
        return !isOpenEnded && !(before.isWord("return", "in", "else", "try", "await") && language == .swift)
    }
}
