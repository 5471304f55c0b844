/// The words of a lesson that are read from its beginning to its end: without code, without references, and without the
/// paragraphs on mistakes, each of which is read by who made that one.
enum LessonLength {
    /// The steps in which other systems lose data. Each of their traps takes a timeline and a failing test.
    private static let heart: Set<Int> = [4, 7, 8, 9, 12, 13]

    /// In words: enough to say why, and no more than one sitting.
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
