/// A group of tests that runs in one process, before, after or at the same time as another.
package struct TestPhase: Hashable, Sendable {
    /// The phase's name, such as `CourseTests`.
    package let name: String
    /// Arguments for Swift Testing: which tests to run, and whether to run them one at a time.
    package let arguments: [String]

    /// The number of phases that run at the same time. If two cores are full of simulated phones, a test that waits for a
    /// lock or for a process's output starves.
    static let atATime = 2

    /// Modules whose tests run one at a time: a browser uses both cores, tests that build share one folder, and tests that
    /// start the runner wait for it.
    private static let oneByOne = ["BrowserTests", "GradingTests", "RunnerTests", "CourseTests"]

    /// Returns the phases of a run: one for each module of the repository, so that no module's tests wait behind those of
    /// another, and one for the tests that learners get.
    ///
    /// - Parameter filter: a regular expression for test ids; the matching tests run in one phase, one at a time if it has
    ///   the name of a module whose tests do. Nil for all tests.
    static func all(filter: String?) -> [TestPhase] {
        func order(_ name: String) -> [String] { oneByOne.contains { name.contains($0) } ? ["--no-parallel"] : [] }
        if let filter { return [TestPhase(name: filter, arguments: ["--filter", filter] + order(filter))] }
        let course = "(StepTests|ConvergenceTests|IntegrationTests)"
        let modules = oneByOne.reversed() + [course, "ProgramTests", "SimulationTests", "VitalsViewModelsTests"]
        let phases = modules.map { module in
            TestPhase(
                name: module == course ? "StepTests" : module,
                arguments: ["--filter", "^\(module)\\."] + order(module))
        }
        return phases + [TestPhase(name: "the other tests", arguments: modules.flatMap { ["--skip", "^\($0)\\."] })]
    }
}

/// Tests that prove more the longer they run. They're short in a normal run; `vitals-course test --long` runs them at full
/// length, and docs/notes/performance.md says when that was last done.
enum LongTests {
    /// The environment variables that tell the tests how much to do.
    static let environment: [String: String?] = [
        // An import of 500 MB instead of 60, a server that is away for a minute, and a walk through every step.
        "VITALS_LARGE_TESTS": "1",
        // Phone histories to simulate, instead of 160.
        "VITALS_SIMULATION_RUNS": "4000",
        // Times that the runner is killed at a random moment, instead of 20.
        "VITALS_KILLS": "100",
        // Times that servers and phones are killed on each store, instead of 12.
        "VITALS_CRASH_ROUNDS": "100",
        // Times that one of three servers is killed, instead of 3.
        "VITALS_FAILOVER_ROUNDS": "30",
    ]

    static let phases = [
        TestPhase(name: "import", arguments: ["--filter", "^ProgramTests\\.ImportTests/"]),
        TestPhase(
            name: "histories",
            arguments: [
                "--filter", "^SimulationTests\\.SimulationTests/", "--filter", "^SimulationTests\\.DeletesTests/",
            ]),
        TestPhase(name: "outages", arguments: ["--filter", "^BrowserTests\\.UnreliableServerTests/", "--no-parallel"]),
        TestPhase(
            name: "crashes",
            arguments: ["--filter", "^ProgramTests\\.CrashTests/", "--filter", "^ProgramTests\\.FailoverTests/"]),
        TestPhase(
            name: "streams",
            arguments: [
                "--filter", "^VitalsServerTests\\.LiveLoadTests/", "--filter", "^VitalsServerTests\\.LiveFiguresTests/",
                "--no-parallel",
            ]),
        TestPhase(
            name: "disks",
            arguments: [
                "--filter", "^VitalsTests\\.DiskFaultTests/", "--filter", "^VitalsServerTests\\.ServerDiskFaultTests/",
            ]),
        TestPhase(name: "walk", arguments: ["--filter", "^CourseTests\\.CourseWalkTests/walk", "--no-parallel"]),
        TestPhase(
            name: "kills",
            arguments: [
                "--filter", "^CourseTests\\.KilledCheckTests/", "--filter", "^RunnerTests\\.ProgressTests/",
                "--no-parallel",
            ]),
    ]
}
