package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// The steps in which learners write tests. Their tests are judged first, and the official tests read the mutation
/// report.
///
/// A mutation report depends only on the learner's tests and on the course, so it is kept until either changes.
package struct MutationSteps: Sendable {
    package let projector: Projector
    package let stage: Stage
    package let limits: Limits
    package let progress: @Sendable (String) -> Void
    /// Number of the selected mutant, for learner's tests that are mutants compiled into a single program.
    package var mutant: Int?
    /// Names of the mutants to judge the tests by; nil for all. A mutation report without a mutant says nothing about it.
    package var onlyMutants: Set<String>?

    package init(
        projector: Projector, stage: Stage, limits: Limits, progress: @escaping @Sendable (String) -> Void,
        mutant: Int? = nil
    ) {
        self.projector = projector
        self.stage = stage
        self.limits = limits
        self.progress = progress
        self.mutant = mutant
    }

    /// Judges the staged and built tests.
    ///
    /// - Parameters:
    ///   - numbers: numbers of the steps whose tests will run.
    ///   - path: path of the file for the mutation reports.
    ///   - databaseURL: called only when a mutation report needs a database.
    /// - Returns: false when none of the steps is judged.
    package func judge(
        _ numbers: Set<Int>, to path: String, databaseURL: () async throws -> String?
    ) async throws -> Bool {
        var mutationReports: [MutationReport] = []
        for number in numbers.sorted() {
            guard let judged = projector.course.step(number)?.judged, let all = try mutants(of: number) else {
                continue
            }
            let wanted = zip(1..., all).map(NumberedMutant.init)
                .filter { onlyMutants?.contains($0.mutant.name) ?? true }
            let mutants = wanted.map(\.mutant)
            let kept = try "\(CacheFolder.standard)/mutationReports/\(key(number, judged.module, mutants)).json"
            if let data = FileManager.default.contents(atPath: kept),
                let known = try? JSONDecoder().decode(MutationReport.self, from: data)
            {
                mutationReports.append(known)
                continue
            }
            progress("Judging your tests")
            let mutationReport = try await judge(number, judged, all).mutationReport(
                of: wanted, databaseURL: try await databaseURL())
            // A failure on the reference isn't kept, and no mutant that survives because its race didn't happen. The cause
            // may be gone by the next check, for example a busy machine.
            let races = Set(mutants.filter { $0.runs > 1 }.map(\.name))
            if mutationReport.reference == .passed,
                !mutationReport.cases.contains(where: { $0.verdict == .survived && races.contains($0.name) })
            {
                try CacheFolder.write(try JSONEncoder().encode(mutationReport), to: kept)
            }
            mutationReports.append(mutationReport)
        }
        guard !mutationReports.isEmpty else { return false }
        try MutationReport.write(mutationReports, to: path)
        return true
    }

    /// Builds everything for judging a step except the learner's tests. The stage must have been built, for this step
    /// or the step before it.
    package func prepare(_ number: Int) async throws {
        guard let judged = projector.course.step(number)?.judged, let mutants = try mutants(of: number) else { return }
        try await judge(number, judged, mutants).prepare()
    }

    /// Returns a key that changes with everything that `prepare` builds; nil for a step that isn't judged.
    func preparationKey(_ number: Int) throws -> String? {
        guard let mutants = try mutants(of: number) else { return nil }
        let tree = Fingerprint.of(try projector.tree(after: number))
        return Fingerprint.of([tree, "\(stage.packages)"] + mutants.map { "\($0)" })
    }

    private func judge(_ number: Int, _ judged: JudgedTests, _ mutants: [Mutant]) throws -> Judge {
        var judge = Judge(tests: judged, step: number, stage: stage.root, scratch: stage.scratch) { selection in
            try projector.tree(after: number, with: mutants, selection)
        }
        judge.progress = progress
        judge.moduleMaps = try projector.moduleMaps()
        judge.cache = stage.judgeCache
        judge.limits = limits
        judge.sandbox = stage.sandbox
        judge.mutant = mutant
        return judge
    }

    /// Returns the mutants of a step; nil for a step that isn't judged.
    private func mutants(of number: Int) throws -> [Mutant]? {
        guard let step = projector.course.step(number), let judged = step.judged else { return nil }
        return try Mutant.load(folder: "\(projector.course.root)/steps/\(step.id)/\(judged.mutants)")
    }

    private func key(_ number: Int, _ module: String, _ mutants: [Mutant]) throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(projector.course.version)
        fingerprint.add("\(mutant ?? 0)")
        fingerprint.add(Fingerprint.of(try projector.tree(after: number)))
        for path in SourceFiles.list(stage.root, "Tests/\(module)").sorted() {
            fingerprint.add(path)
            fingerprint.add(FileManager.default.contents(atPath: stage.root + "/" + path) ?? Data())
        }
        for mutant in mutants { fingerprint.add("\(mutant)") }
        fingerprint.add(stage.scratch)
        return "\(number)-\(fingerprint.hex)"
    }
}

extension Projector {
    /// Returns the tree after a judged step, with its mutants in it.
    ///
    /// - Throws: `CourseError.courseBroken` for a mutant that can't be one of several in a program.
    package func tree(
        after number: Int, with mutants: [Mutant], _ selection: MutantSelection
    ) throws -> [String: TreeFile] {
        guard let step = course.step(number) else { return [:] }
        let answers = mutants.map {
            WrongAnswer(path: $0.name, parts: [WrongAnswer.Part(region: $0.region, content: .body($0.body))])
        }
        let schema = try MutantSchema(of: answers, step: step, projector: self)
        guard schema.mutants.count == mutants.count else {
            let names = Set(mutants.map(\.name)).subtracting(schema.mutants.map(\.answer.path)).sorted()
            throw CourseError(
                .courseBroken, "No function's body is replaced by the mutants \(names.joined(separator: ", ")).")
        }
        return try schema.tree(selection: selection)
    }
}
