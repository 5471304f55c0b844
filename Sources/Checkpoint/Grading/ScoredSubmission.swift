package import CheckpointCheck

/// The points of a submission, from which all outputs are created.
package struct ScoredSubmission: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable, Encodable {
        case graded
        /// The learner is on the roster, but nothing was handed in.
        case missing
        /// It was handed in, but nothing could be graded.
        case notReadable = "not readable"
        /// The grader failed, not the submission.
        case notJudged = "not judged"
    }

    package let name: String
    package let rosterName: String?
    /// True when the learner is on the roster; nil when there is no roster.
    package let isOnRoster: Bool?
    package let status: Status
    /// Every requested step, in order.
    package let steps: [ScoredStep]
    /// Lateness; nil if there is no due date, or no date of submission.
    package let lateness: Lateness?
    /// True when there is a due date but no date of submission.
    package let isTimeUnknown: Bool
    /// Sum of the points of its steps.
    package let earned: Hundredths
    /// The points left after lateness, rounded to two decimals, half up.
    package let total: Hundredths
    package let max: Hundredths
    /// The results of grading; nil if nothing was handed in.
    package let found: GradedSubmission?

    /// Number of lines that an instructor should look at.
    package var flagCount: Int { found?.flags.count ?? 0 }

    /// True when every requested step has passed.
    package var passed: Bool { status == .graded && steps.allSatisfy { $0.outcome == .passed } }
}

/// The points of a step in a submission.
package struct ScoredStep: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case number = "step"
        case title, outcome, points, max, passedCount, tests, note, seconds
    }

    package let number: Int
    package let title: String
    /// Outcome of the step; nil if nothing was graded.
    package let outcome: GradedStep.Outcome?
    package let points: Hundredths
    package let max: Hundredths
    /// Tests of the step, in order.
    package let tests: [ScoredTest]
    /// Reason why the step didn't run or counts as tampered with; may be empty.
    package let note: String
    /// Seconds during which its tests ran; nil if none ran.
    package let seconds: Double?

    /// Number of tests that pass and count.
    package let passedCount: Int
}

/// The points of a test in a step.
package struct ScoredTest: Hashable, Sendable, Encodable {
    package let id: String
    /// Verdict on the test; nil if it didn't run.
    package let verdict: Verdict?
    /// True when the test passes, in a step whose results can be trusted.
    package let counts: Bool
    /// Points for the test; nil if points are given for whole steps.
    package let points: Hundredths?
    package let max: Hundredths?
}
