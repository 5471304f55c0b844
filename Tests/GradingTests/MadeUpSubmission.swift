import Foundation
import StepSupport
import TestSupport
import Testing
import Yams

@testable import CheckpointCourse
@testable import CheckpointSystem

/// A submission of the made-up class, as described in `Tests/Fixtures/class/NAME/submission.yml`: a state of the course
/// with some bodies replaced and some files added or overwritten.
struct MadeUpSubmission: Decodable, Sendable {
    enum Base: String, Decodable { case solution, starter, nothing }
    enum Form: String, Decodable {
        case folder, git, zip
        case tarball = "tar.gz"
        case climbing = "climbing.tar.gz"
    }

    let about: String
    let base: Base
    let step: Int?
    let form: Form?
    /// Bodies that replace those of the course.
    let regions: [String: String]?
    /// Files whose names are too unusual to store in a repository.
    let files: [String: String]?
    /// The name of a wrong answer of step 3 that the submission contains.
    let wrong: String?
    let hoursLate: Int?
    /// The last of the first steps that pass.
    let passesTo: Int?
    /// The outcomes of the other steps that matter.
    let expected: [Int: String]?
    /// Other outcomes that these steps may have: which of its processes ends first, or what it does to its own database,
    /// depends on the machine.
    let otherwise: [Int: [String]]?
    let status: String?
    let flags: [String]?
    let edited: [String]?

    private enum CodingKeys: String, CodingKey {
        case about, base, step, regions, files, wrong, otherwise, status, flags, edited
        case form = "as"
        case expected = "expect"
        case hoursLate = "hours_late"
        case passesTo = "passes_to"
    }

    /// The expected outcomes, keyed by step.
    var outcomes: [Int: String] {
        let passed = stride(from: 1, through: passesTo ?? 0, by: 1).map { ($0, "passed") }
        return Dictionary(uniqueKeysWithValues: passed).merging(expected ?? [:]) { _, other in other }
    }

    static let folder = PackageFiles.root + "/Tests/Fixtures/class"
    /// The last step that is graded. Servers and databases run from step 12 on.
    static let lastStep = 13
    /// The step that submissions have come to which say nothing else.
    private static let usualStep = 3
    /// The due date of all submissions; a Friday.
    static let due = Date(timeIntervalSince1970: 1_795_176_000)

    static func all() throws -> [(name: String, submission: MadeUpSubmission)] {
        // For trying one of them: all take a quarter of an hour.
        let only = ProcessInfo.processInfo.environment["VITALS_CLASS_ONLY"]?.split(separator: ",").map(String.init)
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
            only?.contains { name.hasPrefix($0) } ?? true
        }.map { name in
            let text = try String(contentsOfFile: "\(folder)/\(name)/submission.yml", encoding: .utf8)
            return (name, try YAMLDecoder().decode(MadeUpSubmission.self, from: text))
        }
    }

    /// - Parameter words: the values for placeholders such as `@NAME@` in the files.
    func tree(_ name: String, _ projector: Projector, _ words: [String: String]) throws -> [String: TreeFile] {
        let step = step ?? Self.usualStep
        var state = base == .starter ? projector.course.starterState(of: step) : projector.course.state(after: step)
        for (region, body) in regions ?? [:] {
            let lines = Self.filled(body, words).split(separator: "\n").map { "        " + $0 }
            state = state.replacing(region, with: lines)
        }
        if let wrong, let step = projector.course.step(Self.usualStep) {
            let answers = try WrongAnswer.all(of: step, root: projector.course.root)
            let answer = try #require(answers.first { $0.name == wrong }, "there is no wrong answer \(wrong)")
            for part in answer.parts {
                state = state.replacing(part.region, with: try projector.lines(of: part, after: step.number))
            }
        }
        var tree = base == .nothing ? [:] : try projector.tree(in: state)
        let own = "\(Self.folder)/\(name)/files"
        for path in SourceFiles.list(own, "").map({ String($0.dropFirst()) }) {
            let text = try String(contentsOfFile: own + "/" + path, encoding: .utf8)
            tree[path] = TreeFile(Self.filled(text, words))
            tree[path]?.isExecutable = FileManager.default.isExecutableFile(atPath: own + "/" + path)
        }
        for (path, text) in files ?? [:] {
            // It may stand where the course has a folder.
            tree = tree.filter { !$0.key.utf8.starts(with: (path + "/").utf8) }
            tree[path] = TreeFile(Self.filled(text, words))
        }
        return tree
    }

    private static func filled(_ text: String, _ words: [String: String]) -> String {
        words.reduce(text) { $0.replacing("@\($1.key)@", with: $1.value) }
    }

    /// Packs the submission as its learner would hand it in.
    ///
    /// - Returns: the path to grade.
    func handIn(_ name: String, _ tree: [String: TreeFile], in folder: String) async throws -> String {
        let place = folder + "/" + name
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for (path, file) in tree { try file.write(to: place + "/" + path) }
        let late = Double((hoursLate ?? -1) * 3_600)
        let time = ISO8601DateFormatter().string(from: Self.due.addingTimeInterval(late))
        let pack: String? =
            switch form ?? .folder {
            case .folder: nil
            case .git:
                """
                cd '\(place)' && git init -q -b main && git add -A &&
                GIT_COMMITTER_DATE='\(time)' git -c user.name=L -c user.email=l@example.org commit -q -m done --date='\(time)'
                """
            case .zip:
                "cd '\(folder)' && python3 -m zipfile -c '\(name).zip' '\(name)' && rm -r '\(name)'"
            case .tarball: "cd '\(folder)' && tar czf '\(name).tar.gz' '\(name)' && rm -r '\(name)'"
            case .climbing:
                "cd '\(place)' && tar czPf '../\(name).tar.gz' --transform 's,^./Package,../Package,' . && cd .. && rm -r '\(name)'"
            }
        guard let pack else { return place }
        let result = try await Command("/bin/sh", ["-c", pack]).capture()
        expect(result.succeeded, "\(result.standardError)")
        switch form {
        case .zip: return place + ".zip"
        case .tarball, .climbing: return place + ".tar.gz"
        default: return place
        }
    }
}
