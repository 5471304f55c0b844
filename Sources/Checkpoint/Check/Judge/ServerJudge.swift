internal import CheckpointCourse
internal import CheckpointDemo
internal import CheckpointSystem
internal import Foundation

/// Runs a learner's integration tests against the reference's server and against its mutants, each with a Postgres
/// database of its own.
///
/// The tests come from the bundle that was just built; an environment variable gives them the server's address.
struct ServerJudge: Sendable {
    static let product = "vitals-server"
    /// Tokens of 200 users who have no data on the server yet, enough for any test suite.
    static let tokens = (1...200).map { "the-token-of-person-\($0)" }

    let judge: Judge
    let mutants: [NumberedMutant]
    let builder: MutantBuilder
    let key: MutantKey

    /// Builds the server that holds the reference and all mutants.
    func program() async throws -> String {
        let vitals = try await builder.module("Vitals", sources: "Sources/Vitals", importing: [])
        let server = try await builder.module("VitalsServer", sources: "Sources/VitalsServer", importing: [vitals])
        let output = try await builder.module("ProgramOutput", sources: "Sources/ProgramOutput", importing: [])
        judge.progress("Building the mutants: \(Self.product) (once)")
        return try await builder.program(
            "vitals_server", flagsOf: Self.product, files: builder.tree.below("Sources/\(Self.product)"),
            importing: [vitals, server, output], product: Self.product)
    }

    /// - Parameter databaseURL: a Postgres server on which databases may be created.
    func mutationReport(databaseURL: String) async throws -> MutationReport {
        let program = try await program()
        return try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-judge")
            let tests = TestProgram(command: testCommand(), limits: judge.limits, folder: folder, resources: resources)
            var runs = TestRuns(step: judge.step, mutants: mutants.map(\.mutant), tests: tests, together: 2)
            runs.progress = judge.progress
            return try await runs.mutationReport { index, run in
                try await serve(program, index.map { mutants[$0].number } ?? 0, databaseURL) { try await run($0) }
            }
        }
    }

    /// Runs `body` while a server is up whose database is empty except for its users.
    ///
    /// - Parameter number: the number of the mutant that it is; 0 for the reference.
    private func serve(
        _ program: String, _ number: Int, _ databaseURL: String,
        _ body: @Sendable (TestEnvironment) async throws -> MutantRun
    ) async throws -> MutantRun {
        let environment = [MutantKey.variable: key.token(number)]
        return try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-server")
            let database = try await ScratchDatabase.make(besides: databaseURL, in: resources)
            var migration = Command(program, ["migrate", "--schema", builder.schema])
            migration.environment = environment.merging(["DATABASE_URL": database.url]) { _, new in new }
            let result = try await migration.capture()
            guard result.succeeded else {
                let lines = (result.standardError + result.standardOutput).split(separator: "\n").suffix(5)
                throw CourseError(
                    .courseBroken, "The judge's server couldn't migrate its database.",
                    lastLines: lines.map(String.init))
            }
            let people = Self.tokens.map { "('\($0)')" }.joined(separator: ", ")
            try await database.execute("INSERT INTO users (token) VALUES \(people)")
            let server = try await DemoServer.start(
                executable: program, databaseURL: database.url, directory: folder, environment: environment,
                in: resources)
            return try await body(
                TestEnvironment(environment: [
                    "VITALS_SERVER_URL": server.url, "VITALS_SERVER_TOKENS": Self.tokens.joined(separator: ","),
                ]))
        }
    }

    private func testCommand() -> Command {
        let filter = ["--filter", "^\(judge.tests.module)\\."]
        #if os(macOS)
        // On macOS a test bundle isn't a program, so `swift test` runs it.
        var command = Command(
            "swift",
            ["test", "--package-path", judge.stage, "--scratch-path", judge.scratch, "--skip-build"] + filter)
        #else
        var command = Command(
            judge.scratch + "/debug/vitalsPackageTests.xctest", ["--testing-library", "swift-testing"] + filter)
        #endif
        command.directory = judge.stage
        command.environment[Judge.mutantVariable] = judge.mutant.map(String.init)
        command.sandbox = judge.sandbox?.aroundTests(
            stage: judge.folder, package: judge.stage, products: judge.scratch + "/debug", readable: [], writable: [])
        return command
    }
}
