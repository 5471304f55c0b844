internal import CheckpointCheck
package import CheckpointCourse

/// Proves a step, with as few builds as its subjects allow.
///
/// 1. A starter that can't be a variant of the solution is built first.
/// 2. Everything else shares one build (`SharedBuild`). The solution is judged there before anything else: if its tests
///    don't pass, that build is given up, and each subject is built alone.
/// 3. A variant that can't be part of that build, or isn't refused there, is built alone. So these come last.
package struct StepVerification {
    private var verifier: StepVerifier
    private let report: @Sendable (CourseVerifier.Line) -> Void

    package init(_ verifier: StepVerifier, report: @escaping @Sendable (CourseVerifier.Line) -> Void) {
        self.verifier = verifier
        self.report = report
    }

    private var step: Step { verifier.step }

    /// Proves the starter, the solution, the starters of the parts, and that the wrong answers are refused. The caller must
    /// hold the step's stage.
    ///
    /// - Returns: true when every subject passes.
    package mutating func prove(_ answers: [WrongAnswer]) async throws -> Bool {
        let unknown = try refuser.unknown(answers)
        let parts = try self.parts.starters()
        let starter = try SharedBuild.starter(of: step, verifier.checker.projector)
        var isGreen = true
        if starter == nil { isGreen = try await prove(verifier.starters) }
        try await share(unknown + parts, with: starter)
        let isSolved = try await solve()
        let startersShare = verifier.shared?.hasStarter == true
        let startersHaveCode = verifier.shared?.hasStarterWithCode == true
        if starter != nil, verifier.shared == nil { isGreen = try await prove(verifier.starters) && isGreen }
        if !isSolved { isGreen = try await prove([verifier.solved]) && isGreen }
        isGreen = try await prove(verifier.onSolution) && isGreen
        if startersShare { isGreen = try await prove(verifier.starters) && isGreen }
        let rest = try await refuser.proveInBuild(unknown)
        isGreen = rest.isGreen && isGreen
        if !parts.isEmpty { isGreen = try await proveParts() && isGreen }
        if starter != nil, verifier.shared != nil, !startersShare {
            isGreen = try await prove(verifier.starters) && isGreen
        }
        if startersHaveCode { isGreen = try await prove([verifier.compiledAlone]) && isGreen }
        isGreen = try await refuser.proveAlone(rest.answers) && isGreen
        return try await prove([verifier.formatted]) && isGreen
    }

    /// Verifies only that the wrong answers are refused. The caller must hold the step's stage.
    ///
    /// - Returns: true when every answer is refused.
    package mutating func refuse(_ answers: [WrongAnswer]) async throws -> Bool {
        let unknown = try refuser.unknown(answers)
        try await share(unknown, with: nil, leastCount: 2)
        if let shared = verifier.shared, try await !shared.passes(Set(unknown.map(\.test))) { verifier.shared = nil }
        let rest = try await refuser.proveInBuild(unknown)
        return try await refuser.proveAlone(rest.answers) && rest.isGreen
    }

    private var refuser: WrongAnswerVerifier { WrongAnswerVerifier(verifier, report: report) }

    private func prove(_ subjects: [StepVerifier.Subject]) async throws -> Bool {
        var isGreen = true
        for (name, prove) in subjects {
            let line = try await CourseVerifier.Line.tryingTwice(step.number, name, prove)
            report(line)
            isGreen = isGreen && line.diagnostics.isEmpty
        }
        return isGreen
    }

    // MARK: The shared build

    private mutating func share(
        _ answers: [WrongAnswer], with starter: WrongAnswer?, leastCount: Int = 1
    ) async throws {
        var shared: SharedBuild?
        var line = try await CourseVerifier.Line.timing(step.number, "") { [verifier] in
            shared = try await SharedBuild(of: answers, with: starter, for: verifier, leastCount: leastCount)
            return StepVerifier.Found(diagnostics: [])
        }
        verifier.shared = shared
        let asked = answers.filter { !$0.test.isEmpty }.count
        guard asked + (starter == nil ? 0 : 1) >= leastCount else { return }
        line.subject = "\(shared?.schema.answers.count ?? 0) of \(asked) wrong answers in one build"
        report(line)
    }

    /// Judges the solution in the shared build, and gives that build up if the solution doesn't pass there.
    ///
    /// - Returns: true when the solution passes and was reported.
    private mutating func solve() async throws -> Bool {
        guard verifier.shared != nil else { return false }
        let (name, prove) = verifier.solved
        let line = try await CourseVerifier.Line.tryingTwice(step.number, name, prove)
        guard line.diagnostics.isEmpty else {
            verifier.shared = nil
            return false
        }
        report(line)
        return true
    }

    // MARK: The parts

    private var parts: PartVerifier { PartVerifier(proof: verifier) }

    /// Without a second try, because a starter that had to be built alone has taken the shared build's place.
    private func proveParts() async throws -> Bool {
        let line = try await CourseVerifier.Line.timing(step.number, parts.subject) {
            StepVerifier.Found(diagnostics: try await parts.diagnostics())
        }
        report(line)
        return line.diagnostics.isEmpty
    }
}
