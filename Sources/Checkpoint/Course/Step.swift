/// One numbered module of the course, as its `step.yml` has it.
package struct Step: Hashable, Sendable {
    package let number: Int
    /// The name of its folder, such as `08-sync-engine`.
    package let id: String
    package let title: String
    /// What the learner has at the end.
    package let aim: String
    /// What the checkpoint proves.
    package let proves: String
    /// What a learner is expected to need.
    package let minutes: Int
    /// Numbers of the steps that must have passed before it.
    package let requires: [Int]
    /// Files, and folders with a `/` at the end, that it brings.
    package let owns: [String]
    /// What its tests need of the machine: `postgres`.
    package let needs: [String]
    /// Programs that its tests start.
    package let products: [String]
    package let tests: [StepTest]
    /// Folders and files of this step that only learners of one front end write in; for the others they are given solved.
    package var frontends: [Frontend: [String]] = [:]
    /// Announced, but not there yet.
    package let isComing: Bool
}

/// One test of a step's checkpoint.
package struct StepTest: Hashable, Sendable {
    /// Such as `Step08EngineTests/greaterWins()`.
    package let id: String
    /// The region that a learner should look at when it fails.
    package let region: String?
    package let limitSeconds: Double
    /// The front end that it judges; nil for what everybody builds.
    package var frontend: Frontend?

    package static let defaultLimitSeconds = 10.0
}
