/// What one submission is worth; all outputs are made of it.
package struct ScoredSubmission: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable, Encodable {
        case graded
        /// On the roster, and nothing was handed in.
        case missing
        /// Handed in, and nothing could be graded.
        case notReadable = "not readable"
        /// The grader failed, and not the submission.
        case notJudged = "not judged"
    }

    package let name: String
    package let rosterName: String?
    /// Nil where there is no roster.
    package let isOnRoster: Bool?
    package let status: Status
    /// Every step that was asked for, in order.
    package let steps: [ScoredStep]
    /// Nil where nothing is due, or nothing tells when it was handed in.
    package let lateness: Lateness?
    /// Nothing tells when it was handed in, though something is due.
    package let isTimeUnknown: Bool
    /// The sum of its steps.
    package let earned: Hundredths
    /// What lateness leaves of that, rounded to two decimals, half up.
    package let total: Hundredths
    package let max: Hundredths
    /// What grading found; nil for what is missing.
    package let found: GradedSubmission?

    /// Lines that an instructor should look at.
    package var flagCount: Int { found?.flags.count ?? 0 }

    /// Each step that was asked for has passed.
    package var passed: Bool { status == .graded && steps.allSatisfy { $0.outcome == .passed } }
}

/// What one step of a submission is worth.
package struct ScoredStep: Hashable, Sendable {
    package let number: Int
    package let title: String
    /// Nil where nothing was graded.
    package let outcome: GradedStep.Outcome?
    package let points: Hundredths
    package let max: Hundredths
    /// Of the step, in order.
    package let tests: [ScoredTest]
    /// Why it did not run or counts as tampered with; may be empty.
    package let note: String
    /// Of its tests; nil where they did not run.
    package let seconds: Double?

    /// Tests that hold and count.
    package var passedCount: Int { tests.filter(\.counts).count }
}

/// What one test of a step is worth.
package struct ScoredTest: Hashable, Sendable {
    package let id: String
    /// Nil where it did not run.
    package let verdict: Verdict?
    /// It holds, in a step whose results can be believed.
    package let counts: Bool
    /// Nil where points are for whole steps.
    package let points: Hundredths?
    package let max: Hundredths?
}
