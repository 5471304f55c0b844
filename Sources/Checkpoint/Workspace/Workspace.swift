internal import CheckpointCourse
internal import Foundation

/// A learner's own package; the runner keeps its data in the folder `.vitals` there.
package struct Workspace: Hashable, Sendable {
    /// The absolute path.
    package let root: String

    package init(root: String) { self.root = root }

    /// Returns the workspace that contains a folder, at any depth.
    package static func find(from folder: String) -> Workspace? {
        EnclosingFolders.of(folder).lazy.map(Workspace.init).first(where: \.isThere)
    }

    /// True even if the progress was lost, so that the loss can be reported.
    private var isThere: Bool {
        [progressFile.path, stateFolder + "/course"].contains { FileManager.default.fileExists(atPath: $0) }
    }

    package func path(_ relative: String) -> String { root + "/" + relative }

    var stateFolder: String { path(Self.stateFolderName) }
    package static let stateFolderName = ".vitals"
    package static let progressPath = stateFolderName + "/progress.json"

    var progressFile: ProgressFile { ProgressFile(path: path(Self.progressPath)) }

    /// The clone of the course that the workspace belongs to, as `.vitals/course` names it; nil if that file is
    /// missing.
    package var courseRoot: String? {
        guard let text = try? String(contentsOfFile: stateFolder + "/course", encoding: .utf8) else { return nil }
        let path = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return path.isEmpty ? nil : path
    }

    // MARK: Progress

    package func progress() throws -> CourseProgress { try progressFile.read() }

    /// Changes the progress under the lock, so that concurrent processes don't lose each other's changes.
    @discardableResult
    package func update(_ change: (inout CourseProgress) throws -> Void) throws -> CourseProgress {
        try update(holding: try lock(), change)
    }

    package func lock() throws -> WorkspaceLock { try WorkspaceLock.take(stateFolder + "/lock") }

    @discardableResult
    package func update(holding _: WorkspaceLock, _ change: (inout CourseProgress) throws -> Void) throws
        -> CourseProgress
    {
        var progress = try progressFile.read()
        let before = progress
        try change(&progress)
        if progress != before { try progressFile.write(progress) }
        return progress
    }

    // MARK: The learner's files

    /// Returns the present fingerprints of files; missing files are left out.
    package func fingerprints(of paths: [String]) -> [String: FileFingerprint] {
        var found: [String: FileFingerprint] = [:]
        for path in paths { found[path] = FileFingerprint.of(self.path(path)) }
        return found
    }

    /// Returns the files that have changed since a step passed with them, sorted.
    package func changes(since step: StepProgress) -> [String] {
        step.passedFiles.filter { !$0.value.matches(path($0.key)) }.keys.sorted()
    }
}
