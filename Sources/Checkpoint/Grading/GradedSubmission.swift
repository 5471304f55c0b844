package import Foundation

/// What grading found out about one submission; points are given later, by `Score`.
package struct GradedSubmission: Hashable, Sendable, Codable {
    package let name: String
    package var submittedAt: Date?
    /// The commit that was graded.
    package var revision: String?
    /// The last step whose files it has; 0 where it has none.
    package var reached = 0
    /// Every step that was asked for, in order.
    package var steps: [GradedStep] = []
    /// Why nothing was graded.
    package var problem: String?
    /// True where the problem is none of the learner's.
    package var isGradersFault = false
    /// What does not compile, in the learner's files.
    package var errors: [CompilerDiagnostic] = []
    /// Where the official tests do not find what they use, and the end of a build that failed in another way.
    package var buildNotes: [String] = []
    /// Official files that the submission has in another wording; the official ones were used.
    package var editedCopies: [String] = []
    /// Lines that reach for what could forge a result; for the instructor to look at.
    package var flags: [SourceFlag] = []
    /// The highest hint that the learner's own runner noted, by step and region.
    package var hints: [Int: [String: Int]] = [:]
    /// Steps whose solution the learner's own runner put into the files.
    package var appliedSolutions: [Int] = []

    package init(name: String) { self.name = name }
}

/// What became of one step.
package struct GradedStep: Hashable, Sendable, Codable {
    package enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
        case passed
        case failed
        case timedOut = "timed out"
        case crashed
        case didNotBuild = "did not build"
        case didNotRun = "did not run"
        case tampered
    }

    package let number: Int
    package var outcome: Outcome
    /// One for each test of the step, in order; a test that did not run has a verdict that says so.
    package var verdicts: [Verdict]
    /// Why it did not run or counts as tampered with; empty where the verdicts say enough.
    package var note = ""
    /// In which a test of it ran, by the runner's clock; nil where none did. Not in what is compared between runs.
    package var seconds: Double?

    package init(number: Int, outcome: Outcome, verdicts: [Verdict], note: String = "") {
        self.number = number
        self.outcome = outcome
        self.verdicts = verdicts
        self.note = note
    }
}

/// A line of a submission that reaches for what a solution of this course never needs.
package struct SourceFlag: Hashable, Sendable, Codable {
    package let path: String
    package let line: Int
    /// Such as `_exit`.
    package let means: String
    package let text: String

    package init(path: String, line: Int, means: String, text: String) {
        self.path = path
        self.line = line
        self.means = means
        self.text = text
    }
}
