internal import CheckpointCourse
internal import Foundation

/// The changes that a command will make to a workspace, planned before anything is touched.
struct WorkspacePlan {
    /// Files to write, by path; those that already have these contents are left alone.
    var writes: [String: TreeFile] = [:]
    var removals: [String] = []
    /// The learner's files that stay, although a starter has the same path.
    var kept: [String] = []
    /// Files of the course that the workspace will have, with a hash of their contents.
    var given: [String: String] = [:]
    var progress: (inout CourseProgress) -> Void = { _ in }

    /// The learner's files that give way to a file of the course; the learner's contents go beside it.
    var movedAside: [String] = []

    static let starterSuffix = ".starter"
    static let asideSuffix = ".yours"

    mutating func write(_ path: String, _ file: TreeFile) {
        writes[path] = file
        given[path] = Fingerprint.of(file.contents)
    }

    /// Plans to write a file of the course over an earlier one of the course's; a learner's own file of that name is
    /// kept beside it.
    mutating func write(_ path: String, _ file: TreeFile, in workspace: Workspace, _ progress: CourseProgress) {
        write(path, file)
        guard progress.given[path] == nil, let own = workspace.contents(path), own != file.contents else { return }
        writes[path + Self.asideSuffix] = TreeFile(own)
        movedAside.append(path)
    }

    /// Plans to write a starter file; if a different file exists already, that file stays and the starter goes beside
    /// it.
    mutating func offer(_ path: String, _ file: TreeFile, in workspace: Workspace) {
        given[path] = Fingerprint.of(file.contents)
        if !workspace.exists(path) {
            writes[path] = file
        } else if workspace.contents(path) != file.contents {
            writes[path + Self.starterSuffix] = TreeFile(file.contents)
            kept.append(path)
        }
    }
}

/// The changes that a command made to a workspace.
package struct WorkspaceReport: Encodable, Sendable {
    package var added: [String] = []
    package var replaced: [String] = []
    package var removed: [String] = []
    /// The learner's files that stayed although a starter has the same path; the starter is beside them.
    package var kept: [String] = []
    /// The learner's files that gave way; their contents are beside them.
    package var movedAside: [String] = []

    package var isEmpty: Bool { added.isEmpty && replaced.isEmpty && removed.isEmpty && kept.isEmpty }
}

extension Workspace {
    /// Carries out a plan. A snapshot comes first, so that the plan can be undone.
    ///
    /// - Parameters:
    ///   - name: the command, such as `reset 8`.
    ///   - afterSnapshot: a hook for tests, which simulates a change by another process at that moment.
    /// - Throws: `CourseError`, before anything is changed, if a file is behind a link, isn't in the snapshot, or was
    ///   edited after it.
    func perform(
        _ name: String, at now: Date, _ plan: (CourseProgress) throws -> WorkspacePlan,
        afterSnapshot: () throws -> Void = {}
    ) async throws -> WorkspaceReport {
        let lock = try lock()
        let progress = try progress()
        let plan = try plan(progress)
        var report = WorkspaceReport(kept: plan.kept.sorted(), movedAside: plan.movedAside.sorted())
        var writes: [(path: String, file: TreeFile)] = []
        for (path, file) in plan.writes.sorted(by: { $0.key < $1.key }) where !has(path, file) {
            writes.append((path, file))
            if exists(path) { report.replaced.append(path) } else { report.added.append(path) }
        }
        report.removed = plan.removals.filter(exists).sorted()

        let change: (inout CourseProgress) -> Void = { progress in
            progress.given.merge(plan.given) { $1 }
            for path in report.removed { progress.given[path] = nil }
            plan.progress(&progress)
        }
        var changed = progress
        change(&changed)
        guard !writes.isEmpty || !report.removed.isEmpty || changed != progress else { return report }

        let touched = writes.map(\.path) + report.removed
        try requireNoLinks(above: touched)
        let marks = marks(of: touched)
        try await begin(name, touching: touched, at: now, holding: lock)
        try afterSnapshot()
        do {
            for path in touched { try requireUnchanged(path, since: marks) }
        } catch {
            // Nothing was changed, so there's nothing to undo.
            try forgetLast(holding: lock)
            throw error
        }
        for (path, file) in writes {
            try requireUnchanged(path, since: marks)
            try write(file, to: path)
        }
        for path in report.removed {
            try requireUnchanged(path, since: marks)
            try remove(path)
        }
        try update(holding: lock, change)
        return report
    }

    private func has(_ path: String, _ file: TreeFile) -> Bool {
        contents(path) == file.contents
            && FileManager.default.isExecutableFile(atPath: self.path(path)) == file.isExecutable
    }
}
