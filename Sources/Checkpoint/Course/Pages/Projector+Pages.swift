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
    package func answers(of id: PageID) throws -> WovenPage {
        try PageWeaver(projector: self, id).sectionsWithAnswers
    }

    /// Returns the paragraph that explains a mistake, from the lesson of the step or of one of its parts.
    ///
    /// - Parameter mistake: its number among the step's mistakes, as checks print it, or the name of a wrong answer.
    /// - Throws: `CourseError.usage` if the lesson has no such mistake.
    package func lesson(of step: Step, onMistake mistake: String) throws -> WovenPage {
        let found = try entry(mistake, of: step)
        return try PageWeaver(projector: self, found.page).paragraph(on: found.mistake)
    }

    /// Returns the page with that paragraph, and its anchor there.
    ///
    /// - Throws: `CourseError.usage` if no lesson of the step has such a mistake.
    package func place(ofMistake mistake: String, of step: Step) throws -> (page: PageID, anchor: String) {
        let found = try entry(mistake, of: step)
        let names = found.mistake.names
        return (found.page, HeadingAnchor.ofMistake(names.contains(mistake) ? mistake : names[0]))
    }

    /// - Parameter word: a number among the mistakes, from 1, or the name of a wrong answer.
    /// - Throws: `CourseError.usage` if there's no such mistake.
    private func entry(_ word: String, of step: Step) throws -> StepMistakes.Entry {
        let entries = try StepMistakes(of: step, root: course.root).entries
        if let number = Int(word), entries.indices.contains(number - 1) { return entries[number - 1] }
        if let named = entries.first(where: { $0.mistake.names.contains(word) }) { return named }
        throw CourseError(
            .usage,
            "The lesson of step \(step.number) doesn't explain a mistake \"\(word)\"."
                + Suggestion.sentence(for: word, among: entries.flatMap(\.mistake.names))
                + " They have the numbers 1 to \(entries.count).")
    }
}
