package import CheckpointCourse
internal import Foundation

/// An index that recognises a common mistake by a test's failure message.
package struct MistakeIndex: Sendable {
    private let mistakes: [(answer: WrongAnswer, number: Int, title: String)]

    /// - Throws: `MarkerError` or `CourseError.courseBroken` if the lesson can't be read.
    package init(step: Step, root: String) throws {
        let answers = try WrongAnswer.all(of: step, root: root)
        mistakes = try StepMistakes(of: step, root: root).entries.flatMap { entry in
            answers.filter { entry.mistake.names.contains($0.name) }.map { ($0, entry.number, entry.mistake.title) }
        }
    }

    /// Returns the mistake whose text occurs in the message, the longest text if several match; nil for an unknown
    /// mistake.
    package func mistake(behind verdict: Verdict) -> Verdict.Mistake? {
        let known = mistakes.filter {
            $0.answer.test == verdict.id && verdict.message.localizedCaseInsensitiveContains($0.answer.says)
        }
        let likeliest = known.max { $0.answer.says.count < $1.answer.says.count }
        return likeliest.map { Verdict.Mistake(number: $0.number, name: $0.answer.name, title: $0.title) }
    }
}
