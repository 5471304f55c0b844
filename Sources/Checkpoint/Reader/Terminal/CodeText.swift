internal import CheckpointSystem

/// Code in the colours of its language, for a terminal.
enum CodeText {
    /// Returns as many lines as are given, styled.
    static func lines(_ lines: [String], language: String, _ style: TextStyle) -> [String] {
        guard style.isColoured else { return lines }
        if language == "console" { return lines.map { console($0, style) } }
        guard let known = CodeLanguage.named(language) else { return lines }
        var styled = [""]
        for token in CodeHighlighter.tokens(of: lines.joined(separator: "\n"), in: known) {
            // A pager shows lines by themselves, so a style may not go on over a line's end.
            for (index, part) in token.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { styled.append("") }
                styled[styled.count - 1] += mark(token.kind).map { style(String(part), $0) } ?? String(part)
            }
        }
        return styled
    }

    /// Returns a line in which a person's input looks different from the program's output.
    private static func console(_ line: String, _ style: TextStyle) -> String {
        guard line.hasPrefix("$ ") || line.hasPrefix("> ") else { return line }
        return style(String(line.prefix(2)), .dim) + style(String(line.dropFirst(2)), .bold)
    }

    private static func mark(_ kind: CodeHighlighter.Kind?) -> TextStyle.Mark? {
        switch kind {
        case .keyword, .attribute: .magenta
        case .type, .key: .cyan
        case .string: .green
        case .number: .yellow
        case .comment: .dim
        case nil: nil
        }
    }
}
