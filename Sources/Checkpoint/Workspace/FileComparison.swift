package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// A comparison of the learner's files of a step with the course's, by `git diff`.
package struct FileComparison: Sendable {
    package let paths: [String]
    /// The unified diff from the learner's files to the reference; empty if they're the same.
    package let text: String

    package static func of(
        _ workspace: Workspace, _ step: Step, _ projector: Projector, coloured: Bool
    ) async throws -> FileComparison {
        let progress = try workspace.progress()
        try progress.requireStarted(step, in: projector.course)
        let begun = try progress.begunSteps(in: projector.course)
        let paths = try projector.workPaths(of: step.number, at: begun.max ?? step.number)
        let reference = try projector.tree(in: try progress.reference(for: step, in: projector.course))
        let text = try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-diff")
            let sides = [Workspace(root: folder + "/mine"), Workspace(root: folder + "/reference")]
            for side in sides {
                try FileManager.default.createDirectory(atPath: side.root, withIntermediateDirectories: true)
            }
            for path in paths {
                if let mine = workspace.contents(path) { try sides[0].export(mine, to: path) }
                if let file = reference[path] { try sides[1].export(file.contents, to: path) }
            }
            return try await diff(in: folder, coloured: coloured)
        }
        return FileComparison(paths: paths, text: text)
    }

    private static func diff(in folder: String, coloured: Bool) async throws -> String {
        guard Git.isThere else { throw CourseError.noGit }
        var command = Command(
            "git",
            [
                "--no-pager", "diff", "--no-index", "--no-prefix", "--no-ext-diff", "--no-textconv",
                "--color=\(coloured ? "always" : "never")", "--", "mine", "reference",
            ])
        command.environment = Git.environment()
        command.directory = folder
        let result = try await command.capture()
        // Exit status 1 means that there are differences.
        guard result.succeeded || result.ending == "exit status 1", result.standardError.isEmpty else {
            throw CourseError(.failed, "git diff failed with \(result.ending): \(result.standardError)")
        }
        return result.standardOutput
    }
}

extension Workspace {
    fileprivate func export(_ data: Data, to relative: String) throws {
        let target = URL(fileURLWithPath: path(relative))
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: target)
    }
}
