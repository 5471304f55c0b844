package import CheckpointCheck
package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Verifies that every wrong answer of a step is refused by its own test, with the message that its author expects, and
/// that the check leads to the paragraph that explains it.
///
/// 1. An answer that was refused before isn't run again if nothing it depends on has changed.
/// 2. Answers that need no build are put beside the solution's, one after the other.
/// 3. The others are variants in the step's shared build (`SharedBuild`).
/// 4. An answer that isn't refused there is built alone, as a learner's code would be, and that result decides.
package struct WrongAnswerVerifier: Sendable {
    package typealias Found = StepVerifier.Found

    package let proof: StepVerifier
    /// Called with each result.
    package let report: @Sendable (CourseVerifier.Line) -> Void
    /// Maximum number of mutants that run at a time: a second mutant uses the moments in which the first one waits.
    package var together = 2

    init(_ proof: StepVerifier, report: @escaping @Sendable (CourseVerifier.Line) -> Void) {
        self.proof = proof
        self.report = report
    }

    private var checker: Checker { proof.checker }
    private var projector: Projector { proof.checker.projector }
    private var step: Step { proof.step }

    /// Returns the answers that weren't refused before, and reports the others.
    func unknown(_ answers: [WrongAnswer]) throws -> [WrongAnswer] {
        let solution = try projector.tree(after: step.number)
        return try answers.filter { answer in
            guard try isKnown(answer, solution) else { return true }
            report(CourseVerifier.Line(step: step.number, subject: answer.path, isRemembered: true))
            return false
        }
    }

    /// Verifies answers without another build: those that need no build, and those in the shared build, which must be the
    /// stage's latest. Without a shared build, the latest must be the solution's.
    ///
    /// - Returns: the answers that are left to be built alone, and whether all the others are refused.
    func proveInBuild(_ answers: [WrongAnswer]) async throws -> (answers: [WrongAnswer], isGreen: Bool) {
        let solution = try projector.tree(after: step.number)
        var isGreen = true
        let unbuilt = try answers.filter { try needsNoBuild($0) }
        if !unbuilt.isEmpty, proof.shared == nil { _ = try await checker.build(proof.request(solution)) }
        for answer in unbuilt {
            isGreen = try await tell(answer) { try await besideTheBuild(answer, solution) } && isGreen
        }
        var rest = answers.filter { !unbuilt.contains($0) }
        if let shared = proof.shared {
            try shared.stage(proof.request(solution))
            let refused = try await refused(shared, solution)
            rest.removeAll { refused.contains($0.path) }
        }
        return (rest, isGreen)
    }

    /// Builds each answer alone.
    ///
    /// - Returns: true when every answer is refused.
    func proveAlone(_ answers: [WrongAnswer]) async throws -> Bool {
        let solution = try projector.tree(after: step.number)
        var isGreen = true
        for answer in answers {
            isGreen = try await tell(answer) { try await alone(answer, solution) } && isGreen
        }
        return isGreen
    }

    private func tell(_ answer: WrongAnswer, _ prove: () async throws -> Found) async throws -> Bool {
        let line = try await CourseVerifier.Line.tryingTwice(step.number, answer.path, prove)
        report(line)
        return line.diagnostics.isEmpty
    }

    private func isKnown(_ answer: WrongAnswer, _ solution: [String: TreeFile]) throws -> Bool {
        guard let verdicts = proof.verdicts, verdicts.recalls,
            let verdict = verdicts.refusal(try verdicts.key(answer, reference: solution, step: step))
        else { return false }
        return try diagnostics(of: verdict, on: answer).isEmpty
    }

    private func keep(_ verdict: Verdict, _ answer: WrongAnswer, _ solution: [String: TreeFile]) throws {
        guard let verdicts = proof.verdicts else { return }
        try verdicts.keep(verdict, try verdicts.key(answer, reference: solution, step: step))
    }

    // MARK: Without a build

    /// True when no changed file has to be built before the answer is judged: SwiftPM doesn't read it, or the judge of
    /// wrong engines compiles it itself.
    private func needsNoBuild(_ answer: WrongAnswer) throws -> Bool {
        let judged = step.judged.flatMap { $0.mutants == .engines && proof.shared == nil ? "Tests/\($0.module)/" : nil }
        return try projector.regions().filter { region in answer.parts.contains { $0.region == region.name } }
            .allSatisfy { region in
                !SharedBuild.isCompiled(region.file) || judged.map { region.file.pathBegins(with: $0) } == true
            }
    }

    private func besideTheBuild(_ answer: WrongAnswer, _ solution: [String: TreeFile]) async throws -> Found {
        var request = proof.request(try projector.tree(in: projector.state(after: step.number, with: answer)))
        request.only = [answer.test]
        request.prefersNode = true
        if let shared = proof.shared { try shared.stage(request) } else { try checker.stageFiles(of: request) }
        let report = try await checker.checkBuilt(request, in: proof.resources)
        return try await found(report, answer, request, solution)
    }

    // MARK: All in one build

    /// - Returns: paths of the refused answers.
    private func refused(_ shared: SharedBuild, _ solution: [String: TreeFile]) async throws -> Set<String> {
        let tree = shared.tree
        return try await withThrowingTaskGroup(of: String?.self) { tasks in
            var refused: Set<String> = []
            for (begun, mutant) in shared.schema.answers.enumerated() {
                if begun >= together, let path = try await tasks.next() ?? nil { refused.insert(path) }
                tasks.addTask { try await run(mutant, in: tree, solution) ? mutant.answer.path : nil }
            }
            for try await path in tasks { if let path { refused.insert(path) } }
            return refused
        }
    }

    /// - Returns: true when the mutant is refused as it should be. Otherwise nothing is reported, and it is built
    ///   alone.
    private func run(
        _ mutant: MutantSchema.Mutant, in tree: [String: TreeFile], _ solution: [String: TreeFile]
    ) async throws -> Bool {
        let answer = mutant.answer
        let line = try await CourseVerifier.Line.timing(step.number, answer.path) {
            var request = proof.request(tree)
            request.only = [answer.test]
            request.mutant = mutant.number
            let report = try await checker.checkBuilt(request, in: proof.resources)
            guard let verdict = report.verdicts.first(where: { $0.id == answer.test }), !verdict.passed else {
                return Found(diagnostics: ["it survives"])
            }
            let diagnostics = try diagnostics(of: verdict, on: answer)
            if diagnostics.isEmpty { try keep(verdict, answer, solution) }
            return Found(diagnostics: diagnostics)
        }
        if line.diagnostics.isEmpty { report(line) }
        return line.diagnostics.isEmpty
    }

    // MARK: Alone

    /// Builds the answer as a learner's code would be built.
    package func alone(_ answer: WrongAnswer, _ solution: [String: TreeFile]) async throws -> Found {
        let tree = try projector.tree(in: projector.state(after: step.number, with: answer))
        var request = proof.request(tree)
        request.only = [answer.test]
        let report = try await checker.check(request, in: proof.resources)
        guard report.didBuild else { return Found(diagnostics: report.buildDiagnostics) }
        return try await found(report, answer, request, solution)
    }

    /// Judges an answer by the run of its own test. If that test passes, the step's other tests run too. So they do if a
    /// learner's tests are judged and the message isn't the expected one, because it may depend on how many mutants survive.
    private func found(
        _ report: CheckReport, _ answer: WrongAnswer, _ request: Checker.Request, _ solution: [String: TreeFile]
    ) async throws -> Found {
        guard var verdict = report.verdicts.first(where: { $0.id == answer.test }) else {
            return Found(diagnostics: ["\(answer.test) didn't run"])
        }
        var request = request
        request.only = Set(step.tests.map(\.id))
        if verdict.passed {
            let others = try await checker.checkBuilt(request, in: proof.resources).failures
                .map { "\($0.id): \($0.summary)" }
            let ending = others.isEmpty ? "; so does every other test" : "; refused by"
            return Found(diagnostics: ["\(answer.test) lets it pass" + ending] + others)
        }
        var diagnostics = try diagnostics(of: verdict, on: answer)
        if !diagnostics.isEmpty, step.judged != nil {
            let whole = try await checker.checkBuilt(request, in: proof.resources)
            verdict = whole.verdicts.first { $0.id == answer.test } ?? verdict
            diagnostics = try self.diagnostics(of: verdict, on: answer)
        }
        if diagnostics.isEmpty { try keep(verdict, answer, solution) }
        return Found(diagnostics: diagnostics)
    }

    /// Checks that the test's message is the expected one, and that the check sends a learner who makes this mistake to
    /// the paragraph that explains it, and to the clause that it breaks.
    private func diagnostics(of verdict: Verdict, on answer: WrongAnswer) throws -> [String] {
        guard verdict.message.localizedCaseInsensitiveContains(answer.says) else {
            return ["\(answer.test) doesn't say \"\(answer.says)\" but: \(verdict.summary)"]
        }
        let index = try checker.mistakes.index(of: step)
        let right = index.title(explaining: answer.name)
        let reported = verdict.outcome == .notWritten ? nil : index.mistake(behind: verdict)?.title
        guard let right, reported == right else {
            return ["the check leads to “\(reported ?? "no paragraph")”, not to “\(right ?? "one")”"]
        }
        if let broken = answer.breaks?.description {
            let named = index.clause(brokenIn: verdict)?.id
            if named != broken { return ["the check says that it breaks \(named ?? "no clause"), not \(broken)"] }
        }
        return []
    }
}

extension VerdictCache {
    package func key(_ answer: WrongAnswer, reference: [String: TreeFile], step: Step) throws -> String {
        try key(
            reference, reached: projector.course.closure(of: step.number), subject: "\(answer.test) \(answer.parts)")
    }

    /// Returns the verdict of the test that refused the answer; nil when none is kept.
    package func refusal(_ key: String) -> Verdict? { kept(key) }

    /// - Parameter verdict: a verdict of a test that refused the answer.
    package func keep(_ verdict: Verdict, _ key: String) throws { try write(verdict, key) }
}
