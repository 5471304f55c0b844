package import CheckpointCheck
package import CheckpointCourse

/// A submission to judge, with everything a job needs to know. The job reads it from its folder.
package struct GradingRequest: Codable, Sendable {
    package let name: String
    /// Numbers of the steps to judge, in order.
    package let steps: [Int]
    /// Number of the learner's current step. It differs from the step that the files show if the learner went on
    /// without adding any.
    package var currentStep: Int?
    package var frontend: Frontend?
    package let canary: CanaryTest
    /// Path of `bwrap`; nil when there is no sandbox.
    package let bubblewrap: String?
    /// Home folder, where the build tools cache packages.
    package let home: String?
}

/// The results of a job.
package struct GradingFinding: Codable, Sendable {
    package var reached = 0
    package var steps: [GradedStep] = []
    package var errors: [CompilerDiagnostic] = []
    var buildNotes: [String] = []
    package var editedCopies: [String] = []
    package var flags: [SourceFlag] = []
}
