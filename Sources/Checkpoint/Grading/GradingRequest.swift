/// What a job is asked to judge, and all that it needs to know for it; it reads this in its folder.
struct GradingRequest: Codable, Sendable {
    let name: String
    /// Numbers of the steps to judge, in order.
    let steps: [Int]
    /// Differs from what the files tell where the learner went on without adding any.
    var currentStep: Int?
    var frontend: Frontend?
    let canary: CanaryTest
    /// The path of `bwrap`; nil where there is no sandbox.
    let bubblewrap: String?
    /// Where the build tools keep what they read of packages.
    let home: String?
}

/// What a job found out.
struct GradingFinding: Codable, Sendable {
    var reached = 0
    var steps: [GradedStep] = []
    var errors: [CompilerDiagnostic] = []
    var buildNotes: [String] = []
    var editedCopies: [String] = []
    var flags: [SourceFlag] = []
}
