package import CheckpointCourse
internal import Foundation
internal import Synchronization

/// An index that recognises a common mistake by a test's failure message.
package struct MistakeIndex: Sendable {
    private let mistakes: [(answer: WrongAnswer, number: Int, title: String)]
    private let lessons: StepMistakes

    /// - Throws: `MarkerError` or `CourseError.courseBroken` if the lesson can't be read.
    package init(step: Step, root: String) throws {
        let answers = try WrongAnswer.all(of: step, root: root)
        let lessons = try StepMistakes(of: step, root: root)
        mistakes = lessons.entries.flatMap { entry in
            answers.filter { entry.mistake.names.contains($0.name) }.map { ($0, entry.number, entry.mistake.title) }
        }
        self.lessons = lessons
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

    /// Returns the title of the paragraph that explains a wrong answer; nil if there is none.
    package func title(explaining answer: String) -> String? { lessons.entry(explaining: answer)?.mistake.title }
}

/// The indexes of all steps. Each is read when it is first asked for, and then kept: a proof asks once for each wrong
/// answer, and a step may have a hundred.
package final class MistakeIndexes: Sendable {
    private let root: String
    private let read = Mutex<[Int: MistakeIndex]>([:])

    /// - Parameter root: the course's folder.
    init(root: String) { self.root = root }

    /// - Throws: `MarkerError` or `CourseError.courseBroken` if the step's lesson can't be read.
    package func index(of step: Step) throws -> MistakeIndex {
        try read.withLock { read in
            if let index = read[step.number] { return index }
            let index = try MistakeIndex(step: step, root: root)
            read[step.number] = index
            return index
        }
    }
}
