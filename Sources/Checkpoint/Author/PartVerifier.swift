internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem

/// Verifies that the check of each part of a step is red as long as the part isn't written.
///
/// The other half, that it's green once the part and those before it are written, needs no build: the check puts the
/// course's code in place of later bodies, and `PartLinter` proves that the result is the solution.
///
/// The starters of all parts are compiled into a single program, as wrong answers are (`MutantSchema`). One that can't be
/// is built alone.
struct PartVerifier: Sendable {
    let proof: StepVerifier

    private var checker: Checker { proof.checker }
    private var projector: Projector { checker.projector }
    private var step: Step { proof.step }

    func diagnostics(of parts: [StepPart]) async throws -> [String] {
        var rest = parts
        var diagnostics: [String] = []
        let starters = try parts.map(starter)
        if let schema = try await built(try MutantSchema(of: starters, step: step, projector: projector)) {
            let tree = try schema.tree()
            for mutant in schema.mutants {
                guard let part = parts.first(where: { subject($0) == mutant.answer.path }) else { continue }
                var request = proof.request(tree)
                (request.part, request.mutant) = (part, mutant.number)
                let report = try await checker.checkBuilt(request, in: proof.resources)
                diagnostics += faults(in: report, part)
                rest.removeAll { $0 == part }
            }
        }
        for part in rest {
            var request = proof.request(try projector.tree(in: state(of: part)))
            request.part = part
            diagnostics += faults(in: try await checker.check(request, in: proof.resources), part)
        }
        return diagnostics
    }

    private func subject(_ part: StepPart) -> String { "part \(step.name(of: part))" }

    private func faults(in report: CheckReport, _ part: StepPart) -> [String] {
        guard report.didBuild else { return report.buildDiagnostics.map { "\(subject(part)): \($0)" } }
        if report.passed { return ["\(subject(part)) passes although it isn't written"] }
        return report.failures.filter { $0.outcome == .didNotRun || $0.outcome == .skipped }
            .map { "\(subject(part)): \($0.id): \($0.summary)" }
    }

    /// Returns the schema once it's built, without the starters that can't be part of it; nil if none of them can.
    private func built(_ whole: MutantSchema) async throws -> MutantSchema? {
        var schema = whole
        for _ in 1...4 where !schema.mutants.isEmpty {
            let tree = try schema.tree()
            let report = try await checker.build(proof.request(tree))
            if report.didBuild { return schema }
            guard let less = schema.excluding(errorsAt: report.errors + report.interfaceErrors, in: tree) else {
                return nil
            }
            schema = less
        }
        return nil
    }

    /// The solution, with this part as it begins.
    private func state(of part: StepPart) throws -> ProjectionState {
        try starter(part).parts.reduce(projector.course.state(after: step.number)) { state, body in
            guard case .body(let lines) = body.content else { return state }
            return state.replacing(body.region, with: lines)
        }
    }

    /// The part as it begins, in the form of a wrong answer.
    private func starter(_ part: StepPart) throws -> WrongAnswer {
        let files = try projector.markedFiles()
        let begin = projector.course.starterState(of: step.number)
        let bodies = part.regions.compactMap { name in
            files.lazy.compactMap { $0.lines(of: name, in: begin) }.first.map {
                WrongAnswer.Part(region: name, content: .body($0))
            }
        }
        return WrongAnswer(path: subject(part), parts: bodies)
    }
}
