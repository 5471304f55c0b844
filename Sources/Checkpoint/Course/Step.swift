/// One numbered module of the course, as described in its `step.yml`.
package struct Step: Hashable, Sendable {
    package let number: Int
    /// The name of the step's folder, such as `08-sync-engine`.
    package let id: String
    package let title: String
    /// The result that the learner has at the end.
    package let aim: String
    /// The properties that the checkpoint proves.
    package let proves: String
    /// The time that a learner is expected to need.
    package let time: ExpectedTime
    /// Numbers of the steps that must have passed first. For a chapter, they and what they build on are all that it
    /// builds on.
    package let requires: [Int]
    /// Files that the step adds, and folders, which end in `/`.
    package let owns: [String]
    /// Services that the tests need on the machine: `postgres`.
    package let needs: [String]
    /// Executables that the tests start.
    package let products: [String]
    package let tests: [StepTest]
    /// Files and folders of this step that only learners of one front end write; the others get them solved.
    package var frontends: [Frontend: [String]] = [:]
    /// The parts of a long step in order, including those of front ends that the learner doesn't build; empty for a step
    /// that isn't divided.
    package var parts: [StepPart] = []
    /// True if the step is announced but not written yet.
    package let isComing: Bool
    /// True for a step of a later part than the first: it's optional, and builds only on what it requires.
    package var isChapter = false
    /// The tests that learners write in this step, and what they are judged by; nil for a step without such tests.
    package var judged: JudgedTests?

    /// The name of the step's folder without the number, such as `sync-engine`.
    package var name: String { String(id.drop { $0 != "-" }.dropFirst()) }
}

/// Tests that a learner writes. They must pass on the reference and fail on every mutant.
package struct JudgedTests: Hashable, Sendable, Decodable {
    /// The kind of program that the mutants are. It's also the name of the folder with them, beside `step.yml`.
    package enum Mutants: String, CaseIterable, Decodable, Sendable {
        case engines, servers
    }

    /// The module of the learner's tests, such as `ConvergenceTests`.
    package let module: String
    package let mutants: Mutants

    package init(module: String, mutants: Mutants) {
        self.module = module
        self.mutants = mutants
    }
}

/// One test of a step's checkpoint.
package struct StepTest: Hashable, Sendable {
    /// The test's id, such as `Step08EngineTests/greaterWins()`.
    package let id: String
    /// The region to look at when the test fails.
    package let region: String?
    /// Numbers of the clauses in the region's contract that the test is about.
    package var clauses: [Int] = []
    package let limitSeconds: Double
    /// The front end that the test covers; nil for code that every learner writes.
    package var frontend: Frontend?
    /// Name of the mutant that the learner's tests have to kill for this test to pass; nil for any other test.
    package var mutant: String?

    package static let defaultLimitSeconds = 10.0

    /// The first part of the id: the test's suite.
    package var suite: Substring { id.prefix { $0 != "/" } }
}

/// The front end that the learner builds in the front-end step.
package enum Frontend: String, Codable, CaseIterable, Sendable {
    case web, swiftui
}
