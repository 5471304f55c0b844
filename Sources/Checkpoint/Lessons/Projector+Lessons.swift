extension Projector {
    /// The lesson of a step, with what it refers to in its place.
    ///
    /// - Returns: the same as Markdown and as blocks; empty for a step that is coming.
    /// - Throws: `MarkerError` with file and line for a reference that nothing answers to.
    package func lesson(of step: Int) throws -> (markdown: String, blocks: [MarkdownBlock]) {
        guard let found = course.step(step), !found.isComing else { return ("", []) }
        let weaver = try LessonWeaver(projector: self, step: found)
        return (try weaver.markdown(), try weaver.blocks())
    }

    /// The paragraph of a lesson that explains a mistake.
    ///
    /// - Parameter mistake: the name of a wrong answer, as checks print it.
    /// - Throws: `CourseError.usage` where the lesson knows no such mistake.
    package func lesson(of step: Step, onMistake mistake: String) throws -> (markdown: String, blocks: [MarkdownBlock])
    {
        let weaver = try LessonWeaver(projector: self, step: step)
        if let paragraph = try weaver.paragraph(onMistake: mistake) { return paragraph }
        let names = try weaver.lesson.mistakes().flatMap(\.names)
        throw CourseError(
            .usage,
            "The lesson of step \(step.number) explains no mistake \"\(mistake)\"."
                + Suggestion.words(for: mistake, among: names))
    }
}
