/// Tests that prove more the longer they run. They're short in a normal run; `vitals-course test --long` runs them at full
/// length, and docs/performance.md says when that was last done.
enum LongTests {
    /// The environment variables that tell the tests how much to do.
    static let environment: [String: String?] = [
        // An import of 500 MB instead of 60, and a server that is away for a minute.
        "VITALS_LARGE_TESTS": "1",
        // Phone histories to simulate, instead of 400.
        "VITALS_SIMULATION_RUNS": "4000",
        // Times that the runner is killed at a random moment, instead of 20.
        "VITALS_KILLS": "100",
        // Times that servers and phones are killed on each store, instead of 12.
        "VITALS_CRASH_ROUNDS": "100",
    ]

    static let phases = [
        TestPhase(name: "import", arguments: ["--filter", "^ProgramTests\\.ImportTests/"]),
        TestPhase(name: "histories", arguments: ["--filter", "^SimulationTests\\.SimulationTests/"]),
        TestPhase(name: "outages", arguments: ["--filter", "^BrowserTests\\.UnreliableServerTests/", "--no-parallel"]),
        TestPhase(name: "crashes", arguments: ["--filter", "^ProgramTests\\.CrashTests/"]),
        TestPhase(
            name: "kills",
            arguments: [
                "--filter", "^CourseTests\\.KilledCheckTests/", "--filter", "^CheckpointTests\\.ProgressTests/",
                "--no-parallel",
            ]),
    ]
}
