internal import ArgumentParser
internal import CheckpointAuthor
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Build and run every test, on SQLite and on a real Postgres; the last line counts them.",
        discussion: """
            Before that line it lists what failed, with the messages, and how long each part took. Without --filter, a few failing tests run once more, alone; those that then pass are counted as unstable, with what they said first. HTTPS is built in (--traits TLS), so that its tests are among them.
            Examples: vitals-course test, vitals-course test --filter TestTallyTests, vitals-course test --long
            """)

    @Option(help: "Run only the tests whose id matches this regular expression.")
    var filter: String?

    @Flag(inversion: .prefixedNo, help: "Start a throw-away Postgres, unless VITALS_TEST_DATABASE_URL names one.")
    var postgres = true

    @Flag(help: "Build everything that the tests need, but run none.")
    var build = false

    @Flag(help: "Run only the long tests, at full length: an import of 500 MB, 4,000 histories, a hundred kills.")
    var long = false

    @OptionGroup var options: CommonOptions

    @Flag(help: .init("Everything has just been built.", visibility: .hidden))
    var built = false

    func validate() throws {
        if long, filter != nil { throw ValidationError("--long chooses the tests itself. Leave out --filter.") }
    }

    func run() async throws {
        let root = try Repository.root()
        if !build, Workspace.find(from: FileManager.default.currentDirectoryPath) != nil {
            Output.error(
                "vitals-course: These are the tests of the clone, \(root), and not of your code. Ctrl-C ends them. "
                    + "Your code: vitals-course check")
        }
        if build {
            try await interruptibly { try await PackageBuild(root: root).tests() }
            return options.json ? try Output.json(["built": true]) : ()
        }
        var tests = TestRun(root: root)
        tests.filter = filter
        tests.isLong = long
        tests.builds = !built
        tests.usesPostgres = postgres
        tests.databaseURL = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"]
        tests.isQuiet = options.json
        let (finished, options) = (tests, options)
        try await interruptibly {
            let outcome = try await finished.run()
            if options.json {
                try Output.json(TestReport(outcome))
                guard outcome.tally.isGreen else { throw ExitCode.failure }
                return
            }
            Output.standard("\n" + outcome.failures + outcome.table + outcome.tally.summary + "\n")
            guard outcome.tally.isGreen else { throw ExitCode.failure }
        }
    }
}

/// A test run's report for programs.
private struct TestReport: Encodable {
    struct Part: Encodable {
        let name: String
        let passed: Int
        let failed: Int
        let seconds: Double
    }

    struct Failure: Encodable {
        let test: String
        let said: [String]
    }

    let holds: Bool
    let passed: Int
    let failed: Int
    let skipped: Int
    let buildSeconds: Double
    let parts: [Part]
    let failures: [Failure]
    let unstable: [Failure]

    init(_ outcome: TestRun.Outcome) {
        let tally = outcome.tally
        (holds, passed, failed, skipped) = (tally.isGreen, tally.passed, tally.failed, tally.skipped)
        buildSeconds = outcome.buildSeconds
        parts = outcome.parts.map {
            Part(name: $0.phase.name, passed: $0.tally.passed, failed: $0.tally.failed, seconds: $0.seconds)
        }
        failures = tally.failures.map { Failure(test: $0.test, said: $0.messages) }
        unstable = tally.unstable.map { Failure(test: $0.test, said: $0.messages) }
    }
}

extension TestRun.Outcome {
    /// The unstable and the failed tests, each with its messages indented below it.
    fileprivate var failures: String { text("unstable", tally.unstable) + text("failed", tally.failures) }

    private func text(_ verdict: String, _ failures: [TestFailure]) -> String {
        failures.map { failure in
            let lines = failure.messages.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            return "\(verdict): \(failure.test)\n" + lines.map { "    \($0)\n" }.joined() + "\n"
        }.joined()
    }

    /// The time that the build and each phase took, the longest last.
    fileprivate var table: String {
        let rows =
            (buildSeconds < 0.1 ? [] : [("build", "", buildSeconds)])
            + parts.sorted { $0.seconds < $1.seconds }.map { ($0.phase.name, $0.tally.summary, $0.seconds) }
        return rows.map { name, summary, seconds in
            String(format: "%7.1f s  ", seconds)
                + name.padding(toLength: max(24, name.count + 2), withPad: " ", startingAt: 0) + summary + "\n"
        }.joined()
    }
}
