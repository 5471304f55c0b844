package import CheckpointCheck
package import CheckpointCourse

/// A submission to judge, with everything a job needs to know. The job reads it from its folder.
package struct GradingRequest: Codable, Sendable {
    package let name: String
    /// Numbers of the steps to judge, in order.
    package let steps: [Int]
    /// The steps that the learner's own runner noted as begun. There may be more than the files show, if the learner
    /// went on without adding any.
    package var noted: StepSet = []
    package var frontend: Frontend?
    package let canary: CanaryTest
    /// Path of `bwrap`; nil when there is no sandbox.
    package let bubblewrap: String?
    /// Home folder, where the build tools cache packages.
    package let home: String?
}
