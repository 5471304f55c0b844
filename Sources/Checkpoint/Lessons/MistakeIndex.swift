internal import Foundation

/// Recognises a mistake that many make by what a test said.
struct MistakeIndex: Sendable {
    private let mistakes: [(answer: WrongAnswer, number: Int, title: String)]

    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a lesson that cannot be read.
    init(step: Step, root: String) throws {
        let answers = try WrongAnswer.all(of: step, root: root)
        mistakes = try Lesson(step: step, root: root).mistakes().enumerated().flatMap { index, mistake in
            answers.filter { mistake.names.contains($0.name) }.map { ($0, index + 1, mistake.title) }
        }
    }

    /// The mistake whose words the message has, the longest if there are several; nil for what nobody foresaw.
    func mistake(behind verdict: Verdict) -> Verdict.Mistake? {
        let known = mistakes.filter {
            $0.answer.test == verdict.id && verdict.message.localizedCaseInsensitiveContains($0.answer.says)
        }
        let likeliest = known.max { $0.answer.says.count < $1.answer.says.count }
        return likeliest.map { Verdict.Mistake(number: $0.number, name: $0.answer.name, title: $0.title) }
    }
}
