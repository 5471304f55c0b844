/// A group of tests that runs in one process, before, after or at the same time as other phases.
package struct TestPhase: Hashable, Sendable {
    /// The phase's name, such as `CourseTests`.
    package let name: String
    /// Arguments for Swift Testing: which tests to run, and whether to run them one at a time.
    package let arguments: [String]

    /// Returns the phases in lanes. Lanes run in parallel; the phases of a lane run one after another.
    ///
    /// If two cores are full of simulated phones, a test that waits for a lock or for a process's output starves. So
    /// tests that keep both cores busy, tests that watch real processes and tests on the main actor each get their own
    /// phase. Some phases run their tests one at a time: a browser uses both cores, tests that build share one folder,
    /// and tests that start the runner wait for it. Tests that build have the second lane, because a learner's build
    /// leaves some capacity unused.
    ///
    /// - Parameter filter: a regular expression for test ids; the matching tests run in one phase. Nil for all tests.
    static func lanes(filter: String?) -> [[TestPhase]] {
        if let filter { return [[TestPhase(name: filter, arguments: ["--filter", filter])]] }
        let course = "(StepTests|ConvergenceTests|IntegrationTests)"
        let first = [
            course, "SimulationTests", "VitalsViewModelsTests", "ProgramTests", "BrowserTests", "CheckpointTests",
        ]
        let second = ["CourseTests", "GradingTests"]
        let oneByOne = ["BrowserTests", "CheckpointTests"] + second
        func phase(_ module: String) -> TestPhase {
            let selection = ["--filter", "^\(module)\\."]
            return TestPhase(
                name: module == course ? "StepTests" : module,
                arguments: selection + (oneByOne.contains(module) ? ["--no-parallel"] : []))
        }
        let rest = TestPhase(name: "the other tests", arguments: (first + second).flatMap { ["--skip", "^\($0)\\."] })
        return [[rest] + first.map(phase), second.map(phase)]
    }
}
