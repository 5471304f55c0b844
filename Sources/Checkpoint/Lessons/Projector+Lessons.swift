extension Projector {
    /// The lesson of a step, with what it refers to in its place.
    ///
    /// - Throws: `MarkerError` for a reference that is not understood; `CourseError.courseBroken` for a lesson that cannot be
    ///   read, as that of a step which is coming.
    package func lesson(of step: Step) throws -> WovenLesson { try LessonWeaver(projector: self, step: step).woven }

    /// The sections of a lesson that have something to unfold.
    package func answers(of step: Step) throws -> WovenLesson {
        try LessonWeaver(projector: self, step: step).sectionsWithAnswers
    }

    /// The paragraph of a lesson that explains a mistake.
    ///
    /// - Parameter mistake: its number among the step's mistakes, as checks print it, or the name of a wrong answer.
    /// - Throws: `CourseError.usage` where the lesson knows no such mistake.
    package func lesson(of step: Step, onMistake mistake: String) throws -> WovenLesson {
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
