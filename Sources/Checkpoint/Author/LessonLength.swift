internal import CheckpointCourse

/// Counts the words of a lesson that a reader reads from start to end. Code, references and the paragraphs on mistakes
/// don't count; a learner only reads the paragraph on their own mistake.
enum LessonLength {
    /// Numbers of the steps on the bugs through which other systems lose data. Each of their traps takes a timeline and
    /// a failing test.
    private static let heart: Set<Int> = [4, 7, 8, 9, 12, 13]

    /// Minimum and maximum length in words: enough to explain why, and short enough for a single sitting.
    static func bounds(ofStep number: Int) -> ClosedRange<Int> { (heart.contains(number) ? 1_200 : 600)...2_500 }

    static func words(_ lesson: Lesson) -> Int {
        let chapters = lesson.headings.filter { $0.level <= 2 }
        let mistakes = chapters.firstIndex { $0.text == LessonLinter.mistakesSection }
        let first = mistakes.map { chapters[$0].line } ?? Int.max
        let next = mistakes.flatMap { chapters.indices.contains($0 + 1) ? chapters[$0 + 1].line : nil } ?? Int.max
        return lesson.lines.filter { line in
            !line.isCode && line.reference == nil && !(first..<next).contains(line.number)
        }
        .reduce(0) { sum, line in sum + line.text.split(separator: " ").count { $0.contains(where: \.isLetter) } }
    }
}
