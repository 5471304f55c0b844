internal import CheckpointSystem
internal import Foundation
internal import Synchronization

/// Derives every state of the course from the repository's single source.
package final class Projector: Sendable {
    package let course: Course
    package let files: SourceFiles
    package let ownership: Ownership
    /// Files in the steps' `given` folders, by step: maps the path in a tree to the path in the repository.
    package let given: [Int: [String: String]]
    private let parsed = Mutex<[String: Source]>([:])
    private let formatter: SourceFormatter

    package enum Source: Sendable {
        case plain(TreeFile)
        case marked(MarkedText)
    }

    package init(course: Course) {
        self.course = course
        formatter = SourceFormatter(configuration: course.root + "/.swift-format", cache: CacheFolder.standard)
        files = SourceFiles(root: course.root)
        ownership = Ownership(course: course, paths: files.paths)
        given = Dictionary(
            uniqueKeysWithValues: course.writtenSteps.map { step in
                let folder = "steps/\(step.id)/given"
                let paths = SourceFiles.list(course.root, folder)
                return (
                    step.number,
                    Dictionary(uniqueKeysWithValues: paths.map { (String($0.dropFirst(folder.count + 1)), $0) })
                )
            })
    }

    /// Returns the learner's tree after step N, with nothing that N doesn't build on.
    ///
    /// - Throws: `MarkerError`, or `CourseError.courseBroken` if a file can't be read.
    package func tree(after step: Int) throws -> [String: TreeFile] { try tree(in: course.state(after: step)) }

    /// Returns the learner's tree at the start of step N, with nothing that N doesn't build on.
    package func starter(of step: Int) throws -> [String: TreeFile] { try tree(in: course.starterState(of: step)) }

    package func tree(in state: ProjectionState) throws -> [String: TreeFile] {
        try tree(of: paths(in: state.reached), in: state)
    }

    /// Returns the paths of all files that these steps add, a step's after those of the steps before it.
    private func paths(in steps: StepSet) -> [String] {
        course.writtenSteps.filter { steps.contains($0.number) }.flatMap { paths(ownedBy: $0.number) }
    }

    /// Returns the paths of all files that step N adds, sorted.
    package func paths(ownedBy step: Int) -> [String] {
        ((ownership.pathsByStep[step] ?? []) + (given[step] ?? [:]).keys).sorted()
    }

    /// Returns the files that step N adds and the learner may change, sorted.
    package func learnerPaths(ownedBy step: Int) -> [String] {
        paths(ownedBy: step).filter { !isRunnerOwned($0, at: step) }
    }

    /// Returns true for files that the runner writes and the learner doesn't. `Package.swift` is the learner's in step
    /// 1 only.
    package func isRunnerOwned(_ path: String, at step: Int) -> Bool {
        course.isRunnerOwned(path, at: step) || given.values.contains { $0[path] != nil }
    }

    /// Returns the files that the runner brings to a build with these steps: the manifest (from step 2 on), the tests,
    /// their support files and their program.
    package func runnerTree(of steps: StepSet) throws -> [String: TreeFile] {
        let brought = paths(in: steps).filter { isRunnerOwned($0, at: steps.max ?? 0) }
        var tree = try tree(of: brought, in: .after(steps))
        let program = FileManager.default.contents(atPath: course.root + "/" + Self.testProgram)
        tree[Self.testProgram] = program.map { TreeFile($0) }
        return tree
    }

    /// Path of the program of all tests, which is in builds and in no learner's workspace.
    package static let testProgram = "Tests/XCTMain.swift"

    /// Returns the manifest of a package with these steps, in which nothing is left to write.
    package func manifest(of steps: StepSet) throws -> TreeFile { try file("Package.swift", in: .after(steps)) }

    /// Returns the dependencies in the manifest of a package with these steps, each as its line in `Package.swift`.
    package func packages(of steps: StepSet) throws -> [String] {
        guard case .marked(let manifest) = try source("Package.swift") else { return [] }
        return manifest.text(in: .after(steps)).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix(".package(") }
    }

    /// Returns the files below `Sources` that aren't Swift, such as module maps, as a package with these steps has them.
    ///
    /// - Parameter steps: nil for the whole course.
    package func moduleMaps(of steps: StepSet? = nil) throws -> [String: TreeFile] {
        let steps = steps ?? course.wholeSet
        let found = paths(in: steps).filter { $0.pathBegins(with: "Sources/") && !$0.pathEnds(with: ".swift") }
        return try tree(of: found, in: .after(steps))
    }

    /// Returns one file in a state.
    package func file(_ path: String, in state: ProjectionState) throws -> TreeFile {
        try tree(of: [path], in: state)[path] ?? TreeFile("")
    }

    private func tree(of paths: [String], in state: ProjectionState) throws -> [String: TreeFile] {
        var tree: [String: TreeFile] = [:]
        var derived: [String: String] = [:]
        for path in paths {
            switch try source(path) {
            case .plain(let file): tree[path] = file
            case .marked(let text) where path.pathEnds(with: ".swift"): derived[path] = text.text(in: state)
            case .marked(let text): tree[path] = TreeFile(text.text(in: state))
            }
        }
        // A file of a later step may have nothing to hold yet, and an empty one would only puzzle a reader.
        for (path, text) in formatter.formatted(derived) where text.contains(where: { !$0.isWhitespace }) {
            tree[path] = TreeFile(text)
        }
        return tree
    }

    /// Returns the bodies that learners write, in the order of steps and files.
    package func regions() throws -> [MarkedText.Region] {
        var found: [MarkedText.Region] = []
        for step in course.writtenSteps {
            for path in paths(ownedBy: step.number) {
                if case .marked(let text) = try source(path) { found += text.regions }
            }
        }
        return found.sorted { ($0.step, $0.file, $0.line) < ($1.step, $1.file, $1.line) }
    }

    /// Returns the marked files that steps own.
    package func markedFiles() throws -> [MarkedText] {
        try course.writtenSteps.flatMap { paths(ownedBy: $0.number) }.compactMap { path in
            if case .marked(let text) = try source(path) { text } else { nil }
        }
    }

    private func source(_ path: String) throws -> Source {
        if let known = parsed.withLock({ $0[path] }) { return known }
        let place = given.values.compactMap { $0[path] }.first ?? path
        let file = try files.contents(place)
        let source: Source
        if MarkerSyntax(path: path) != nil, file.mentionsMarkers, let text = file.text {
            let marked = try MarkedText(path: path, text: text, steps: StepSet(course.steps.map(\.number)))
            source = .marked(course.isGiven(path) ? marked.solved : marked)
        } else {
            source = .plain(file)
        }
        parsed.withLock { $0[path] = source }
        return source
    }
}

extension Course {
    func isRunnerFolder(_ path: String) -> Bool { runnerFolders.contains { path.pathBegins(with: $0) } }

    /// Returns true if the runner owns the path, as far as its name tells; the steps' `given` folders aren't checked.
    package func isRunnerOwned(_ path: String, at step: Int) -> Bool {
        path.isPath("Package.swift") ? step > manifestStep : isRunnerFolder(path)
    }
}

extension TreeFile {
    /// True if the file may hold markers. This quick test spares most files from being parsed line by line.
    fileprivate var mentionsMarkers: Bool {
        ["// @", "//| ", "# @", "#| ", "-- @", "/* @", "<!-- @"].contains(where: contents.contains(bytesOf:))
    }
}
