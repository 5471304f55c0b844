package import CheckpointCheck
package import Foundation

/// The results of grading a submission. The job that judges it fills in what it finds, `GradingRun` what was handed in
/// besides the files, and `Score` adds the points later.
package struct GradedSubmission: Hashable, Sendable, Codable {
    package let name: String
    package var submittedAt: Date?
    /// The commit that was graded.
    package var revision: String?
    /// Number of the last step whose files it has; 0 if it has none.
    package var reached = 0
    /// Results of every requested step, in order.
    package var steps: [GradedStep] = []
    /// Reason why nothing was graded.
    package var problem: String?
    /// True when the problem isn't the learner's fault.
    package var isGraderError = false
    /// Compiler errors in the learner's files.
    package var errors: [CompilerDiagnostic] = []
    /// Errors where the official tests use declarations that the code lacks, and the end of a build that failed in
    /// another way.
    package var buildNotes: [String] = []
    /// Paths of official files that the submission has edited; the official files were used.
    package var editedCopies: [String] = []
    /// Lines that use something that could forge a result, for the instructor to look at.
    package var flags: [SourceFlag] = []
    /// The highest hint that the learner's own runner recorded, by step and region.
    package var hints: [Int: [String: Int]] = [:]
    /// Numbers of the steps whose solution the learner's own runner put into the files.
    package var appliedSolutions: [Int] = []

    package init(name: String) { self.name = name }
}

/// The result of a step.
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
    /// A verdict for each test of the step, in order; the verdict of a test that didn't run says so.
    package var verdicts: [Verdict]
    /// Reason why the step didn't run or counts as tampered with; empty when the verdicts say enough.
    package var note = ""
    /// Seconds during which a test of it ran, by the runner's clock; nil if none ran. Left out of comparisons between
    /// runs.
    package var seconds: Double?

    package init(number: Int, outcome: Outcome, verdicts: [Verdict], note: String = "") {
        self.number = number
        self.outcome = outcome
        self.verdicts = verdicts
        self.note = note
    }
}

/// A line of a submission that uses something a solution of this course never needs.
package struct SourceFlag: Hashable, Sendable, Codable {
    package let path: String
    package let line: Int
    /// The suspicious name, such as `_exit`.
    package let means: String
    package let text: String

    package init(path: String, line: Int, means: String, text: String) {
        self.path = path
        self.line = line
        self.means = means
        self.text = text
    }
}
