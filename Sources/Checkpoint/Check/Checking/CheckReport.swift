package import CheckpointCourse

/// The results of a check, both for a person and for `--json`.
package struct CheckReport: Hashable, Sendable, Codable {
    /// Number of the requested step.
    package let step: Int
    /// Number of the requested part of the step; nil for a check of the whole step.
    package var part: Int?
    /// Bodies of later parts that aren't begun, for which the course's code stood in.
    package var standIns: [String] = []
    /// Verdicts in the order of the steps and of their tests.
    package var verdicts: [Verdict] = []
    /// Bodies of the step that aren't written and that no test has reached yet, because it waits for another body.
    package var unreached: [String] = []
    /// Compiler errors in the learner's own files. If there are any, no test was run.
    package var errors: [CompilerDiagnostic] = []
    /// Errors where the official tests use declarations that the learner's code doesn't have.
    package var interfaceErrors: [CompilerDiagnostic] = []
    /// Declarations of the reference that the learner's code lacks, when there are such errors.
    package var missingDeclarations: [PublicInterface.Declaration] = []
    /// Files from the course that are gone, when the code doesn't compile.
    package var missingFiles: [String] = []
    /// The end of the build's output, when the build failed in another way.
    package var buildOutput: [String] = []
    /// Paths of edited copies of official files; the official files were used instead.
    package var editedCopies: [String] = []
    /// Ids of tests that pass and didn't when this code last compiled; empty at the first check of a step.
    package var newlyPassed: [String] = []
    /// Ids of tests that fail and passed when this code last compiled.
    package var newlyFailed: [String] = []
    /// True when the report is the last check's, because nothing has changed since.
    package var isUnchanged = false
    /// True when `--test` ran only some of the tests.
    package var isPartial = false
    /// True when the time limit for the whole check was reached before every test had run.
    package var isOutOfTime = false
    package var buildSeconds = 0.0
    package var testSeconds = 0.0
    /// Seconds during which a test of the step ran, by step number; concurrent tests count once.
    package var stepSeconds: [Int: Double] = [:]

    package init(step: Int) { self.step = step }

    package var didBuild: Bool { errors.isEmpty && interfaceErrors.isEmpty && buildOutput.isEmpty }

    /// True when the code was built, something ran, and everything that ran passed.
    package var passed: Bool { didBuild && !verdicts.isEmpty && verdicts.allSatisfy(\.passed) }

    package func passed(step number: Int) -> Bool {
        let own = verdicts.filter { $0.step == number }
        return didBuild && !own.isEmpty && own.allSatisfy(\.passed)
    }

    /// Notes which tests changed since the code last compiled.
    ///
    /// - Parameter before: ids of the tests that passed then.
    mutating func compare(withPassed before: Set<String>) {
        newlyPassed = verdicts.filter { $0.passed && !before.contains($0.id) }.map(\.id)
        newlyFailed = failures.map(\.id).filter(before.contains)
    }

    /// The results for a part of a step.
    package struct PartResult: Hashable, Sendable, Encodable {
        package let part: Int
        package let title: String
        package let passedCount: Int
        package let tests: Int

        package var passed: Bool { tests > 0 && passedCount == tests }
    }

    /// Returns the results for those parts of a step that this check judged whole; empty if the code didn't build.
    package func results(forPartsOf step: Step) -> [PartResult] {
        guard didBuild, !isPartial, step.number == self.step else { return [] }
        let judged = step.ownParts.filter { part == nil || $0.number == part }
        return judged.map { part in
            let ids = Set(step.tests(of: part).map(\.id))
            return PartResult(
                part: part.number, title: part.title, passedCount: verdicts.count { $0.passed && ids.contains($0.id) },
                tests: ids.count)
        }
    }

    package var failures: [Verdict] { verdicts.filter { !$0.passed } }

    /// Counts wrong results of a step as not written. It is for code in which nothing has been written yet, so nothing
    /// can be wrong.
    ///
    /// - Parameter regions: the bodies that this is true of; nil for all bodies of the step.
    mutating func countAsUnwritten(step number: Int, regions: Set<String>? = nil) {
        for index in verdicts.indices where verdicts[index].step == number && verdicts[index].outcome == .wrong {
            if let regions, verdicts[index].region.map(regions.contains) != true { continue }
            verdicts[index].outcome = .notWritten
            verdicts[index].mistake = nil
            verdicts[index].clause = nil
        }
    }
}
