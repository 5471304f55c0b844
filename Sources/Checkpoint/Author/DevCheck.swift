internal import Foundation

/// The proof that the course holds: for every step the starter fails and only there, the solution passes, and every wrong
/// answer is refused with the words that its author needs.
package struct DevCheck: Sendable {
    package let checker: Checker
    /// Steps to prove; the inspection is always of the whole course.
    package var steps: [Int]
    /// Leaves the wrong answers out, which are most of the work.
    package var statesOnly = false
    /// What was proved before, and where it is kept; nil for neither.
    package var verdicts: VerdictCache?
    /// Writes into lessons what their transcripts print today, in place of calling them stale.
    package var fixesTranscripts = false
    /// Told each result, a line at a time.
    package var report: @Sendable (Line) -> Void

    package struct Line: Sendable, Codable {
        package let step: Int
        /// Such as `starter`, `solution` or the path of a wrong answer.
        package internal(set) var subject: String
        /// Empty when it holds.
        package let diagnostics: [String]
        /// A wrong answer that was refused before, and of which nothing has changed since.
        package let isRemembered: Bool
        package let seconds: Double
    }

    package init(checker: Checker, steps: [Int], report: @escaping @Sendable (Line) -> Void) {
        self.checker = checker
        self.steps = steps
        self.report = report
    }

    private var projector: Projector { checker.projector }

    /// What can be said without building anything.
    ///
    /// - Returns: true when there is no diagnostic.
    package func inspect() async throws -> Bool {
        try await line(0, "inspection") {
            StepVerifier.Found(diagnostics: try CourseLinter(projector: projector).diagnostics())
        }
    }

    /// Builds and judges the steps; those that build in different folders side by side.
    ///
    /// - Parameter waiting: told when another check has the build folder.
    /// - Returns: true when everything holds.
    package func prove(
        in resources: Resources, waiting: @escaping @Sendable (String) -> Void
    ) async throws -> Bool {
        let written = steps.compactMap { projector.course.step($0) }.filter { !$0.isComing }
        var checker = checker
        // One server for everything: each test has databases of its own on it.
        if checker.databaseURL == nil, written.contains(where: { $0.needs.contains("postgres") }) {
            checker.databaseURL = try await ThrowawayPostgres.start(in: resources).url
        }
        let groups = try Dictionary(grouping: written) { try checker.stages.firstStep(withPackagesOf: $0.number) }
        return try await withThrowingTaskGroup(of: Bool.self) { [checker] tasks in
            for steps in groups.values {
                tasks.addTask {
                    var isGreen = true
                    for step in steps {
                        var proof = StepVerifier(checker: checker, step: step, resources: resources)
                        proof.fixesTranscripts = fixesTranscripts
                        proof.verdicts = verdicts
                        let holds = try await checker.stages.stage(at: step.number).exclusively(waiting: waiting) {
                            [proof] in
                            try await self.holds(proof)
                        }
                        isGreen = isGreen && holds
                    }
                    return isGreen
                }
            }
            var isGreen = true
            for try await holds in tasks { isGreen = isGreen && holds }
            return isGreen
        }
    }

    private func holds(_ proof: StepVerifier) async throws -> Bool {
        var isGreen = true
        for (subject, prove) in proof.states {
            let holds = try await line(proof.step.number, subject, prove)
            isGreen = isGreen && holds
        }
        guard !statesOnly else { return isGreen }
        let answers = (try? WrongAnswer.all(of: proof.step, root: projector.course.root)) ?? []
        let refused = try await WrongAnswerVerifier(proof, report: report).prove(answers)
        return isGreen && refused
    }

    private func line(
        _ step: Int, _ subject: String, _ prove: () async throws -> StepVerifier.Found
    ) async throws -> Bool {
        let line = try await Line.timing(step, subject, prove)
        report(line)
        return line.diagnostics.isEmpty
    }
}

extension DevCheck.Line {
    init(step: Int, subject: String, isRemembered: Bool) {
        self.init(step: step, subject: subject, diagnostics: [], isRemembered: isRemembered, seconds: 0)
    }

    /// What a proof finds out and how long it takes. That the course is broken is a diagnostic of the subject.
    static func timing(
        _ step: Int, _ subject: String, _ prove: () async throws -> StepVerifier.Found
    ) async throws -> DevCheck.Line {
        let begin = ContinuousClock.now
        let found: StepVerifier.Found
        do {
            found = try await prove()
        } catch let error as MarkerError {
            found = StepVerifier.Found(diagnostics: ["\(error)"])
        } catch let error as CourseError where error.code == .courseBroken || error.code == .timedOut {
            found = StepVerifier.Found(diagnostics: [error.report])
        }
        return DevCheck.Line(
            step: step, subject: subject, diagnostics: found.diagnostics, isRemembered: found.isRemembered,
            seconds: begin.seconds
        )
    }
}
