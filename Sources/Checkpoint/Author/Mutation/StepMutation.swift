package import CheckpointCheck
package import CheckpointCourse
package import CheckpointSystem

/// Judges the mechanical mutants of a step's bodies by that step's check.
///
/// 1. Those that compile together share one program (`MutantSchema`), whose tests have to pass while no mutant is selected.
/// 2. The others are built alone, as a learner's code would be. Those in files that no build reads are put beside the
///    solution's build.
/// 3. A mutant that the step's own tests let pass is judged by those of the earlier steps too, as a check does.
package struct StepMutation: Sendable {
    package let checker: Checker
    package let step: Step
    package let resources: Resources
    /// The same, with the limits of a check: for the tests of all earlier steps together.
    private let patient: Checker
    /// Maximum number of mutants that run at a time. Learners' tests are judged in one folder.
    private var together: Int { step.judged == nil ? 2 : 1 }
    /// Called with each verdict.
    package let report: @Sendable (MechanicalMutant, MutantVerdict) async throws -> Void

    package init(
        checker: Checker, step: Step, resources: Resources, limitSeconds: Double,
        report: @escaping @Sendable (MechanicalMutant, MutantVerdict) async throws -> Void
    ) {
        var checker = checker
        // One is enough to kill a mutant.
        checker.limits.timeoutsPerStep = 1
        checker.limits.deathsPerStep = 1
        patient = checker
        checker.limits.checkSeconds = limitSeconds
        (self.checker, self.step, self.resources, self.report) = (checker, step, resources, report)
    }

    private var projector: Projector { checker.projector }
    private var proof: StepVerifier { StepVerifier(checker: checker, step: step, resources: resources) }

    /// Judges the mutants. The caller must hold the step's stage.
    package func judge(_ mutants: [MechanicalMutant]) async throws {
        let isBuilt = { (path: String) in path.pathBegins(with: "Sources/") || path.pathBegins(with: "Tests/") }
        let compiled = mutants.filter { isBuilt($0.file) && $0.file.pathEnds(with: ".swift") }
        let rest = try await judgeTogether(compiled)
        for mutant in rest {
            let report = try await checker.check(request(try tree(mutant), tests: .own), in: resources)
            let verdict = report.didBuild ? try await verdict(report) : MutantVerdict(outcome: .uncompiled)
            try await self.report(mutant, verdict)
        }
        let unbuilt = mutants.filter { !compiled.contains($0) }
        if !unbuilt.isEmpty { _ = try await checker.build(proof.request(try projector.tree(after: step.number))) }
        for mutant in unbuilt {
            let request = request(try tree(mutant), tests: .own)
            try checker.stageFiles(of: request)
            try await self.report(mutant, try await verdict(try await checker.checkBuilt(request, in: resources)))
        }
    }

    // MARK: All in one build

    /// - Returns: the mutants that can't be part of the program and that may still compile alone.
    private func judgeTogether(_ mutants: [MechanicalMutant]) async throws -> [MechanicalMutant] {
        let answers = mutants.map {
            WrongAnswer(path: $0.id, parts: [WrongAnswer.Part(region: $0.scope, content: .body($0.body))])
        }
        let byID = Dictionary(mutants.map { ($0.id, $0) }) { first, _ in first }
        var alone = mutants
        let whole = try MutantSchema(of: answers, step: step, projector: projector)
        guard let schema = try await built(whole, byID, &alone) else { return alone }
        let tree = try schema.tree()
        let reference = try await checker.checkBuilt(request(tree, tests: .own), in: resources)
        guard reference.passed else {
            throw CourseError(
                .failed,
                "The tests of step \(step.number) don't pass without a mutant: "
                    + reference.failures.map { "\($0.id): \($0.summary)" }.joined(separator: "; "))
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for (begun, entry) in schema.mutants.enumerated() {
                if begun >= together { try await tasks.next() }
                guard let mutant = byID[entry.answer.path] else { continue }
                tasks.addTask {
                    var request = request(tree, tests: .own)
                    request.mutant = entry.number
                    let report = try await checker.checkBuilt(request, in: resources)
                    try await self.report(mutant, try await verdict(report, number: entry.number))
                }
            }
            try await tasks.waitForAll()
        }
        return alone
    }

    /// Builds the schema without the mutants that the compiler refuses, and reports those.
    ///
    /// - Parameter alone: set to the mutants that the schema doesn't have and that weren't refused.
    private func built(
        _ whole: MutantSchema, _ byID: [String: MechanicalMutant], _ alone: inout [MechanicalMutant]
    ) async throws -> MutantSchema? {
        var schema = whole
        // Errors of types come first and those of flow, such as a missing return, once all types are right.
        for _ in 1...12 where !schema.mutants.isEmpty {
            let tree = try schema.tree()
            let report = try await checker.build(proof.request(tree))
            if report.didBuild {
                let has = Set(schema.mutants.map(\.answer.path))
                alone.removeAll { has.contains($0.id) }
                return schema
            }
            guard let (numbers, regions) = MutantSchema.culprits(of: report.errors + report.interfaceErrors, in: tree)
            else {
                return nil
            }
            let refused = schema.mutants.filter { numbers.contains($0.number) }.compactMap { byID[$0.answer.path] }
            for mutant in refused { try await self.report(mutant, MutantVerdict(outcome: .uncompiled)) }
            alone.removeAll { refused.contains($0) }
            // An error behind a body: some mutant lets it end without a value. The others of that body stay.
            let ends = schema.mutants.filter { entry in
                guard let mutant = byID[entry.answer.path], regions.contains(mutant.scope) else { return false }
                return [.drop, .swap].contains(mutant.mutation)
            }
            let left = Set(ends.map(\.number))
            let fewer = schema.keeping { entry in
                guard !numbers.contains(entry.number), let mutant = byID[entry.answer.path] else { return false }
                return left.isEmpty ? !regions.contains(mutant.scope) : !left.contains(entry.number)
            }
            guard let fewer else { return nil }
            schema = fewer
        }
        return nil
    }

    // MARK: Verdicts

    private enum Tests {
        /// Those of the step.
        case own
        /// Those of the steps before it, without the steps that judge learners' tests: those run against the reference.
        case earlier
    }

    private func request(_ tree: [String: TreeFile], tests: Tests) -> Checker.Request {
        var request = proof.request(tree)
        let judged = projector.course.writtenSteps.filter { request.judged.contains($0.number) }
        let chosen = judged.filter { other in
            tests == .own ? other.number == step.number : other.number != step.number && other.judged == nil
        }
        request.only = Set(chosen.flatMap { $0.tests.map(\.id) })
        return request
    }

    private func tree(_ mutant: MechanicalMutant) throws -> [String: TreeFile] {
        let state = projector.course.state(after: step.number)
        return try projector.tree(in: state.replacing(mutant.scope, with: mutant.body))
    }

    /// - Parameters:
    ///   - report: the report of the step's own tests.
    ///   - number: the mutant's number in the program; nil when the build has only that mutant.
    private func verdict(_ report: CheckReport, number: Int? = nil) async throws -> MutantVerdict {
        if let verdict = Self.kill(report) { return verdict }
        var more = request([:], tests: .earlier)
        more.mutant = number
        guard more.only?.isEmpty == false else { return MutantVerdict(outcome: .survived, seconds: report.testSeconds) }
        let others = try await patient.checkBuilt(more, in: resources)
        return Self.kill(others)
            ?? MutantVerdict(outcome: .survived, seconds: report.testSeconds + others.testSeconds)
    }

    /// Returns the verdict of the first test that fails; nil when none does. One that says what is wrong comes before one
    /// that only waits too long.
    private static func kill(_ report: CheckReport) -> MutantVerdict? {
        let failures = report.failures
        let silent: Set<Verdict.Outcome> = [.timedOut, .didNotRun, .skipped]
        let loud = failures.first { $0.outcome == .wrong } ?? failures.first { !silent.contains($0.outcome) }
        if let loud {
            return MutantVerdict(
                outcome: .killed, test: loud.id, message: loud.summary, seconds: report.testSeconds)
        }
        guard report.isOutOfTime || !failures.isEmpty else { return nil }
        let slow = failures.first { $0.outcome == .timedOut } ?? failures.first
        return MutantVerdict(
            outcome: .timedOut, test: slow?.id ?? "", message: slow?.summary ?? "", seconds: report.testSeconds)
    }
}

extension MutantVerdicts {
    /// The verdicts on the mutants of a step: they depend on the code after the step, and on the tests of its check.
    package init(path: String, step: Step, projector: Projector) throws {
        let official = try projector.runnerTree(of: projector.course.closure(of: step.number))
        let isTest = { (path: String) in path.pathBegins(with: "Tests/StepTests/") }
        let code = try projector.tree(after: step.number).merging(official) { $1 }.filter { !isTest($0.key) }
        self.init(path: path, code: code, tests: official.filter { isTest($0.key) })
    }
}
