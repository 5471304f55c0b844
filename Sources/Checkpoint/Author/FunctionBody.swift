/// The lines of a Swift function's body, as far as `MutantSchema` has to know them: by their indentation, not by a parser. A
/// wrong guess does not compile, and the mutant is then built alone.
struct FunctionBody {
    let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    private var code: [Substring] {
        lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    /// Comments at most.
    var isEmpty: Bool { code.isEmpty }

    /// The same with the `return` that Swift lets a body of one expression leave out.
    var returning: FunctionBody {
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
        // `if` and `switch` are expressions where no branch returns by itself.
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

    /// Where a body stands in its file.
    enum Place {
        /// Between the members of a type, or outside of any: no statement can stand there.
        case declarations
        /// In a function; `isWholeValue` where it is all of a body that has a value.
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
        // The last arrow is the function's own; those before it belong to parameters.
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
