internal import CheckpointCourse

/// The lines of a Swift function's body. `MutantSchema` goes by their indentation instead of using a parser. If it
/// guesses wrong, the schema doesn't compile and the mutant is built alone.
package struct FunctionBody {
    package let lines: [String]

    package init(_ lines: [String]) { self.lines = lines }

    private var code: [Substring] {
        lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    /// True when the body has no code, only comments or nothing.
    var isEmpty: Bool { code.isEmpty }

    /// True when the body ends the process, so that no value has to be returned.
    var isToWrite: Bool { code.first?.hasPrefix("todo(") == true }

    /// True when the body is one statement that says it isn't written. In the function of a body that compiles, it compiles.
    package var isOnlyMark: Bool {
        code.count == 1 && Self.marks.contains { code[0].hasPrefix($0) } && code[0].hasSuffix("\")")
    }

    private static let marks = ["todo(", "throw NotWritten(", "throw notWritten("]

    /// The same body, with the `return` that Swift lets you omit when the body is a single expression.
    package var returning: FunctionBody {
        guard isOneExpression, let first = lines.firstIndex(where: Self.isCode) else { return self }
        var lines = lines
        let indentation = lines[first].prefix { $0 == " " }
        lines[first] = indentation + "return " + lines[first].dropFirst(indentation.count)
        return FunctionBody(lines)
    }

    private static let statements: Set<Substring> = [
        "let", "var", "for", "while", "repeat", "guard", "do", "defer", "return", "throw", "func", "struct", "enum",
    ]

    private var isOneExpression: Bool {
        let found = lines.filter(Self.isCode)
        guard let first = found.first, let word = code[0].split(whereSeparator: { !$0.isLetter }).first ?? code.first,
            !Self.statements.contains(word)
        else { return false }
        // `if` and `switch` are expressions when no branch contains a `return`.
        if ["if", "switch"].contains(word), code.contains(where: { $0.contains("return") }) { return false }
        let depth = Self.indentation(first)
        return found.dropFirst().allSatisfy { line in
            let rest = line.dropFirst(Self.indentation(line))
            return Self.indentation(line) > depth || rest.first.map { ")]}.?:&|+-*/<>=".contains($0) } == true
                || word == "switch" && (rest.hasPrefix("case ") || rest.hasPrefix("default"))
        }
    }

    private static func isCode(_ line: String) -> Bool {
        let text = line.drop { $0 == " " }
        return !text.isEmpty && !text.hasPrefix("//")
    }

    /// The kind of place where a body appears in its file.
    enum Place {
        /// Between the members of a type, or outside any type; statements aren't allowed there.
        case declarations
        /// In a function. `isWholeValue` is true when the region is the whole of a body that returns a value.
        case statements(isWholeValue: Bool)
    }

    static func place(of region: String, in file: MarkedText, _ state: ProjectionState) -> Place {
        let mark = "<region>"
        let lines = file.text(in: state.replacing(region, with: [mark])).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard let place = lines.firstIndex(where: { $0.contains(mark) }),
            let depth = file.lines(of: region, in: state)?.first(where: isCode).map(indentation),
            let opening = lines[..<place].lastIndex(where: { !$0.isEmpty && indentation($0) < depth }),
            lines[opening].hasSuffix("{") || lines[opening].hasSuffix(" in"),
            !lines[opening].split(separator: " ").contains(where: types.contains)
        else { return .declarations }
        let closing = lines[(place + 1)...].first
        guard opening == place - 1, closing.map(indentation) == indentation(lines[opening]),
            let start = lines[...opening].lastIndex(where: declares)
        else { return .statements(isWholeValue: false) }
        let signature = lines[start...opening].joined(separator: " ")
        // The last arrow is the function's own. Earlier ones belong to its parameters.
        let result = signature.ranges(of: "-> ").last.map { signature[$0.upperBound...] }
        let hasValue = result.map { !$0.hasPrefix("Void") } ?? signature.contains("var ")
        return .statements(isWholeValue: hasValue)
    }

    private static let types: Set<Substring> = ["struct", "enum", "class", "actor", "extension", "protocol"]

    private static func indentation(_ line: some StringProtocol) -> Int { line.prefix { $0 == " " }.count }

    private static func declares(_ line: Substring) -> Bool {
        ["func ", "var ", "init(", "subscript("].contains { line.contains($0) }
    }
}
