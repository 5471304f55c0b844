package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

extension Workspace {
    /// Creates a workspace with the starter of step 1.
    ///
    /// It counts as a workspace once its progress is written, which comes last. If a start is killed before that, it
    /// can be repeated.
    ///
    /// - Parameter folder: a folder that doesn't exist yet, or is empty.
    /// - Throws: `CourseError.usage` if a workspace can't be created there.
    package static func start(
        in folder: String, _ projector: Projector, frontend: Frontend
    ) async throws -> Workspace {
        let course = projector.course
        guard !folder.isEmpty else {
            throw CourseError(.usage, "A workspace needs a folder of its own: vitals-course start ../my-vitals")
        }
        let target = URL(fileURLWithPath: folder).standardizedFileURL.path
        let parent = existingParent(of: target)
        try refuseBadPlace(target, parent: parent, course)
        guard let first = course.writtenSteps.first else {
            throw CourseError(.courseBroken, "The course has no steps.")
        }
        let starter = try projector.starter(of: first.number)
        var progress = CourseProgress(courseVersion: course.version, frontend: frontend, current: first.id)
        progress.given = starter.mapValues { Fingerprint.of($0.contents) }

        let workspace = Workspace(root: target)
        try makeFolder(target)
        try makeMark(workspace.path(startingMark))
        try makeFolder(workspace.stateFolder)
        for (path, file) in starter { try workspace.write(file, to: path) }
        try workspace.write(TreeFile(ignored), to: ".gitignore")
        try workspace.write(TreeFile(attributes), to: ".gitattributes")
        try workspace.write(TreeFile(readme(course)), to: "README.md")
        for (path, file) in try EditorFiles.all(course: course.root) { try workspace.write(file, to: path) }
        try workspace.write(Shim.file, to: Shim.name)
        try workspace.rememberCourse(course.root)
        try await workspace.makeRepository(parent)
        try workspace.progressFile.write(progress)
        try? FileManager.default.removeItem(atPath: workspace.path(startingMark))
        return workspace
    }

    /// A marker file that exists during a start; it's created before anything else.
    private static let startingMark = ".vitals-is-starting"

    /// Records the clone's path. It isn't part of the progress, because it may differ on another machine.
    func rememberCourse(_ root: String) throws {
        guard courseRoot != root else { return }
        try AtomicFile.write(Data((root + "\n").utf8), to: stateFolder + "/course")
    }

    private static func refuseBadPlace(_ target: String, parent: String, _ course: Course) throws {
        let clone = resolved(course.root)
        if (resolved(parent) + "/").pathBegins(with: clone + "/") {
            throw CourseError(
                .usage,
                "\(target) is inside the clone of the course, whose git would swallow yours. Choose a folder outside it: "
                    + "vitals-course start ../my-vitals")
        }
        // A start was killed before the folder became a workspace.
        let isUnfinished =
            FileManager.default.fileExists(atPath: target + "/" + startingMark)
            && !FileManager.default.fileExists(atPath: Workspace(root: target).progressFile.path)
        guard !isUnfinished else { return }
        if let other = find(from: parent) {
            throw CourseError(
                .usage, "\(target) is inside the workspace \(other.root). Choose a folder outside it.")
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: target, isDirectory: &isFolder) else { return }
        let names = isFolder.boolValue ? try? FileManager.default.contentsOfDirectory(atPath: target) : nil
        guard let names else {
            throw CourseError(.usage, "\(target) isn't a readable folder. Choose another name.")
        }
        guard names.isEmpty else {
            throw CourseError(.usage, "\(target) isn't empty. Choose another name; start creates the folder.")
        }
    }

    /// Returns the nearest existing folder at or above a path.
    private static func existingParent(of path: String) -> String {
        EnclosingFolders.of(path).first(where: FileManager.default.fileExists) ?? "/"
    }

    private static func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    private static func makeFolder(_ path: String) throws {
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            throw CourseError(.usage, "\(path) can't be created. Choose a folder that you may write to.")
        }
    }

    /// Creates the mark with one system call: a temporary file that's moved into place would exist before the mark
    /// does.
    private static func makeMark(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw AtomicFile.failure(path) }
        close(descriptor)
    }

    /// Creates a repository for the learner, unless the workspace is in one already or git isn't installed.
    private func makeRepository(_ parent: String) async throws {
        guard Git.isThere else { return }
        var command = Command("git", ["-C", root, "rev-parse", "--is-inside-work-tree"])
        command.environment = Git.environment()
        guard try await !command.capture().succeeded else { return }
        // This git uses the user's own settings, because the name of the first branch is theirs to choose.
        _ = try await Command("git", ["init", "--quiet", root]).capture()
    }

    private static let ignored = """
        .build/
        .swiftpm/
        .DS_Store
        # It has this machine's path of the course.
        .devcontainer/
        # What holds on this machine only. .vitals/progress.json is worth keeping.
        .vitals/*
        !.vitals/progress.json

        """

    private static let attributes = """
        # Git for Windows may be set to check out CRLF, with which ./vitals-course doesn't start in WSL.
        * text=auto eol=lf

        """

    private static func readme(_ course: Course) -> String {
        """
        # My Vitals

        A health tracker for which the network is optional, built step by step. In this folder:

        ```sh
        ./vitals-course            # where am I, and what is next
        ./vitals-course read       # the lesson
        ./vitals-course check      # is it right?
        ./vitals-course next       # the next step's files
        ./vitals-course --help     # everything else
        ```

        Yours are `Sources` and whatever you add. `Tests/StepTests`, `Tests/StepSupport` and, from step 2 on,
        `Package.swift` are the course's: you may run and read them, but a check uses its own copies.

        Commit when a step passes. If you hand this folder in, your last commit is what's graded.
        """ + "\n"
    }
}
