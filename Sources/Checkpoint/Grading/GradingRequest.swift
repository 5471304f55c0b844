/// A submission to judge, with everything a job needs to know. The job reads it from its folder.
struct GradingRequest: Codable, Sendable {
    let name: String
    /// Numbers of the steps to judge, in order.
    let steps: [Int]
    /// Number of the learner's current step. It differs from the step that the files show if the learner went on
    /// without adding any.
    var currentStep: Int?
    var frontend: Frontend?
    let canary: CanaryTest
    /// Path of `bwrap`; nil when there is no sandbox.
    let bubblewrap: String?
    /// Home folder, where the build tools cache packages.
    let home: String?
}

/// The results of a job.
struct GradingFinding: Codable, Sendable {
    var reached = 0
    var steps: [GradedStep] = []
    var errors: [CompilerDiagnostic] = []
    var buildNotes: [String] = []
    var editedCopies: [String] = []
    var flags: [SourceFlag] = []
}
