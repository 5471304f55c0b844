internal import Foundation

/// Judges the tests that a learner wrote: they must pass on the reference and fail on everything that is wrong.
///
/// It works on a package that has just been built, and on the modules and objects of that build. Whoever calls it holds
/// the lock of the scratch folder: the judge reads there, and writes to its own cache.
package struct Judge: Sendable {
    /// The steps that are judged, and the folder of each that holds what is wrong.
    package static let specimenFolders = [9: "engines", 13: "servers"]

    /// The environment variable that selects one of several mutants in a program; without it the program is what it would be
    /// without mutants. Numbers begin with 1.
    static let mutantVariable = "VITALS_MUTANT"

    /// The step whose tests are judged: 9 or 13.
    package let step: Int
    /// The folder of the package, with the learner's sources beside the official tests.
    package let stage: String
    /// Where SwiftPM built it.
    package let scratch: String
    /// The reference after the judged step.
    package let reference: SourceTree
    /// The judge's own folder; it can be thrown away.
    package var cache: String = CacheFolder.standard + "/judge"
    package var limits = Limits()
    /// What holds the learner's tests; nil for a learner's own machine.
    package var sandbox: Sandbox?
    /// Which of several mutants the learner's tests are, where they were compiled into one program.
    var mutant: Int?
    /// Told of each thing that takes more than a moment.
    package var progress: @Sendable (String) -> Void = { _ in }

    package init(step: Int, stage: String, scratch: String, reference: @escaping SourceTree) {
        self.step = step
        self.stage = stage
        self.scratch = scratch
        self.reference = reference
    }

    /// - Parameters:
    ///   - mutants: what is wrong; `Mutant.load(folder:)` reads a step's `engines` or `servers`.
    ///   - databaseURL: a Postgres on which databases may be made; step 13 needs one.
    /// - Throws: `CourseError` when the judge itself cannot work; whatever the tests do is in the mutationReport.
    package func mutationReport(of mutants: [Mutant], databaseURL: String? = nil) async throws -> MutationReport {
        let bench = try mutantBuilder()
        switch step {
        case 9:
            return try await Resources.using { resources in
                try await EngineJudge(judge: self, mutants: mutants, bench: bench).mutationReport(resources)
            }
        default:
            guard let databaseURL else {
                throw CourseError(.missingDependency, "Step \(step) needs a Postgres. " + PostgresBinaries.advice)
            }
            return try await ServerJudge(judge: self, mutants: mutants, bench: bench)
                .mutationReport(databaseURL: databaseURL)
        }
    }

    /// Builds what a mutationReport needs besides the tests, so that none has to wait for it.
    func prepare(_ mutants: [Mutant]) async throws {
        let bench = try mutantBuilder()
        switch step {
        case 9: _ = try await EngineJudge(judge: self, mutants: mutants, bench: bench).prepare()
        default: _ = try await ServerJudge(judge: self, mutants: mutants, bench: bench).prepare()
        }
    }

    /// Holds the package, the build and, most often, the judge's own folder.
    var folder: String { (stage as NSString).deletingLastPathComponent }

    private func mutantBuilder() throws -> MutantBuilder {
        let plan = try BuildPlan(stage: stage, scratch: scratch)
        return try MutantBuilder(plan: plan, folder: "\(cache)/step-\(step)", reference: reference, progress: progress)
    }
}
