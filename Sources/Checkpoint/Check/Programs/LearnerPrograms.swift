package import CheckpointCourse
internal import CheckpointSystem
package import CheckpointWorkspace
internal import Foundation

/// Programs built from a learner's own code, in its present state in a workspace.
///
/// They're in a folder for this workspace. A new build replaces them and never writes into them, so that programs
/// already running continue and checks needn't wait.
package struct LearnerPrograms: Sendable {
    package let workspace: Workspace
    package var checker: Checker
    /// The step that the learner is at.
    package let step: Step
    /// The steps whose files the workspace has.
    package let begun: StepSet
    /// Called with a message when another check holds the build folder.
    package var waiting: @Sendable (String) -> Void = { _ in }

    /// - Throws: `CourseError` if the workspace's progress can't be read.
    package init(workspace: Workspace, checker: Checker) throws {
        let progress = try workspace.progress()
        self.workspace = workspace
        self.checker = checker
        step = try progress.currentStep(in: checker.projector.course)
        begun = try progress.begunSteps(in: checker.projector.course)
    }

    private var course: Course { checker.projector.course }
    private var reached: [Step] { course.writtenSteps.filter { begun.contains($0.number) } }

    /// Returns true for the name of an executable that the package has by this step.
    package func isProduct(_ word: String) -> Bool { reached.contains { $0.products.contains(word) } }

    /// Builds executables of the package.
    ///
    /// - Returns: the folder that holds them.
    /// - Throws: `CourseError` if the learner's code doesn't build.
    package func products(_ names: [String]) async throws -> String {
        try await building { stage, folder in
            for name in names { try Self.place("\(stage.products)/\(name)", at: "\(folder)/\(name)") }
        }
    }

    /// Builds the program that a word names, in the package, a lesson or a Swift file, and returns its path.
    ///
    /// - Throws: `CourseError` if there's no such program, or if it doesn't compile.
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
                    .failed, "\(word) doesn't compile with your code.",
                    lastLines: failure.errors.map { $0.replacing(file, with: word) })
            }
        }
        return folder + "/" + program.name
    }

    /// Makes a line of a program's standard error readable for people: a body that isn't written yet reports itself in
    /// a format meant for the runner.
    package func message(for line: String) -> String {
        guard let mark = NotWrittenMark(in: line) else { return line }
        let index = try? RegionIndex(projector: checker.projector)
        let region = index?.region(withTask: mark.task, step: mark.step)
        let tree = try? LearnerTree.read(workspace.root)
        let place = region.flatMap { index?.place(of: $0, in: tree ?? [:]) }
        return "Not written yet (step \(mark.step)): \(mark.task), in \(place ?? "\(mark.path):\(mark.line)")"
    }

    /// Returns the source of a lesson's program, for reading and copying.
    ///
    /// - Throws: `CourseError.usage` if the lessons so far have no program of this name.
    package func source(_ name: String) throws -> String {
        guard !name.pathEnds(with: ".swift"), !isProduct(name) else {
            throw CourseError(.usage, "--source prints programs of lessons, and \(name) isn't one.")
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
        let list =
            known.isEmpty ? "The lessons so far have no programs" : "The programs: " + known.joined(separator: ", ")
        throw CourseError(
            .usage,
            "There is no program \(word).\(Suggestion.sentence(for: word, among: known)) \(list). To run a file of yours, give its path, which ends in .swift."
        )
    }

    /// - Returns: the workspace's folder of programs.
    private func building(_ body: @Sendable (_ stage: Stage, _ folder: String) async throws -> Void) async throws
        -> String
    {
        let stage = try checker.stages.stage(for: begun)
        let folder = "\(CacheFolder.standard)/programs/\(Fingerprint.of(Data(workspace.root.utf8)))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let holder = StageHolder.check(of: step.number, in: workspace)
        try await stage.exclusively(for: holder, repeats: true, waiting: waiting) {
            var request = Checker.Request(tree: try LearnerTree.read(workspace.root), step: step.number, of: course)
            request.reached = begun
            let report = try await checker.build(request)
            guard report.didBuild else {
                throw CourseError(.failed, "Your code doesn't build. To see where: vitals-course check \(step.number)")
            }
            try await body(stage, folder)
        }
        return folder
    }

    /// Places a copy with a new inode, so that a running program isn't disturbed.
    private static func place(_ source: String, at path: String) throws {
        let manager = FileManager.default
        let copy = path + ".new"
        try? manager.removeItem(atPath: copy)
        try manager.copyItem(atPath: source, toPath: copy)
        guard rename(copy, path) == 0 else { throw CourseError(.failed, "\(path) can't be written.") }
    }
}

extension Step {
    /// Returns the names of the small programs of the step's lesson.
    package func programs(root: String) -> [String] {
        SourceFiles.list(root, "steps/\(id)/programs").sorted().map { path in
            String((path.split(separator: "/").last ?? "").dropLast(".swift".count))
        }
    }
}
