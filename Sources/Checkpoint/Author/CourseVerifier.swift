package import CheckpointCheck
package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// Verifies the course. For every step, the starter must fail tests of that step and of no earlier step, the solution
/// must pass, and every wrong answer must be refused with the message that its author expects.
///
/// It doesn't build all chapters together: the repository is that course, and `vitals-course test` runs all steps' tests on
/// it. The linter makes sure that the repository has no other lines.
package struct CourseVerifier: Sendable {
    package let checker: Checker
    /// Numbers of the steps to verify; the linter always covers the whole course.
    package var steps: [Int]
    /// Leaves out the wrong answers, which are most of the work.
    package var statesOnly = false
    /// Cache of earlier verdicts; nil to neither read nor keep any.
    package var verdicts: VerdictCache?
    /// Writes the current output of transcripts into the lessons instead of reporting them as stale.
    package var fixesTranscripts = false
    /// Called with each result, a line at a time.
    package var report: @Sendable (Line) -> Void
    /// Called with each step that was proved, and the seconds that it took.
    package var proved: @Sendable (Step, Double) -> Void = { _, _ in }

    package struct Line: Sendable, Codable {
        package let step: Int
        /// The checked subject: `starter`, `solution` or the path of a wrong answer, for example.
        package internal(set) var subject: String
        /// Diagnostics; empty when the subject passes.
        package let diagnostics: [String]
        /// The diagnostics of the first try, when the subject passed only on the second one; empty otherwise.
        package var firstTry: [String] = []
        /// Figures and lists that are no diagnostics, a line each.
        package var notes: [String] = []
        /// True for a wrong answer that was refused before, when nothing it depends on has changed since.
        package let isRemembered: Bool
        package let seconds: Double
    }

    package init(checker: Checker, steps: [Int], report: @escaping @Sendable (Line) -> Void) {
        self.checker = checker
        self.steps = steps
        self.report = report
    }

    private var projector: Projector { checker.projector }

    /// Runs the linter, which builds nothing.
    ///
    /// - Returns: true when there is no diagnostic.
    package func inspect() async throws -> Bool {
        let line = try await Line.timing(0, "inspection") {
            StepVerifier.Found(diagnostics: try CourseLinter(projector: projector).diagnostics())
        }
        report(line)
        guard line.diagnostics.isEmpty else { return false }
        try note("unmentioned files") { try UnmentionedFiles(projector: projector).report }
        let clauses = try UncitedClauses(course: projector.course)
        note("uncited clauses") { clauses.report }
        note("bodies without clauses") { clauses.unnumbered }
        return true
    }

    /// Reports a list that is no diagnostic.
    private func note(_ subject: String, _ find: () throws -> [String]) rethrows {
        let begin = ContinuousClock.now
        let notes = try find()
        report(
            Line(
                step: 0, subject: subject, diagnostics: [], notes: notes, isRemembered: false, seconds: begin.seconds))
    }

    /// Builds and judges the steps, those with different build folders concurrently.
    ///
    /// - Parameter waiting: called when another check has the build folder.
    /// - Returns: true when every subject passes.
    package func prove(
        in resources: Resources, waiting: @escaping @Sendable (String) -> Void
    ) async throws -> Bool {
        let written = steps.compactMap { projector.course.step($0) }.filter { !$0.isComing }
        var checker = checker
        // A single server is enough: each test creates its own databases on it.
        if checker.databaseURL == nil, written.contains(where: { $0.needs.contains("postgres") }) {
            checker.databaseURL = try await ThrowawayPostgres.start(in: resources).url
        }
        // Other proofs keep the machine busy, and no state of the course has a body that hangs.
        checker.limits.silenceSeconds = 20
        let groups = try Dictionary(grouping: written) { try checker.stages.stage(at: $0.number).folder }
        return try await withThrowingTaskGroup(of: Bool.self) { [checker] tasks in
            for steps in groups.values {
                tasks.addTask {
                    var isGreen = true
                    for step in steps {
                        isGreen = try await prove(step, by: checker, in: resources, waiting: waiting) && isGreen
                    }
                    return isGreen
                }
            }
            return try await tasks.reduce(true) { $0 && $1 }
        }
    }

    private func prove(
        _ step: Step, by checker: Checker, in resources: Resources, waiting: @escaping @Sendable (String) -> Void
    ) async throws -> Bool {
        var proof = StepVerifier(checker: checker, step: step, resources: resources)
        proof.fixesTranscripts = fixesTranscripts
        proof.verdicts = verdicts
        return try await checker.stages.stage(at: step.number).exclusively(waiting: waiting) { [proof] in
            try await passes(proof)
        }
    }

    private func passes(_ verifier: StepVerifier) async throws -> Bool {
        let answers = statesOnly ? [] : (try? WrongAnswer.all(of: verifier.step, root: projector.course.root)) ?? []
        var proof = StepVerification(verifier, report: report)
        let begin = ContinuousClock.now
        let isGreen = try await proof.prove(answers)
        proved(verifier.step, begin.seconds)
        if isGreen, !statesOnly { try ProofDates.note(verifier.step.id) }
        return isGreen
    }
}

extension CourseVerifier.Line {
    package init(step: Int, subject: String, isRemembered: Bool) {
        self.init(step: step, subject: subject, diagnostics: [], isRemembered: isRemembered, seconds: 0)
    }

    /// Like `timing`, with a second try when the first one has diagnostics. A subject that passes then is unstable, and
    /// the line says so. docs/decisions/0018-second-tries.md has the reason.
    static func tryingTwice(
        _ step: Int, _ subject: String, _ prove: () async throws -> StepVerifier.Found
    ) async throws -> CourseVerifier.Line {
        let first = try await timing(step, subject, prove)
        guard !first.diagnostics.isEmpty else { return first }
        var second = try await timing(step, subject, prove)
        if second.diagnostics.isEmpty { second.firstTry = first.diagnostics }
        return second
    }

    /// Runs `prove` and measures how long it takes. An error in the course becomes a diagnostic of the subject.
    static func timing(
        _ step: Int, _ subject: String, _ prove: () async throws -> StepVerifier.Found
    ) async throws -> CourseVerifier.Line {
        let begin = ContinuousClock.now
        let found: StepVerifier.Found
        do {
            found = try await prove()
        } catch let error as MarkerError {
            found = StepVerifier.Found(diagnostics: ["\(error)"])
        } catch let error as CourseError where error.code == .courseBroken || error.code == .timedOut {
            found = StepVerifier.Found(diagnostics: [error.report])
        }
        return CourseVerifier.Line(
            step: step, subject: subject, diagnostics: found.diagnostics, isRemembered: found.isRemembered,
            seconds: begin.seconds
        )
    }
}
