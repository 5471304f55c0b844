package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// The wrong answers that the verifier has seen refused on this machine. One isn't run again while nothing that its
/// verdict depends on has changed (docs/decisions/0009-verdict-cache.md).
///
/// 1. A verdict depends on every staged file, the step's own files except those that only people read, the runner's
///    source, the toolchain, and the programs that tests start.
/// 2. Only a refusal is kept. Its message and its paragraph in the lesson are checked each time.
package struct VerdictCache: Sendable {
    /// False to judge everything again and keep the new verdicts.
    package var recalls = true
    package let projector: Projector
    private let folder: String
    /// Fingerprint of the runner and the machine.
    private let environment: String
    private let latest = LatestCode()

    /// Programs besides Swift's and Postgres' that change the tests' results, or without which tests can't run.
    private static let programs = [
        "bash", "chromedriver", "chromium", "chromium-browser", "docker", "google-chrome", "node", "python3",
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
        Self.installed(on: ExecutableSearch.path()).forEach { fingerprint.add($0) }
        environment = fingerprint.hex
    }

    /// Returns path and stamp of each program that tests start. The same for a process with a `PATH` for tests as for one
    /// without (`PostgresBinaries.pathWithClient`): otherwise a check that tests start would find no verdict of a proof.
    ///
    /// - Parameter path: the folders of `PATH`.
    static func installed(on path: [String]) -> [String] {
        let postgres = [
            (try? PostgresBinaries.find(on: path))?.folder.appending("/postgres"), try? PostgresBinaries.psql(on: path),
        ]
        let found =
            programs.map { InstalledProgram($0, in: path) } + postgres.map { $0.flatMap(InstalledProgram.init(at:)) }
        return found.map { $0.map { $0.path + " " + $0.stamp } ?? "none" }
    }

    /// Returns a fingerprint of everything that a verdict depends on.
    ///
    /// - Parameters:
    ///   - tree: the learner's files; the official files are added here.
    ///   - reached: the steps whose files the tree has.
    ///   - subject: the thing that is judged, such as the id of a test.
    package func key(_ tree: [String: TreeFile], reached: StepSet, subject: String) throws -> String {
        let code = try latest.fingerprint(of: tree, reached) { try self.fingerprint(of: tree, reached) }
        return Fingerprint.of(Data("\(code) \(subject)".utf8))
    }

    /// Returns a fingerprint of everything that the verdicts on this code depend on, whatever is judged in it.
    private func fingerprint(of tree: [String: TreeFile], _ reached: StepSet) throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(environment)
        fingerprint.add(Fingerprint.of(tree.filter { !projector.isRunnerOwned($0.key, at: reached.max ?? 0) }))
        fingerprint.add(Fingerprint.of(try projector.runnerTree(of: reached)))
        // The limits of tests, and the judge's mutants.
        let steps = projector.course.writtenSteps.filter { reached.contains($0.number) }
        for path in steps.flatMap({ Self.decisive(in: "steps/" + $0.id, root: projector.course.root) }) {
            fingerprint.add(path)
            fingerprint.add(try projector.files.contents(path).contents)
        }
        return fingerprint.hex
    }

    private func path(_ key: String) -> String { "\(folder)/\(key).json" }

    private static func decisive(in folder: String, root: String) -> [String] {
        (["step.yml"] + JudgedTests.Mutants.allCases.map(\.rawValue)).flatMap {
            SourceFiles.list(root, folder + "/" + $0)
        }
        .sorted()
    }
}

extension VerdictCache {
    /// Returns the value kept under a key; nil if there is none or if `recalls` is false.
    package func kept<Kept: Decodable>(_ key: String) -> Kept? {
        guard recalls else { return nil }
        return FileManager.default.contents(atPath: path(key)).flatMap {
            try? JSONDecoder().decode(Kept.self, from: $0)
        }
    }

    package func write(_ value: some Encodable, _ key: String) throws {
        try CacheFolder.write(try JSONEncoder().encode(value), to: path(key))
    }
}

/// The fingerprint of the code that was asked for last. A proof asks for each wrong answer of a step on the same solution,
/// and to compare a megabyte takes a hundredth of the time that its fingerprint takes.
private final class LatestCode: Sendable {
    private let latest = Mutex<(tree: [String: TreeFile], reached: StepSet, fingerprint: String)?>(nil)

    func fingerprint(
        of tree: [String: TreeFile], _ reached: StepSet, _ make: () throws -> String
    ) throws -> String {
        if let latest = latest.withLock({ $0 }), latest.reached == reached, latest.tree == tree {
            return latest.fingerprint
        }
        let fingerprint = try make()
        latest.withLock { $0 = (tree, reached, fingerprint) }
        return fingerprint
    }
}
