/// Markdown for a terminal: headings, lists, quotations, tables and code; within a line bold, code and links.
///
/// A lesson's Markdown, not all of Markdown: what is not known stays as it was written.
package struct MarkdownText {
    private let style: TextStyle
    private let width: Int
    private let folded: String?
    private var output: [String] = []
    private var paragraph: [String] = []

    private init(style: TextStyle, width: Int, folded: String?) {
        self.style = style
        self.width = width
        self.folded = folded
    }

    /// - Parameters:
    ///   - width: in characters, taken as 40 to 100; code and tables may be wider.
    ///   - folded: what stands in place of the text within `<details>`, in words; nil to show it.
    package static func rendered(_ text: String, style: TextStyle, width: Int, folded: String? = nil) -> String {
        var renderer = MarkdownText(style: style, width: max(40, min(width, 100)), folded: folded)
        renderer.render(text)
        return renderer.output.joined(separator: "\n") + "\n"
    }

    private mutating func render(_ text: String) {
        var fence: Substring?
        var isFolded = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("</details>") {
                flush()
                isFolded = false
            } else if isFolded {
                continue
            } else if let open = fence {
                if trimmed.hasPrefix(open) { fence = nil } else { code(line) }
            } else if let summary = trimmed.wholeMatch(of: /<details><summary>(.*)<\/summary>/) {
                flush()
                output.append("▸ " + style(String(summary.1), .bold) + (folded.map { ": \($0)" } ?? ""))
                isFolded = folded != nil
            } else if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") {
                flush()
                fence = trimmed.prefix(3)
            } else if trimmed.isEmpty {
                flush()
                if output.last?.isEmpty == false { output.append("") }
            } else if let level = Self.headingLevel(trimmed) {
                flush()
                output.append(style(String(trimmed.dropFirst(level + 1)), level < 3 ? .title : .bold))
            } else if trimmed.hasPrefix("|") {
                flush()
                output.append(InlineMarkdown(String(line)).styled(style))
            } else if line.hasPrefix("    "), paragraph.isEmpty {
                code(line.dropFirst(4))
            } else {
                if Self.signLength(trimmed) > 0 { flush() }
                paragraph.append(String(paragraph.isEmpty ? line : trimmed))
            }
        }
        flush()
        while output.last?.isEmpty == true { output.removeLast() }
    }

    private mutating func code(_ line: Substring) {
        output.append(line.isEmpty ? "" : "    " + style(String(line), .cyan))
    }

    /// Breaks what was gathered into lines; those after the first hang below the text of a list item.
    private mutating func flush() {
        guard let first = paragraph.first else { return }
        let margin = first.prefix { $0 == " " }.count
        let hanging = margin + Self.signLength(first.dropFirst(margin))
        let text = InlineMarkdown(paragraph.joined(separator: " ").drop { $0 == " " })
        paragraph = []
        var indentation = margin
        for line in text.lines(first: width - margin, others: width - hanging) {
            output.append(String(repeating: " ", count: indentation) + line.styled(style))
            indentation = hanging
        }
    }

    private static func headingLevel(_ line: Substring) -> Int? {
        let level = line.prefix { $0 == "#" }.count
        return (1...6).contains(level) && line.dropFirst(level).first == " " ? level : nil
    }

    /// How many characters of a line are the sign of a list item or of a quotation.
    private static func signLength(_ line: Substring) -> Int {
        if ["- ", "* ", "> "].contains(where: line.hasPrefix) { return 2 }
        let digits = line.prefix { $0.isNumber }.count
        return (1...3).contains(digits) && line.dropFirst(digits).hasPrefix(". ") ? digits + 2 : 0
    }
}
