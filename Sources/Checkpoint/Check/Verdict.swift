/// What became of one test.
package struct Verdict: Hashable, Sendable, Codable {
    package enum Outcome: String, Hashable, Sendable, Codable {
        case passed, wrong, notWritten, crashed, exited, timedOut, outputLimitExceeded, processLimitExceeded,
            outOfMemory, skipped, didNotRun
    }

    /// Such as `Step08EngineTests/greaterWins()`.
    package let id: String
    package let step: Int
    /// What should hold, as a sentence.
    package var title: String
    package var outcome: Outcome
    /// What was seen; empty when it passed.
    package var message = ""
    /// Where in the learner's files to look, such as `Sources/Vitals/Precedence/Merge.swift:6`.
    package var place: String?
    /// The body that the learner writes, to which hints belong.
    package var region: String?
    /// The mistake that it looks like, which the lesson explains.
    package var mistake: Mistake?

    package struct Mistake: Hashable, Sendable, Codable {
        /// Of its paragraph among those on mistakes, from 1; for `vitals-course read --mistake`.
        package let number: Int
        /// The wrong answer that says the same.
        package let name: String
        /// The heading of its paragraph in the lesson.
        package let title: String
    }

    package var passed: Bool { outcome == .passed }
}
