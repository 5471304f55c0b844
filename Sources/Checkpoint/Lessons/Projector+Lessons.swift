extension Projector {
    /// The lesson of a step in Markdown, with what it refers to in its place.
    ///
    /// - Throws: `MarkerError` with file and line for a reference that nothing answers to.
    package func lesson(of step: Int) throws -> String {
        guard let found = course.step(step), !found.isComing else { return "" }
        return try LessonWeaver(projector: self, step: found).markdown()
    }

    /// The sections of a lesson that have something to unfold, in Markdown.
    package func answers(of step: Step) throws -> String {
        try LessonWeaver(projector: self, step: step).sectionsWithAnswers()
    }

    /// The paragraph of a lesson that explains a mistake, in Markdown.
    ///
    /// - Parameter mistake: its number among the step's mistakes, as checks print it, or the name of a wrong answer.
    /// - Throws: `CourseError.usage` where the lesson knows no such mistake.
    package func lesson(of step: Step, onMistake mistake: String) throws -> String {
        let weaver = try LessonWeaver(projector: self, step: step)
        if let paragraph = try weaver.paragraph(onMistake: mistake) { return paragraph }
        let mistakes = try weaver.lesson.mistakes()
        throw CourseError(
            .usage,
            "The lesson of step \(step.number) explains no mistake \"\(mistake)\"."
                + Suggestion.words(for: mistake, among: mistakes.flatMap(\.names))
                + " They have the numbers 1 to \(mistakes.count).")
    }
}
