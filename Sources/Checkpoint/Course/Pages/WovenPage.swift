/// A page, or some lines of one, with its references replaced by their contents.
package struct WovenPage: Sendable {
    package let weaver: PageWeaver
    package let lines: [CoursePage.Line]

    /// - Throws: `MarkerError` with file and line for a reference to something that doesn't exist.
    package func markdown() throws -> String {
        try lines.flatMap { try weaver.woven($0)?.markdown ?? [$0.text] }.joined(separator: "\n")
    }

    /// - Throws: `MarkerError` with file and line for a reference to something that doesn't exist.
    package func blocks() throws -> [MarkdownBlock] {
        MarkdownParser.blocks(
            try lines.map { MarkdownParser.Line(text: Substring($0.text), block: try weaver.woven($0)?.block) })
    }
}

/// The replacement for a reference on a page: as Markdown, or as a block.
package enum WovenReference {
    case figure(CodeFigure)
    case sentences([String])
    case mistake(number: Int, names: [String], says: [String])

    package var markdown: [String] {
        switch self {
        case .figure(let figure):
            (figure.caption.map { [$0 + ":", ""] } ?? []) + ["```" + figure.language] + figure.lines + ["```"]
        case .sentences(let sentences): sentences.map { "- \($0)" }
        case .mistake(let number, _, let says):
            ["**Mistake \(number).** The check says: " + says.map { "“\($0)”" }.joined(separator: " · "), ""]
        }
    }

    package var block: MarkdownBlock.Content {
        switch self {
        case .figure(let figure): return .figure(figure)
        case .sentences(let sentences):
            let items = sentences.map { sentence in
                MarkdownList.Item(
                    sign: "- ", hang: 2, blocks: [MarkdownBlock(content: .paragraph(sentence), isSpaced: false)],
                    isSpaced: false)
            }
            return .list(MarkdownList(indentation: 0, items: items))
        case .mistake(let number, let names, let says):
            return .mistake(number: number, names: names, says: says)
        }
    }
}
