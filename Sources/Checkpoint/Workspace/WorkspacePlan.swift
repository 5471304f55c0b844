internal import Foundation

/// What a command will do to a workspace, worked out before anything is touched.
struct WorkspacePlan {
    /// Files to be written, by path; those that are so already are left alone.
    var writes: [String: TreeFile] = [:]
    var removals: [String] = []
    /// Files of the learner's that are in the way of a starter and stay.
    var kept: [String] = []
    /// Files of the course that the workspace has from now on, with a hash of what they hold.
    var given: [String: String] = [:]
    var progress: (inout CourseProgress) -> Void = { _ in }

    /// Files of the learner's that must give way; they are moved beside it.
    var movedAside: [String] = []

    static let starterSuffix = ".starter"
    static let asideSuffix = ".yours"

    mutating func write(_ path: String, _ file: TreeFile) {
        writes[path] = file
        given[path] = Fingerprint.of(file.contents)
    }

    /// Writes a file of the course over one that the course gave before; a learner's own of that name is kept beside it.
    mutating func write(_ path: String, _ file: TreeFile, in workspace: Workspace, _ progress: CourseProgress) {
        write(path, file)
        guard progress.given[path] == nil, let own = workspace.contents(path), own != file.contents else { return }
        writes[path + Self.asideSuffix] = TreeFile(own)
        movedAside.append(path)
    }

    /// Writes a file that the learner goes on from; one that is there and differs stays, and the starter goes beside it.
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

/// What a command did to a workspace.
package struct WorkspaceReport: Encodable, Sendable {
    package var added: [String] = []
    package var replaced: [String] = []
    package var removed: [String] = []
    /// Files of the learner's that were in the way and stayed; the starter lies beside them.
    package var kept: [String] = []
    /// Files of the learner's that had to give way; what they held lies beside them.
    package var movedAside: [String] = []

    package var isEmpty: Bool { added.isEmpty && replaced.isEmpty && removed.isEmpty && kept.isEmpty }
}

extension Workspace {
    /// Carries out a plan; a snapshot comes first, so that it can be undone.
    ///
    /// - Parameters:
    ///   - name: the command, such as `reset 8`.
    ///   - afterSnapshot: for tests: what somebody else does at that moment.
    /// - Throws: `CourseError` before anything is changed where a file lies behind a link, is in no snapshot, or was edited
    ///   after it.
    func perform(
        _ name: String, at now: Date, _ plan: (CourseProgress) throws -> WorkspacePlan,
        afterSnapshot: () throws -> Void = {}
    ) async throws -> WorkspaceReport {
        let lock = try lock()
        let progress = try progress()
        let plan = try plan(progress)
        var report = WorkspaceReport(kept: plan.kept.sorted(), movedAside: plan.movedAside.sorted())
        var writes: [(path: String, file: TreeFile)] = []
        for (path, file) in plan.writes.sorted(by: { $0.key < $1.key }) where !holds(path, file) {
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
            // Nothing was done, so there is nothing to undo.
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

    private func holds(_ path: String, _ file: TreeFile) -> Bool {
        contents(path) == file.contents
            && FileManager.default.isExecutableFile(atPath: self.path(path)) == file.isExecutable
    }
}
