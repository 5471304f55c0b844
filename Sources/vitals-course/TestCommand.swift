internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Build and run every test, on SQLite and on a real Postgres; the last line counts them.",
        discussion: """
            Before that line stand what failed, with what it said, and what each part took. HTTPS is built in (--traits TLS), so that its tests are among them.
            Examples: vitals-course test, vitals-course test --filter TestTallyTests, vitals-course test --long
            """)

    @Option(help: "Run only the tests whose id matches this regular expression.")
    var filter: String?

    @Flag(inversion: .prefixedNo, help: "Start a throw-away Postgres, unless VITALS_TEST_DATABASE_URL names one.")
    var postgres = true

    @Flag(help: "Build all that the tests need, and run none.")
    var build = false

    @Flag(help: "Only what takes long, at full length: an import of 500 MB, 20 000 histories, hundreds of kills.")
    var long = false

    @Flag(help: .init("Everything has just been built.", visibility: .hidden))
    var built = false

    func validate() throws {
        if long, filter != nil { throw ValidationError("--long chooses the tests itself; leave out --filter.") }
    }

    func run() async throws {
        let root = try Repository.root()
        if build {
            return try await interruptibly { try await PackageBuild(root: root).tests() }
        }
        var tests = TestRun(root: root)
        tests.filter = filter
        tests.isLong = long
        tests.builds = !built
        tests.usesPostgres = postgres
        tests.databaseURL = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"]
        let finished = tests
        try await interruptibly {
            let outcome = try await finished.run()
            Output.standard("\n" + outcome.failures + outcome.table + outcome.tally.summary + "\n")
            guard outcome.tally.isGreen else { throw ExitCode.failure }
        }
    }
}

extension TestRun.Outcome {
    /// Each test that failed, with what it said indented below it.
    fileprivate var failures: String {
        tally.failures.map { failure in
            let lines = failure.said.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            return "failed: \(failure.test)\n" + lines.map { "    \($0)\n" }.joined() + "\n"
        }.joined()
    }

    /// What the build and each phase took, the longest last.
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
