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
    let mutants: [Mutant]
    let builder: MutantBuilder

    /// The program and the libraries that are built once: the reference's server and the mutants' libraries.
    struct Products {
        let program: String
        let dependencies: MutantBuilder.Library
        let vitals: MutantBuilder.Library
        let server: MutantBuilder.Library
        /// Folders of the mutants' libraries, in the order of `mutants`.
        let variants: [String]
    }

    func prepare() async throws -> Products {
        let product = Self.product
        let dependencies = try await builder.dependencies(of: product)
        let vitals = try await builder.library(
            "Vitals", sources: "Sources/Vitals", importing: [dependencies], product: product)
        let server = try await builder.library(
            "VitalsServer", sources: "Sources/VitalsServer", importing: [vitals, dependencies], product: product)
        judge.progress("Building the reference's server (once)")
        let program = try await builder.program(
            "vitals_server", flagsOf: product, files: builder.tree.below("Sources/vitals-server"),
            importing: [server, vitals, dependencies], product: product)
        var variants: [String] = []
        for (number, mutant) in mutants.enumerated() {
            variants.append(
                try await builder.variant(
                    mutant, of: server, sources: "Sources/VitalsServer", importing: [vitals, dependencies],
                    product: product, note: "Building wrong server \(number + 1) of \(mutants.count) (once)"))
        }
        return Products(
            program: program, dependencies: dependencies, vitals: vitals, server: server, variants: variants)
    }

    /// - Parameter databaseURL: a Postgres server on which databases may be created.
    func mutationReport(databaseURL: String) async throws -> MutationReport {
        let products = try await prepare()
        let (program, server, variants) = (products.program, products.server, products.variants)
        let rest = [products.vitals, products.dependencies].map(\.folder)
        return try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-judge")
            let tests = TestProgram(command: testCommand(), limits: judge.limits, folder: folder, resources: resources)
            var runs = TestRuns(step: judge.step, mutants: mutants, tests: tests, together: 2)
            runs.progress = judge.progress
            return try await runs.mutationReport { number, run in
                let libraries = [number.map { variants[$0] } ?? server.folder] + rest
                return try await serve(program, libraries, databaseURL) { try await run($0) }
            }
        }
    }

    /// Runs `body` while a server is up whose database is empty except for its users.
    private func serve(
        _ program: String, _ libraries: [String], _ databaseURL: String,
        _ body: @Sendable (TestEnvironment) async throws -> MutantRun
    ) async throws -> MutantRun {
        let environment = [SharedLibrary.searchPathVariable: libraries.joined(separator: ":")]
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
