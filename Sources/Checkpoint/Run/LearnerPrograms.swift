internal import Foundation

/// Programs made of a learner's own code, as it stands in a workspace.
///
/// They lie in a folder of the workspace's own and are replaced, never written to: what runs already goes on, and checks
/// are not held up.
package struct LearnerPrograms: Sendable {
    package let workspace: Workspace
    package var checker: Checker
    /// The one that the learner is at.
    package let step: Step
    /// Told when another check has the build folder.
    package var waiting: @Sendable (String) -> Void = { _ in }

    package init(workspace: Workspace, checker: Checker, step: Step) {
        self.workspace = workspace
        self.checker = checker
        self.step = step
    }

    private var course: Course { checker.projector.course }
    private var reached: [Step] { course.writtenSteps.filter { $0.number <= step.number } }

    /// True for the name of a program that the package has by now.
    package func isProduct(_ word: String) -> Bool { reached.contains { $0.products.contains(word) } }

    /// Programs of the package.
    ///
    /// - Returns: the folder that holds them.
    /// - Throws: `CourseError` when the learner's code does not build.
    package func products(_ names: [String]) async throws -> String {
        try await building { stage, folder in
            for name in names { try Self.place("\(stage.products)/\(name)", at: "\(folder)/\(name)") }
        }
    }

    /// The path of a program that a word means: one of the package, one of a lesson, or a Swift file.
    ///
    /// - Throws: `CourseError` when nothing answers to it, or it does not compile.
    package func program(_ word: String) async throws -> String {
        if isProduct(word) { return try await products([word]) + "/" + word }
        let program = try lessonProgram(word)
        let folder = try await building { stage, folder in
            do {
                let built = try await program.build(on: stage, into: folder + "/under-way")
                try Self.place(built, at: folder + "/" + program.name)
            } catch let failure as CompilerFailure {
                let file = "\(folder)/under-way/\(program.name)/main.swift"
                throw CourseError(
                    .failed, "\(word) does not compile with your code.",
                    lastLines: failure.errors.map { $0.replacing(file, with: word) })
            }
        }
        return folder + "/" + program.name
    }

    /// A line that a program wrote to its standard error, for people: a body that is still to be written makes itself known in
    /// a form for the runner.
    package func inWords(_ line: String) -> String {
        guard let mark = NotWrittenMark(in: line) else { return line }
        let index = try? RegionIndex(projector: checker.projector)
        let region = index?.region(withTask: mark.task, step: mark.step)
        let tree = try? LearnerTree.read(workspace.root)
        let place = region.flatMap { index?.place(of: $0, in: tree ?? [:]) }
        return "Not written yet (step \(mark.step)): \(mark.task), in \(place ?? "\(mark.path):\(mark.line)")"
    }

    /// The text of a lesson's program, to be read, copied and changed.
    ///
    /// - Throws: `CourseError.usage` when the lessons so far have none of this name.
    package func source(_ name: String) throws -> String {
        guard !name.pathEnds(with: ".swift"), !isProduct(name) else {
            throw CourseError(.usage, "--source is for the programs of lessons; \(name) is none.")
        }
        return try lessonProgram(name).source.text ?? ""
    }

    private func lessonProgram(_ word: String) throws -> LessonProgram {
        if word.pathEnds(with: ".swift") {
            guard let source = FileManager.default.contents(atPath: word) else {
                throw CourseError(.usage, "There is no file \(word).")
            }
            let name = (word as NSString).lastPathComponent.dropLast(".swift".count)
            return LessonProgram(name: String(name) + ".swift", source: TreeFile(source))
        }
        for step in reached.reversed() {
            if let source = FileManager.default.contents(atPath: course.root + "/" + step.program(word)) {
                return LessonProgram(name: word, source: TreeFile(source))
            }
        }
        let known = Array(Set(reached.flatMap { $0.products + $0.programs(root: course.root) })).sorted()
        let list = known.isEmpty ? "The lessons so far bring none" : "There are: " + known.joined(separator: ", ")
        throw CourseError(
            .usage,
            "Nothing here is called \(word).\(Suggestion.words(for: word, among: known)) \(list). A file of yours ends in .swift."
        )
    }

    /// - Returns: the workspace's folder of programs.
    private func building(_ body: @Sendable (_ stage: Stage, _ folder: String) async throws -> Void) async throws
        -> String
    {
        let stage = try checker.stages.stage(at: step.number)
        let folder = "\(CacheFolder.standard)/programs/\(Fingerprint.of(Data(workspace.root.utf8)))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let holder = StageHolder.check(of: step.number, in: workspace)
        try await stage.exclusively(for: holder, repeats: true, waiting: waiting) {
            let request = Checker.Request(tree: try LearnerTree.read(workspace.root), step: step.number)
            let report = try await checker.build(request)
            guard report.didBuild else {
                throw CourseError(.failed, "Your code does not build; vitals-course check \(step.number) says where.")
            }
            try await body(stage, folder)
        }
        return folder
    }

    /// A copy under another inode: a program that runs is left alone.
    private static func place(_ source: String, at path: String) throws {
        let manager = FileManager.default
        let copy = path + ".new"
        try? manager.removeItem(atPath: copy)
        try manager.copyItem(atPath: source, toPath: copy)
        guard rename(copy, path) == 0 else { throw CourseError(.failed, "\(path) cannot be written.") }
    }
}

extension Step {
    /// The small programs of its lesson, by name.
    func programs(root: String) -> [String] {
        SourceFiles.list(root, "steps/\(id)/programs").sorted().map { path in
            String((path.split(separator: "/").last ?? "").dropLast(".swift".count))
        }
    }
}
