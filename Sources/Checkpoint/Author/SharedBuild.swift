internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem

/// One build for the whole proof of a step. The program is the solution, and becomes the starter, the starter of a part or
/// a wrong answer if it's told so when it starts (`MutantSchema`).
///
/// Nine tenths of a proof's time is the compiler's, and each build of a step would compile the same tests again.
struct SharedBuild: Sendable {
    let schema: MutantSchema
    /// The files that were built.
    let tree: [String: TreeFile]
    private let step: Step
    private let checker: Checker
    private let resources: Resources
    /// The compiled files of the solution, which is what the program is without a number.
    private let solution: [String: TreeFile]
    /// The compiled files of the whole starter, and its number; nil when it isn't part of the program.
    private let starter: (files: [String: TreeFile], number: Int)?

    /// The name of the whole starter among the mutants.
    private static let starterName = "starter"

    /// Builds the program, without the mutants that the compiler rejects.
    ///
    /// - Parameters:
    ///   - answers: wrong answers and starters of parts.
    ///   - leastCount: number of mutants below which the program isn't worth building.
    /// - Returns: nil when it can't be built.
    init?(
        of answers: [WrongAnswer], with whole: WrongAnswer?, for verifier: StepVerifier, leastCount: Int = 1
    ) async throws {
        var schema = try MutantSchema(
            of: answers + [whole].compactMap(\.self), step: verifier.step, projector: verifier.checker.projector)
        // Each round removes the mutants that the compiler names. It reports syntax errors before it checks types.
        for _ in 1...4 where schema.mutants.count >= leastCount {
            let tree = try schema.tree()
            let report = try await verifier.checker.build(verifier.request(tree))
            if report.didBuild {
                try self.init(built: schema, tree, for: verifier)
                return
            }
            guard let less = schema.excluding(errorsAt: report.errors + report.interfaceErrors, in: tree) else {
                return nil
            }
            schema = less
        }
        return nil
    }

    private init(built schema: MutantSchema, _ tree: [String: TreeFile], for verifier: StepVerifier) throws {
        let projector = verifier.checker.projector
        (self.schema, self.tree) = (schema, tree)
        (step, checker, resources) = (verifier.step, verifier.checker, verifier.resources)
        solution = try projector.tree(after: verifier.step.number).filter { Self.isCompiled($0.key) }
        let number = schema.mutants.first { $0.answer.path == Self.starterName }?.number
        let files = try projector.starter(of: verifier.step.number).filter { Self.isCompiled($0.key) }
        starter = number.map { (files, $0) }
    }

    /// Returns the whole starter as a change of the solution; nil if it differs from the solution in more than bodies that
    /// can be selected when the program starts.
    static func starter(of step: Step, _ projector: Projector) throws -> WrongAnswer? {
        let begin = projector.course.starterState(of: step.number)
        let bodies = try projector.markedFiles().flatMap { file in
            file.regions.filter { $0.step == step.number }.compactMap { region in
                file.lines(of: region.name, in: begin).map {
                    WrongAnswer.Part(region: region.name, content: .body($0))
                }
            }
        }
        let files = try projector.markedFiles()
        let compiled = bodies.filter { body in
            files.contains { Self.isCompiled($0.path) && $0.regions.contains { $0.name == body.region } }
        }
        let whole = WrongAnswer(path: starterName, parts: compiled)
        guard !compiled.isEmpty, try !MutantSchema(of: [whole], step: step, projector: projector).mutants.isEmpty else {
            return nil
        }
        let tree = try projector.tree(in: projector.state(after: step.number, with: whole))
        let expected = try projector.starter(of: step.number)
        return tree.filter { isCompiled($0.key) } == expected.filter { isCompiled($0.key) } ? whole : nil
    }

    /// True if the whole starter is part of the program.
    var hasStarter: Bool { starter != nil }

    /// True if the starter has to be compiled as it is, because one of its bodies is more than a mark.
    var hasStarterWithCode: Bool {
        schema.mutants.first { $0.number == starter?.number }?.answer.parts.contains { part in
            if case .body(let lines) = part.content { !FunctionBody(lines).isOnlyMark } else { true }
        } ?? false
    }

    /// True for a file that the build reads: SwiftPM compiles these folders, and every file in them affects the build.
    static func isCompiled(_ path: String) -> Bool {
        path.isPath("Package.swift") || path.pathBegins(with: "Sources/") || path.pathBegins(with: "Tests/")
    }

    /// Judges a tree that the program can become, as a check of that tree would; nil when it can't become that tree.
    func check(_ request: Checker.Request, by checker: Checker) async throws -> CheckReport? {
        let compiled = request.tree.filter { Self.isCompiled($0.key) }
        var request = request
        if let starter, compiled == starter.files {
            request.mutant = starter.number
        } else if compiled != solution {
            return nil
        }
        try stage(request)
        return try await checker.checkBuilt(request, in: resources)
    }

    /// True if tests of the step pass on the solution.
    ///
    /// - Parameter tests: ids of the tests.
    func passes(_ tests: Set<String>) async throws -> Bool {
        var request = Checker.Request(tree: tree, step: step.number, of: checker.projector.course)
        request.only = tests
        return try await checker.checkBuilt(request, in: resources).passed
    }

    /// Puts the files of a tree that no build reads beside the built ones.
    func stage(_ request: Checker.Request) throws {
        var staged = request
        staged.tree = request.tree.filter { !Self.isCompiled($0.key) }
        staged.tree.merge(tree.filter { Self.isCompiled($0.key) }) { _, built in built }
        try checker.stageFiles(of: staged)
    }
}
