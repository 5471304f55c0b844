/// What a check found, for a person and for `--json` alike.
package struct CheckReport: Hashable, Sendable, Codable {
    /// The step that was asked for.
    package let step: Int
    /// In the order of the steps and of their tests.
    package var verdicts: [Verdict] = []
    /// Bodies of the step that are not written and that no test has come to yet, because it waits for another one.
    package var unreached: [String] = []
    /// Errors of the compiler in the learner's own files; then nothing was run.
    package var errors: [CompilerDiagnostic] = []
    /// Errors where the official tests meet the learner's code: it does not offer what they use.
    package var interfaceErrors: [CompilerDiagnostic] = []
    /// With those: what the course's code offers and the learner's does not.
    package var missingDeclarations: [PublicInterface.Declaration] = []
    /// Where it does not compile: files that the course gave and that are gone.
    package var missingFiles: [String] = []
    /// The end of what the build printed where it failed in another way.
    package var buildOutput: [String] = []
    /// Copies of official files that differ from the official ones, which were used instead.
    package var editedCopies: [String] = []
    /// Answered from the last check, because nothing changed since.
    package var isUnchanged = false
    /// Answered by the proof of the course, which judged this very code on this machine.
    package var isProved = false
    /// Told apart from a check of everything: `--test` ran only some.
    package var isPartial = false
    /// The time for the whole check was over before every test had its turn.
    package var isOutOfTime = false
    package var buildSeconds = 0.0
    package var testSeconds = 0.0
    /// In which a test of the step ran, by number; what ran side by side counts once.
    package var stepSeconds: [Int: Double] = [:]

    package init(step: Int) { self.step = step }

    package var didBuild: Bool { errors.isEmpty && interfaceErrors.isEmpty && buildOutput.isEmpty }

    /// It was built, something ran, and everything that ran holds.
    package var passed: Bool { didBuild && !verdicts.isEmpty && verdicts.allSatisfy(\.passed) }

    package func passed(step number: Int) -> Bool {
        let own = verdicts.filter { $0.step == number }
        return didBuild && !own.isEmpty && own.allSatisfy(\.passed)
    }

    package var failures: [Verdict] { verdicts.filter { !$0.passed } }

    /// Where nothing has been written yet, nothing can be wrong: what a test misses is still to be written.
    mutating func countAsUnwritten(step number: Int) {
        for index in verdicts.indices where verdicts[index].step == number && verdicts[index].outcome == .wrong {
            verdicts[index].outcome = .notWritten
            verdicts[index].mistake = nil
        }
    }
}
