internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Runs a learner's tests of merge and convergence against the reference's engine and against its mutants.
///
/// The tests are linked once, with a `Vitals` that holds the reference and all mutants. A token tells it which one to be.
struct EngineJudge: Sendable {
    let judge: Judge
    let mutants: [NumberedMutant]
    let builder: MutantBuilder
    let key: MutantKey

    /// Builds what the tests are linked with.
    func modules() async throws -> [MutantBuilder.Module] {
        let vitals = try await builder.module("Vitals", sources: "Sources/Vitals", importing: [])
        let support = try await builder.module("StepSupport", sources: "Tests/StepSupport", importing: [vitals])
        return [vitals, support]
    }

    func mutationReport(_ resources: Resources) async throws -> MutationReport {
        let modules = try await modules()
        judge.progress("Building your tests against the reference")
        let program: String
        do {
            program = try await builder.program(
                judge.tests.module, flagsOf: judge.tests.module, files: testFiles(), importing: modules, product: nil)
        } catch let failure as CompilerFailure {
            return MutationReport(
                step: judge.step, reference: .doesNotCompile, details: failure.errors.map(withLearnersPaths),
                notJudged: mutants.map(\.mutant))
        }
        var command = Command(program, ["--testing-library", "swift-testing"])
        command.directory = judge.stage
        command.environment[Judge.mutantVariable] = judge.mutant.map(String.init)
        command.sandbox = judge.sandbox?.aroundTests(
            stage: judge.folder, package: judge.stage, products: nil,
            readable: [(program as NSString).deletingLastPathComponent], writable: [])
        // Ports of loopback stay taken after a run, so it would be a memory that tells a later run what an earlier one saw.
        command.sandbox?.hasNetwork = false
        let tests = TestProgram(
            command: command, limits: judge.limits, folder: try await resources.makeDirectory("vitals-judge"),
            resources: resources)
        var runs = TestRuns(step: judge.step, mutants: mutants.map(\.mutant), tests: tests, together: 2)
        runs.progress = judge.progress
        return try await runs.mutationReport { index, run in
            let token = key.token(index.map { mutants[$0].number } ?? 0)
            return try await run(TestEnvironment(environment: [MutantKey.variable: token]))
        }
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
