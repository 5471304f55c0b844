/// The result of a test.
package struct Verdict: Hashable, Sendable, Codable {
    package enum Outcome: String, Hashable, Sendable, Codable {
        case passed, wrong, notWritten, crashed, exited, timedOut, outputLimitExceeded, processLimitExceeded,
            outOfMemory, skipped, didNotRun
    }

    /// The test's id, such as `Step08EngineTests/greaterWins()`.
    package let id: String
    package let step: Int
    /// The expected behaviour, as a sentence.
    package var title: String
    package var outcome: Outcome
    /// The observed behaviour; empty when the test passed.
    package var message = ""
    /// The place in the learner's files to look at, such as `Sources/Vitals/Precedence/Merge.swift:6`.
    package var place: String?
    /// The name of the body that the learner writes; hints belong to it.
    package var region: String?
    /// The likely mistake, which the lesson explains.
    package var mistake: Mistake?
    /// The clause of the lesson that the code likely breaks.
    package var clause: Clause?

    package init(
        id: String, step: Int, title: String, outcome: Outcome, message: String = "", place: String? = nil,
        region: String? = nil
    ) {
        self.id = id
        self.step = step
        self.title = title
        self.outcome = outcome
        self.message = message
        self.place = place
        self.region = region
    }

    package struct Mistake: Hashable, Sendable, Codable {
        /// Number of its paragraph among those on mistakes, from 1; for `vitals-course read --mistake`.
        package let number: Int
        /// The name of the wrong answer that gets the same message.
        package let name: String
        /// The heading of its paragraph in the lesson.
        package let title: String
    }

    package struct Clause: Hashable, Sendable, Codable {
        /// The clause's name, such as `parse-events.3`.
        package let id: String
        /// Its sentence, without markup.
        package let text: String
    }

    package var passed: Bool { outcome == .passed }
}
