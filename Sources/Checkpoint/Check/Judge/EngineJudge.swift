internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Runs a learner's tests of merge and convergence against the reference's engine and against its mutants.
///
/// The tests are compiled once, against the reference's `Vitals`. At run time a mutant's library replaces it.
struct EngineJudge: Sendable {
    let judge: Judge
    let mutants: [Mutant]
    let builder: MutantBuilder

    /// The libraries that are built once: the reference's and the mutants'.
    struct Products {
        let dependencies: MutantBuilder.Library
        let vitals: MutantBuilder.Library
        let support: MutantBuilder.Library
        /// Folders of the mutants' libraries, in the order of `mutants`.
        let engines: [String]
    }

    func prepare() async throws -> Products {
        let dependencies = try await builder.dependencies(of: nil)
        let vitals = try await builder.library(
            "Vitals", sources: "Sources/Vitals", importing: [dependencies], product: nil)
        let support = try await builder.library(
            "StepSupport", sources: "Tests/StepSupport", importing: [vitals, dependencies], product: nil)
        var engines: [String] = []
        for (number, mutant) in mutants.enumerated() {
            engines.append(
                try await builder.variant(
                    mutant, of: vitals, sources: "Sources/Vitals", importing: [dependencies], product: nil,
                    note: "Building wrong engine \(number + 1) of \(mutants.count) (once)"))
        }
        return Products(dependencies: dependencies, vitals: vitals, support: support, engines: engines)
    }

    func mutationReport(_ resources: Resources) async throws -> MutationReport {
        let products = try await prepare()
        let (dependencies, vitals) = (products.dependencies, products.vitals)
        let (support, engines) = (products.support, products.engines)
        judge.progress("Building your tests against the reference")
        let program: String
        do {
            program = try await builder.program(
                judge.tests.module, flagsOf: judge.tests.module, files: testFiles(),
                importing: [vitals, support, dependencies],
                product: nil)
        } catch let failure as CompilerFailure {
            return MutationReport(
                step: judge.step, reference: .doesNotCompile, details: failure.errors.map(withLearnersPaths),
                notJudged: mutants)
        }
        var command = Command(program, ["--testing-library", "swift-testing"])
        command.directory = judge.stage
        command.environment[Judge.mutantVariable] = judge.mutant.map(String.init)
        let rest = [support, dependencies].map(\.folder)
        command.sandbox = judge.sandbox?.aroundTests(
            stage: judge.folder, package: judge.stage, products: nil,
            readable: rest + [(program as NSString).deletingLastPathComponent], writable: [])
        // Ports of loopback stay taken after a run, so it would be a memory that tells a later run what an earlier one saw.
        command.sandbox?.hasNetwork = false
        let tests = TestProgram(
            command: command, limits: judge.limits, folder: try await resources.makeDirectory("vitals-judge"),
            resources: resources)
        var runs = TestRuns(step: judge.step, mutants: mutants, tests: tests, together: 2)
        runs.progress = judge.progress
        return try await runs.mutationReport { number, run in
            try await Self.standIn(number.map { engines[$0] } ?? vitals.folder, in: tests.folder) { engine in
                try await run(
                    TestEnvironment(
                        environment: [SharedLibrary.searchPathVariable: ([engine] + rest).joined(separator: ":")],
                        readable: [engine]))
            }
        }
    }

    /// Copies an engine to a folder whose name reveals nothing, for as long as `body` runs.
    private static func standIn(
        _ engine: String, in folder: String, _ body: (String) async throws -> MutantRun
    ) async throws -> MutantRun {
        let manager = FileManager.default
        let place = folder + "/" + UUID().uuidString
        defer { try? manager.removeItem(atPath: place) }
        try manager.createDirectory(atPath: place, withIntermediateDirectories: true)
        let library = SharedLibrary.file("Vitals")
        try manager.copyItem(atPath: engine + "/" + library, toPath: place + "/" + library)
        try pad(place + "/" + library)
        // The date on which it was built would give the mutant away.
        try manager.setAttributes([.modificationDate: Date()], ofItemAtPath: place + "/" + library)
        return try await body(place)
    }

    /// Appends random bytes to a library, which no loader reads, so that neither its size nor a sum of the file is known
    /// beforehand.
    static func pad(_ path: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: Data((0..<Int.random(in: 64...65_536)).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// Returns the learner's files as they were staged, and the few lines that run them.
    private func testFiles() -> [String: TreeFile] {
        let place = "Tests/" + judge.tests.module
        var files: [String: TreeFile] = [:]
        for path in SourceFiles.list(judge.stage, place) where path.pathEnds(with: ".swift") {
            guard let data = FileManager.default.contents(atPath: judge.stage + "/" + path) else { continue }
            files[String(path.dropFirst(place.count + 1))] = TreeFile(data)
        }
        files["RunnerOfTheCourse.swift"] = TreeFile(Self.runner)
        return files
    }

    /// Returns the line with the learner's own paths.
    private func withLearnersPaths(_ line: String) -> String {
        line.replacing("\(builder.folder)/modules/\(judge.tests.module)/sources/", with: "Tests/\(judge.tests.module)/")
    }

    /// The runner that SwiftPM generates for a test bundle, without the part for XCTest.
    private static let runner = """
        import Testing

        @main
        struct RunnerOfTheCourse {
            static func main() async { await Testing.__swiftPMEntryPoint() as Never }
        }

        """
}
