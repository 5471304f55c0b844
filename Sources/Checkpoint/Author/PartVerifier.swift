internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem

/// Verifies that the check of each part of a step is red as long as the part isn't written.
///
/// The other half, that it's green once the part and those before it are written, needs no build: the check puts the
/// course's code in place of later bodies, and `PartLinter` proves that the result is the solution.
///
/// The starters of the parts are in the step's shared build (`SharedBuild`). One that can't be part of it is built alone.
struct PartVerifier: Sendable {
    let proof: StepVerifier

    private var checker: Checker { proof.checker }
    private var projector: Projector { checker.projector }
    private var step: Step { proof.step }

    /// The parts to verify. One that is about a front end begins with the starter of that front end, which is verified as
    /// the step's.
    var parts: [StepPart] { step.parts.filter { $0.frontend == nil } }

    /// The name of the subject in the verifier's report.
    var subject: String { "starters of \(parts.count) parts" }

    /// The parts as they begin, in the form of wrong answers.
    func starters() throws -> [WrongAnswer] { try parts.map(starter) }

    /// Verifies the parts whose starters the shared build has, and builds each of the others alone.
    func diagnostics() async throws -> [String] {
        var rest = parts
        var diagnostics: [String] = []
        if let shared = proof.shared { try shared.stage(proof.request(try projector.tree(after: step.number))) }
        for mutant in proof.shared?.schema.mutants ?? [] {
            guard let part = parts.first(where: { name($0) == mutant.answer.path }) else { continue }
            var request = proof.request(proof.shared?.tree ?? [:])
            (request.part, request.mutant) = (part, mutant.number)
            diagnostics += self.diagnostics(of: try await checker.checkBuilt(request, in: proof.resources), part)
            rest.removeAll { $0 == part }
        }
        for part in rest {
            var request = proof.request(try projector.tree(in: state(of: part)))
            request.part = part
            diagnostics += self.diagnostics(of: try await checker.check(request, in: proof.resources), part)
        }
        return diagnostics
    }

    private func name(_ part: StepPart) -> String { "part \(step.name(of: part))" }

    private func diagnostics(of report: CheckReport, _ part: StepPart) -> [String] {
        guard report.didBuild else { return report.buildDiagnostics.map { "\(name(part)): \($0)" } }
        if report.passed { return ["\(name(part)) passes although it isn't written"] }
        return report.failures.filter { $0.outcome == .didNotRun || $0.outcome == .skipped }
            .map { "\(name(part)): \($0.id): \($0.summary)" }
    }

    /// The solution, with this part as it begins.
    private func state(of part: StepPart) throws -> ProjectionState {
        try starter(part).parts.reduce(projector.course.state(after: step.number)) { state, body in
            guard case .body(let lines) = body.content else { return state }
            return state.replacing(body.region, with: lines)
        }
    }

    private func starter(_ part: StepPart) throws -> WrongAnswer {
        let files = try projector.markedFiles()
        let begin = projector.course.starterState(of: step.number)
        let bodies = part.regions.compactMap { region in
            files.lazy.compactMap { $0.lines(of: region, in: begin) }.first.map {
                WrongAnswer.Part(region: region, content: .body($0))
            }
        }
        return WrongAnswer(path: name(part), parts: bodies)
    }
}
