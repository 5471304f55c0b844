internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Build and run every test, on SQLite and on a real Postgres; the last line counts them.")

    @Option(help: "Run only the tests whose id matches this regular expression.")
    var filter: String?

    @Flag(inversion: .prefixedNo, help: "Start a throw-away Postgres, unless VITALS_TEST_DATABASE_URL names one.")
    var postgres = true

    func run() async throws {
        var tests = TestRun(root: try Repository.root())
        tests.filter = filter
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
