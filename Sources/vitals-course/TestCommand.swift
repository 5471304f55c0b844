internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Build and run every test, on SQLite and on a real Postgres; the last line counts them.",
        discussion: "Builds with HTTPS (--traits TLS), so that its tests are among them.")

    @Option(help: "Run only the tests whose id matches this regular expression.")
    var filter: String?

    @Flag(inversion: .prefixedNo, help: "Start a throw-away Postgres, unless VITALS_TEST_DATABASE_URL names one.")
    var postgres = true

    @Flag(help: "Build all that the tests need, and run none.")
    var build = false

    @Flag(help: .init("Everything has just been built.", visibility: .hidden))
    var built = false

    func run() async throws {
        let root = try Repository.root()
        if build {
            return try await interruptibly { try await PackageBuild(root: root).tests() }
        }
        var tests = TestRun(root: root)
        tests.filter = filter
        tests.builds = !built
        tests.usesPostgres = postgres
        tests.databaseURL = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"]
        let finished = tests
        try await interruptibly {
            let tally = try await finished.run()
            Output.standard(tally.summary + "\n")
            guard tally.isGreen else { throw ExitCode.failure }
        }
    }
}
