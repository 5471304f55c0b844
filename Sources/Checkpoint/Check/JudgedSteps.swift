internal import Foundation

/// The steps whose answer is a set of tests: those are judged first, and the official tests read the judgement.
///
/// A judgement depends on the learner's tests and on the course alone, so it is kept until one of them changes.
struct JudgedSteps: Sendable {
    /// The step, and the module of the tests that the learner writes in it.
    static let modules = [9: "ConvergenceTests", 13: "IntegrationTests"]

    let projector: Projector
    let stage: Stage
    let limits: Limits
    let progress: @Sendable (String) -> Void
    /// Which of several mutants the learner's tests are, where they were compiled into one program.
    var mutant: Int?

    /// Judges what is staged and built.
    ///
    /// - Parameters:
    ///   - numbers: of the steps whose tests will run.
    ///   - path: where the judgements are written.
    ///   - databaseURL: asked for only when a judgement needs it.
    /// - Returns: false when no step of them is judged.
    func judge(
        _ numbers: Set<Int>, to path: String, databaseURL: () async throws -> String?
    ) async throws -> Bool {
        var judgements: [Judgement] = []
        for (number, module) in Self.modules.sorted(by: { $0.key < $1.key }) where numbers.contains(number) {
            guard let specimens = try specimens(of: number) else { continue }
            let kept = try "\(CacheFolder.standard)/judgements/\(key(number, module, specimens)).json"
            if let data = FileManager.default.contents(atPath: kept),
                let known = try? JSONDecoder().decode(Judgement.self, from: data)
            {
                judgements.append(known)
                continue
            }
            progress("Judging your tests")
            let judgement = try await judge(number).judgement(of: specimens, databaseURL: try await databaseURL())
            // What kept tests from passing may be gone by the next check: a machine with too much to do, for one.
            if judgement.reference == .passed { try CacheFolder.write(try JSONEncoder().encode(judgement), to: kept) }
            judgements.append(judgement)
        }
        guard !judgements.isEmpty else { return false }
        try Judgement.write(judgements, to: path)
        return true
    }

    /// Builds what the judging of a step needs besides the learner's tests. The stage has been built, for this step or the
    /// one before it.
    func prepare(_ number: Int) async throws {
        guard let specimens = try specimens(of: number) else { return }
        try await judge(number).prepare(specimens)
    }

    /// Changes with what `prepare` builds; nil for a step that isn't judged.
    func preparationKey(_ number: Int) throws -> String? {
        guard let specimens = try specimens(of: number) else { return nil }
        let tree = Fingerprint.of(try projector.tree(after: number))
        return Fingerprint.of([tree, "\(stage.packages)"] + specimens.map { "\($0)" })
    }

    private func judge(_ number: Int) -> Judge {
        var judge = Judge(
            step: number, stage: stage.root, scratch: stage.scratch, reference: projector.sourceTree(after: number))
        judge.progress = progress
        judge.cache = stage.judgeCache
        judge.limits = limits
        judge.sandbox = stage.sandbox
        judge.mutant = mutant
        return judge
    }

    /// Nil for a step that isn't judged.
    private func specimens(of number: Int) throws -> [Specimen]? {
        guard let step = projector.course.step(number), let folder = Judge.specimenFolders[number] else { return nil }
        return try Specimen.load(folder: "\(projector.course.root)/steps/\(step.id)/\(folder)")
    }

    private func key(_ number: Int, _ module: String, _ specimens: [Specimen]) throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(projector.course.version)
        fingerprint.add("\(mutant ?? 0)")
        fingerprint.add(Fingerprint.of(try projector.tree(after: number)))
        for path in SourceFiles.list(stage.root, "Tests/\(module)").sorted() {
            fingerprint.add(path)
            fingerprint.add(FileManager.default.contents(atPath: stage.root + "/" + path) ?? Data())
        }
        for specimen in specimens { fingerprint.add("\(specimen)") }
        fingerprint.add(stage.scratch)
        return "\(number)-\(fingerprint.hex)"
    }
}
