/// A block of a lesson, independent of how it's rendered.
package struct MarkdownBlock: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        /// A heading of level 1 to 6.
        case heading(level: Int, text: String)
        case paragraph(String)
        /// Code; the language is empty if none is named.
        case code(language: String, lines: [String])
        case list(MarkdownList)
        case quotation([MarkdownBlock])
        case table(MarkdownTable)
        case details(summary: String, blocks: [MarkdownBlock])
        /// Code that was read from the course, with its location.
        case figure(CodeFigure)
        /// A mistake's number in its lesson, its wrong answers, and the check's messages for them. It's shown below the
        /// mistake's heading.
        case mistake(number: Int, names: [String], says: [String])
    }

    package let content: Content
    /// True if an empty line precedes the block.
    package let isSpaced: Bool
}

/// A list of items with the same kind of sign.
package struct MarkdownList: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        /// The item's sign, such as `- ` or `12. `.
        package let sign: String
        /// Columns by which the item's further lines are indented, relative to the sign.
        package let hang: Int
        package let blocks: [MarkdownBlock]
        package let isSpaced: Bool
    }

    /// Columns before the signs.
    package let indentation: Int
    package let items: [Item]

    /// The number of the first item; nil for an unnumbered list.
    package var start: Int? { items.first.flatMap { Int($0.sign.dropLast(2)) } }

    /// True if the items are paragraphs rather than lines.
    package var isLoose: Bool {
        items.dropFirst().contains(where: \.isSpaced)
            || items.contains { $0.blocks.dropFirst().contains(where: \.isSpaced) }
    }
}

/// Code from a file of the course.
package struct CodeFigure: Hashable, Sendable {
    /// The code's location, in Markdown without a full stop; nil if the text gives it already.
    package let caption: String?
    /// True for an example of what not to write.
    package let isWrong: Bool
    package let language: String
    package let lines: [String]
    /// Where the code stands; nil if it isn't a part of the learner's package.
    package var source: Source?

    /// Some lines of a file, in one state of the course.
    package struct Source: Hashable, Sendable {
        package let path: String
        /// The lines' indices, counted from 0.
        package let lines: Range<Int>
        package let state: ProjectionState
    }
}
