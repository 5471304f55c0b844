internal import CheckpointSystem

extension Projector {
    /// Returns the lesson of a step, with its references replaced by their contents.
    ///
    /// - Throws: `MarkerError` for a malformed reference; `CourseError.courseBroken` if the lesson can't be read, as
    ///   for a step that isn't written yet.
    package func lesson(of step: Step) throws -> WovenPage { try PageWeaver(projector: self, .lesson(step)).woven }

    /// Returns any page, with its references replaced by their contents.
    ///
    /// - Throws: `MarkerError` for a malformed reference; `CourseError.courseBroken` if the page can't be read.
    package func page(_ id: PageID) throws -> WovenPage { try PageWeaver(projector: self, id).woven }

    /// Returns the sections of a lesson that have something to unfold.
    package func answers(of step: Step) throws -> WovenPage {
        try PageWeaver(projector: self, .lesson(step)).sectionsWithAnswers
    }

    /// Returns the paragraph of a lesson that explains a mistake.
    ///
    /// - Parameter mistake: its number among the step's mistakes, as checks print it, or the name of a wrong answer.
    /// - Throws: `CourseError.usage` if the lesson has no such mistake.
    package func lesson(of step: Step, onMistake mistake: String) throws -> WovenPage {
        let weaver = try PageWeaver(projector: self, .lesson(step))
        return weaver.paragraph(on: try weaver.page.mistake(mistake, of: step))
    }

    /// Returns the anchor of that paragraph on the step's page.
    ///
    /// - Throws: `CourseError.usage` if the lesson has no such mistake.
    package func anchor(ofMistake mistake: String, of step: Step) throws -> String {
        let known = try CoursePage(.lesson(step), root: course.root).mistake(mistake, of: step)
        return HeadingAnchor.ofMistake(known.names.contains(mistake) ? mistake : known.names[0])
    }
}

extension CoursePage {
    /// - Parameter word: a number among the mistakes, from 1, or the name of a wrong answer.
    /// - Throws: `CourseError.usage` if there's no such mistake.
    fileprivate func mistake(_ word: String, of step: Step) throws -> Mistake {
        let mistakes = try mistakes()
        if let number = Int(word), mistakes.indices.contains(number - 1) { return mistakes[number - 1] }
        if let named = mistakes.first(where: { $0.names.contains(word) }) { return named }
        throw CourseError(
            .usage,
            "The lesson of step \(step.number) doesn't explain a mistake \"\(word)\"."
                + Suggestion.sentence(for: word, among: mistakes.flatMap(\.names))
                + " They have the numbers 1 to \(mistakes.count).")
    }
}
