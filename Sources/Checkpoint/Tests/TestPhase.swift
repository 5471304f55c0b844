/// Tests that run in one process, after each other's phases or beside them.
package struct TestPhase: Hashable, Sendable {
    /// Such as `CourseTests`.
    package let name: String
    /// For Swift Testing: which tests, and whether they go one by one.
    let arguments: [String]

    /// What is tested, in lanes that go on side by side; the phases of a lane follow one another.
    ///
    /// Two cores full of simulated phones would starve a test that waits for a lock or for a process to say something. So
    /// what keeps both cores busy, what watches real processes and what belongs to the main actor each has a phase of its own.
    /// A browser takes all that two cores have, those that build share one folder, and those that start the runner wait for
    /// it: their tests go one by one. Those that build have the second lane, because a learner's build leaves room beside it.
    ///
    /// - Parameter filter: only the tests whose id matches this regular expression, in one phase; nil for all.
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
