/// A piece of a lesson as it stands below the piece before it, whoever shows it.
package struct MarkdownBlock: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        /// The level is 1 to 6.
        case heading(level: Int, text: String)
        case paragraph(String)
        /// The language is empty where none is named.
        case code(language: String, lines: [String])
        case list(MarkdownList)
        case quotation([MarkdownBlock])
        case table(MarkdownTable)
        case details(summary: String, blocks: [MarkdownBlock])
        /// Code that was read from the course, with its place.
        case figure(CodeFigure)
        /// Below the heading of a mistake: the wrong answers that make it, and what the check says to them.
        case mistake(names: [String], says: [String])
    }

    package let content: Content
    /// An empty line stands before it.
    package let isSpaced: Bool
}

/// Items with the same kind of sign.
package struct MarkdownList: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        /// Such as `- ` or `12. `.
        package let sign: String
        /// Columns by which its further lines are indented below the sign.
        package let hang: Int
        package let blocks: [MarkdownBlock]
        package let isSpaced: Bool
    }

    /// Columns before the signs.
    package let indentation: Int
    package let items: [Item]

    /// The number of the first item; nil for a list without numbers.
    package var start: Int? { items.first.flatMap { Int($0.sign.dropLast(2)) } }

    /// Its items are paragraphs, rather than lines.
    package var isLoose: Bool {
        items.dropFirst().contains(where: \.isSpaced)
            || items.contains { $0.blocks.dropFirst().contains(where: \.isSpaced) }
    }
}

/// Code out of a file of the course.
package struct CodeFigure: Hashable, Sendable {
    /// Where it stands, in Markdown without an end of sentence; nil where that is said already.
    package let caption: String?
    /// An example of what not to write.
    package let isWrong: Bool
    package let language: String
    package let lines: [String]
}
