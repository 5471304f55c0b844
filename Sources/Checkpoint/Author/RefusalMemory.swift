internal import Foundation

/// The refusals of wrong answers that were seen on this machine: one is not acted out again while nothing has changed of what
/// it rests on (docs/decisions/0009).
///
/// 1. It rests on every file that was staged, the step's own files but for what is only read by people, the runner's source,
///    the toolchain, and the programs that tests start.
/// 2. Only a refusal is kept. What its author and the lesson say of it is looked at each time.
package struct RefusalMemory: Sendable {
    /// False to act out everything, and keep what comes of it.
    package var recalls = true
    private let projector: Projector
    private let folder: String
    /// Of the runner and the machine.
    private let surroundings: String

    /// Programs, besides Swift's, without which tests see something else, or nothing.
    private static let programs = [
        "bash", "chromedriver", "chromium", "chromium-browser", "docker", "google-chrome", "node", "postgres", "psql",
        "python3",
    ]

    /// - Throws: `CourseError.machineLacks` when there is no Swift.
    package init(projector: Projector, cache: String = CacheFolder.standard) throws {
        self.projector = projector
        folder = cache + "/refusals"
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
        surroundings = fingerprint.hex
    }

    /// What a refusal rests on, as a name.
    ///
    /// - Parameter tree: the learner's files; the official ones are known.
    func key(_ tree: [String: TreeFile], step: Step, test: String) throws -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(surroundings)
        fingerprint.add(test)
        fingerprint.add(Fingerprint.of(tree))
        fingerprint.add(Fingerprint.of(try projector.runnerTree(at: step.number)))
        // The limits of tests, and what the judge sets before them.
        let steps = projector.course.writtenSteps.filter { $0.number <= step.number }
        for path in steps.flatMap({ Self.decisive(in: "steps/" + $0.id, root: projector.course.root) }) {
            fingerprint.add(path)
            fingerprint.add(try projector.files.contents(path).contents)
        }
        return fingerprint.hex
    }

    /// The verdict of the test that refused it.
    func verdict(_ key: String) -> Verdict? {
        guard recalls, let data = FileManager.default.contents(atPath: path(key)) else { return nil }
        return try? JSONDecoder().decode(Verdict.self, from: data)
    }

    /// - Parameter verdict: of a test that did not let it pass.
    func keep(_ verdict: Verdict, _ key: String) throws {
        try CacheFolder.write(try JSONEncoder().encode(verdict), to: path(key))
    }

    private func path(_ key: String) -> String { "\(folder)/\(key).json" }

    private static func decisive(in folder: String, root: String) -> [String] {
        (["step.yml"] + Judge.specimenFolders.values.sorted()).flatMap { SourceFiles.list(root, folder + "/" + $0) }
            .sorted()
    }
}
