package import CheckpointCourse
internal import Foundation
internal import Synchronization

/// An index that recognises a common mistake by a test's failure message, and the clause of the lesson that it breaks.
package struct MistakeIndex: Sendable {
    private let mistakes: [(answer: WrongAnswer, number: Int, title: String)]
    private let lessons: StepMistakes
    private let contracts: StepClauses
    /// The clauses that each test cites, by its id.
    private let cited: [String: [ClauseID]]

    /// - Throws: `MarkerError` or `CourseError.courseBroken` if the lesson can't be read.
    package init(step: Step, root: String) throws {
        let answers = try WrongAnswer.all(of: step, root: root)
        let lessons = try StepMistakes(of: step, root: root)
        mistakes = lessons.entries.flatMap { entry in
            answers.filter { entry.mistake.names.contains($0.name) }.map { ($0, entry.number, entry.mistake.title) }
        }
        self.lessons = lessons
        contracts = try StepClauses(of: step, root: root)
        cited = Dictionary(step.tests.map { ($0.id, $0.clauseIDs) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the mistake whose text occurs in the message, the longest text if several match; nil for an unknown
    /// mistake.
    package func mistake(behind verdict: Verdict) -> Verdict.Mistake? {
        likeliest(verdict).map { Verdict.Mistake(number: $0.number, name: $0.answer.name, title: $0.title) }
    }

    /// Returns the clause that the code likely breaks: that of the mistake behind the verdict, or else the only one that
    /// the test cites. Nil if several come into question, and for a test that didn't get as far as a result.
    package func clause(brokenIn verdict: Verdict) -> Verdict.Clause? {
        let cited = cited[verdict.id] ?? []
        let only = cited.count == 1 && verdict.outcome == .wrong ? cited[0] : nil
        guard let id = likeliest(verdict)?.answer.breaks ?? only, let clause = contracts.clause(id) else { return nil }
        return Verdict.Clause(id: id.description, text: clause.text)
    }

    private func likeliest(_ verdict: Verdict) -> (answer: WrongAnswer, number: Int, title: String)? {
        let known = mistakes.filter {
            $0.answer.test == verdict.id && verdict.message.localizedCaseInsensitiveContains($0.answer.says)
        }
        return known.max { $0.answer.says.count < $1.answer.says.count }
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
