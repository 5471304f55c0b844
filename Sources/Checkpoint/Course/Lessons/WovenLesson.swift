/// A lesson, or a paragraph of one, with its references replaced by their contents.
package struct WovenLesson: Sendable {
    package let weaver: LessonWeaver
    package let lines: [Lesson.Line]

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
