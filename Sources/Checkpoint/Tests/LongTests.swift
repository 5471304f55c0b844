/// Tests that prove more the longer they run. In every run they are short; `vitals-course test --long` takes its time, and
/// docs/performance.md says when it last did.
enum LongTests {
    /// What the tests read to know how much to do.
    static let environment: [String: String?] = [
        // An import of 500 MB instead of 60, and a server that is away for a minute.
        "VITALS_LARGE_TESTS": "1",
        // Histories of phones, instead of 400.
        "VITALS_SIMULATION_RUNS": "20000",
        // Of the runner, at any moment, instead of 20.
        "VITALS_KILLS": "200",
        // Of servers and phones, instead of 12, on each store.
        "VITALS_CRASH_ROUNDS": "500",
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
