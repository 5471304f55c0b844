internal import Foundation

/// What the proof of the course has found out on this machine: nothing is judged twice while nothing has changed of what the
/// verdict rests on (docs/decisions/0009-verdict-cache.md).
///
/// 1. A verdict rests on every file that is staged, the step's own files except for those that only people read, the runner's
///    source, the toolchain, and the programs that tests start.
/// 2. Of wrong answers only a refusal is kept. What its author and the lesson say of it is looked at each time.
/// 3. The proof writes here, and a check of a workspace only reads: what a learner's machine was too busy for is never kept.
package struct VerdictCache: Sendable {
    /// False to judge everything, and keep what comes of it.
    package var recalls = true
    private var projector: Projector
    private let folder: String
    /// The runner and the machine.
    private let environment: String

    /// Programs, besides Swift's, without which tests see something else, or nothing.
    private static let programs = [
        "bash", "chromedriver", "chromium", "chromium-browser", "docker", "google-chrome", "node", "postgres", "psql",
        "python3",
    ]

    /// - Throws: `CourseError.missingDependency` when there is no Swift.
    package init(projector: Projector, cache: String = CacheFolder.standard) throws {
        self.projector = projector
        folder = cache + "/verdicts"
        var fingerprint = Fingerprint()
        fingerprint.add(try Toolchain.find().id)
        let root = projector.course.root
        for path in ["Sources/Checkpoint", "Sources/vitals-course"].flatMap({ SourceFiles.list(root, $0) }).sorted() {
            fingerprint.add(path)
            fingerprint.add(try projector.files.contents(path).contents)
        }
        for name in Self.programs {
            let program = InstalledProgram(name, in: PostgresBinaries.folders())
            fingerprint.add(program.map { $0.path + " " + $0.stamp } ?? "none")
        }
        environment = fingerprint.hex
    }

    /// The same for another reading of the course, such as that of one front end.
    func reading(_ projector: Projector) -> VerdictCache {
        var other = self
        other.projector = projector
        return other
    }

    /// What a verdict rests on, as a name.
    ///
    /// - Parameters:
    ///   - tree: the learner's files; the official ones are known.
    ///   - reached: the step whose files the tree has.
    ///   - subject: what is judged in it, such as the id of a test.
    func key(_ tree: [String: TreeFile], reached: Int, subject: String) throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(environment)
        fingerprint.add(subject)
        fingerprint.add(Fingerprint.of(tree.filter { !projector.isRunnerOwned($0.key, at: reached) }))
        fingerprint.add(Fingerprint.of(try projector.runnerTree(at: reached)))
        // The limits of tests, and what the judge sets before them.
        let steps = projector.course.writtenSteps.filter { $0.number <= reached }
        for path in steps.flatMap({ Self.decisive(in: "steps/" + $0.id, root: projector.course.root) }) {
            fingerprint.add(path)
            fingerprint.add(try projector.files.contents(path).contents)
        }
        return fingerprint.hex
    }

    private func path(_ key: String) -> String { "\(folder)/\(key).json" }

    private static func decisive(in folder: String, root: String) -> [String] {
        (["step.yml"] + Judge.specimenFolders.values.sorted()).flatMap { SourceFiles.list(root, folder + "/" + $0) }
            .sorted()
    }
}

extension VerdictCache {
    /// The report on a check of exactly this code, with the tests that the request wants: a learner of one front end isn't
    /// judged by those of another. Nil where the proof hasn't judged it, and for a case that somebody chose.
    func report(on request: Checker.Request) throws -> CheckReport? {
        guard let key = try key(request), var report: CheckReport = kept(key) else { return nil }
        let verdicts = Dictionary(report.verdicts.map { ($0.id, $0) }) { first, _ in first }
        let wanted = projector.course.writtenSteps.filter { $0.number <= request.step }.flatMap(\.tests)
        guard !report.didBuild || wanted.allSatisfy({ verdicts[$0.id] != nil }) else { return nil }
        report.verdicts = wanted.compactMap { verdicts[$0.id] }
        return report
    }

    /// - Parameter report: of a check that came to its end.
    func keep(_ report: CheckReport, on request: Checker.Request) throws {
        if let key = try key(request), !report.isOutOfTime { try write(report, key) }
    }

    private func key(_ request: Checker.Request) throws -> String? {
        guard request.canary == nil, request.seed == nil, request.only == nil, request.mutant == nil else { return nil }
        return try key(request.tree, reached: request.reached, subject: "step \(request.step)")
    }

    /// What was kept under a key; nil where there is nothing, or `recalls` is false.
    func kept<Kept: Decodable>(_ key: String) -> Kept? {
        guard recalls else { return nil }
        return FileManager.default.contents(atPath: path(key)).flatMap {
            try? JSONDecoder().decode(Kept.self, from: $0)
        }
    }

    func write(_ value: some Encodable, _ key: String) throws {
        try CacheFolder.write(try JSONEncoder().encode(value), to: path(key))
    }
}
