package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// Judges a learner's tests: they must pass on the reference and fail on every mutant.
///
/// It works on a package that has just been built, and on the modules and objects of that build. The caller holds the
/// lock of the scratch folder: the judge reads there, and writes to its own cache.
package struct Judge: Sendable {
    /// The environment variable that selects one of several mutants in a program; numbers begin with 1. Without the
    /// variable, the program behaves as if it had no mutants.
    package static let mutantVariable = "VITALS_MUTANT"

    package let tests: JudgedTests
    /// Number of the step whose tests are judged.
    package let step: Int
    /// The folder of the package, with the learner's sources beside the official tests.
    package let stage: String
    /// SwiftPM's build folder.
    package let scratch: String
    /// The reference after the judged step, with the mutants in it: the sources, and how to select a mutant.
    package let reference: @Sendable (MutantSelection) throws -> [String: TreeFile]
    /// Module maps and headers of all steps, as the course has them. The learner's aren't used: the reference must build,
    /// whatever is in them.
    package var moduleMaps: [String: TreeFile] = [:]
    /// The judge's own folder; it can be deleted at any time.
    package var cache: String = CacheFolder.standard + "/judge"
    package var limits = Limits()
    /// Sandbox for the learner's tests; nil on a learner's own machine.
    package var sandbox: Sandbox?
    /// Number of the selected mutant, for learner's tests that are mutants compiled into a single program.
    package var mutant: Int?
    /// Called with each task that takes more than a moment.
    package var progress: @Sendable (String) -> Void = { _ in }

    package init(
        tests: JudgedTests, step: Int, stage: String, scratch: String,
        reference: @escaping @Sendable (MutantSelection) throws -> [String: TreeFile]
    ) {
        self.tests = tests
        self.step = step
        self.stage = stage
        self.scratch = scratch
        self.reference = reference
    }

    /// - Parameters:
    ///   - mutants: the mutants to run on, each with its number in the reference.
    ///   - databaseURL: a Postgres server on which databases may be created; servers need it.
    /// - Throws: `CourseError` when the judge itself can't work. The results of the tests are in the report.
    package func mutationReport(of mutants: [NumberedMutant], databaseURL: String? = nil) async throws -> MutationReport
    {
        let (builder, key) = try mutantBuilder()
        switch tests.mutants {
        case .engines:
            return try await Resources.using { resources in
                try await EngineJudge(judge: self, mutants: mutants, builder: builder, key: key)
                    .mutationReport(resources)
            }
        case .servers:
            guard let databaseURL else {
                throw CourseError(.missingDependency, "Step \(step) needs a Postgres. " + PostgresBinaries.advice)
            }
            return try await ServerJudge(judge: self, mutants: mutants, builder: builder, key: key)
                .mutationReport(databaseURL: databaseURL)
        }
    }

    /// Builds everything that a report needs except the tests, so that no learner has to wait for it.
    package func prepare() async throws {
        let (builder, key) = try mutantBuilder()
        switch tests.mutants {
        case .engines: _ = try await EngineJudge(judge: self, mutants: [], builder: builder, key: key).modules()
        case .servers: _ = try await ServerJudge(judge: self, mutants: [], builder: builder, key: key).program()
        }
    }

    /// The folder that holds the package, the build and usually the judge's own folder.
    package var folder: String { (stage as NSString).deletingLastPathComponent }

    private func mutantBuilder() throws -> (MutantBuilder, MutantKey) {
        let plan = try BuildPlan(stage: stage, scratch: scratch)
        let folder = "\(cache)/step-\(step)"
        let key = try MutantKey.kept(in: folder)
        let builder = try MutantBuilder(
            plan: plan, folder: folder, tree: try reference(.token(key)), later: moduleMaps, progress: progress)
        return (builder, key)
    }
}
