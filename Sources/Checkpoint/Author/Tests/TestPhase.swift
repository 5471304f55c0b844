/// A group of tests that runs in one process, before, after or at the same time as other phases.
package struct TestPhase: Hashable, Sendable {
    /// The phase's name, such as `CourseTests`.
    package let name: String
    /// Arguments for Swift Testing: which tests to run, and whether to run them one at a time.
    package let arguments: [String]

    /// Returns the phases in queues. Queues run in parallel; the phases of a queue run one after another.
    ///
    /// If two cores are full of simulated phones, a test that waits for a lock or for a process's output starves. So
    /// tests that keep both cores busy, tests that watch real processes and tests on the main actor each get their own
    /// phase. Some phases run their tests one at a time: a browser uses both cores, tests that build share one folder,
    /// and tests that start the runner wait for it. Tests that grade begin a queue, because a learner's build
    /// leaves some capacity unused, and so do tests that mostly wait for the runner. `CourseTests` come late, because they wait
    /// for build folders that grading uses. No queue is much longer than another: where only one is left, a processor is idle.
    ///
    /// - Parameter filter: a regular expression for test ids; the matching tests run in one phase, one at a time if it has
    ///   the name of a module whose tests do. Nil for all tests.
    static func queues(filter: String?) -> [[TestPhase]] {
        let oneByOne = ["BrowserTests", "GradingTests", "RunnerTests", "CourseTests"]
        func order(_ name: String) -> [String] { oneByOne.contains { name.contains($0) } ? ["--no-parallel"] : [] }
        if let filter { return [[TestPhase(name: filter, arguments: ["--filter", filter] + order(filter))]] }
        let course = "(StepTests|ConvergenceTests|IntegrationTests)"
        let first = [course, "SimulationTests", "VitalsViewModelsTests", "ProgramTests", "CourseTests"]
        let others = [["GradingTests"], ["RunnerTests", "BrowserTests"]]
        func phase(_ module: String) -> TestPhase {
            TestPhase(
                name: module == course ? "StepTests" : module,
                arguments: ["--filter", "^\(module)\\."] + order(module))
        }
        let named = first + others.joined()
        let rest = TestPhase(name: "the other tests", arguments: named.flatMap { ["--skip", "^\($0)\\."] })
        return [[rest] + first.map(phase)] + others.map { $0.map(phase) }
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
