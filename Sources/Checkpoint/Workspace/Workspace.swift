internal import Foundation

/// A learner's own package, and the folder `.vitals` in it where the runner keeps what it knows.
package struct Workspace: Hashable, Sendable {
    /// An absolute path.
    package let root: String

    package init(root: String) { self.root = root }

    /// The workspace that a folder lies in, however deep.
    package static func find(from folder: String) -> Workspace? {
        EnclosingFolders.of(folder).lazy.map(Workspace.init).first(where: \.isThere)
    }

    /// Also when its progress was lost, so that this can be said.
    private var isThere: Bool {
        [progressFile.path, stateFolder + "/course"].contains { FileManager.default.fileExists(atPath: $0) }
    }

    package func path(_ relative: String) -> String { root + "/" + relative }

    var stateFolder: String { path(Self.stateFolderName) }
    static let stateFolderName = ".vitals"
    static let progressPath = stateFolderName + "/progress.json"

    var progressFile: ProgressFile { ProgressFile(path: path(Self.progressPath)) }

    /// The clone of the course that it was started from, as `.vitals/course` has it; nil when that is not there.
    package var courseRoot: String? {
        guard let text = try? String(contentsOfFile: stateFolder + "/course", encoding: .utf8) else { return nil }
        let path = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return path.isEmpty ? nil : path
    }

    // MARK: Progress

    package func progress() throws -> CourseProgress { try progressFile.read() }

    /// Changes the progress; several processes at once lose nothing of each other's.
    @discardableResult
    package func update(_ change: (inout CourseProgress) throws -> Void) throws -> CourseProgress {
        try update(holding: try lock(), change)
    }

    func lock() throws -> WorkspaceLock { try WorkspaceLock.take(stateFolder + "/lock") }

    @discardableResult
    func update(holding _: WorkspaceLock, _ change: (inout CourseProgress) throws -> Void) throws -> CourseProgress {
        var progress = try progressFile.read()
        let before = progress
        try change(&progress)
        if progress != before { try progressFile.write(progress) }
        return progress
    }

    // MARK: The learner's files

    /// What the files look like now; one that is not there is left out.
    package func fingerprints(of paths: [String]) -> [String: FileFingerprint] {
        var found: [String: FileFingerprint] = [:]
        for path in paths { found[path] = FileFingerprint.of(self.path(path)) }
        return found
    }

    /// The files that a step passed with and that are not the same now, sorted.
    package func changes(since step: StepProgress) -> [String] {
        step.passedFiles.filter { !$0.value.matches(path($0.key)) }.keys.sorted()
    }
}
