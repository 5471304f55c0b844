package import Foundation

/// What was done to a workspace and can be taken back: `.vitals/history.git/operations.json`.
package struct History: Codable, Sendable {
    package struct Operation: Codable, Hashable, Sendable {
        /// As a command, such as `reset 8`.
        package let name: String
        package let at: Date
        /// The snapshot to which undoing it leads.
        var before: String
        /// The files that it wrote or removed.
        let paths: [String]
        /// The snapshot taken before it was undone; nil while it stands.
        var undone: String?

        package var isUndone: Bool { undone != nil }
    }

    /// Oldest first; those that were undone are the last ones.
    package var operations: [Operation] = []

    private static let longest = 200

    mutating func append(_ operation: Operation) {
        operations.removeAll(where: \.isUndone)
        operations.append(operation)
        operations = operations.suffix(Self.longest)
    }

    /// What `undo` would take back.
    var lastStanding: Int? { operations.lastIndex { !$0.isUndone } }
    /// What `undo --redo` would do again.
    var firstUndone: Int? { operations.firstIndex { $0.isUndone } }

    static func read(_ path: String) throws -> History {
        guard let data = FileManager.default.contents(atPath: path) else { return History() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { return try decoder.decode(History.self, from: data) } catch {
            throw CourseError(
                .failed,
                "\(path) is damaged. Move it away and go on; the snapshots themselves are in the repository "
                    + "beside it, and git log --all shows them.")
        }
    }

    func write(_ path: String) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(try encoder.encode(self), to: path)
    }
}

extension Workspace {
    private var historyPath: String { Snapshots(workspace: self).folder + "/operations.json" }

    package func history() throws -> History { try History.read(historyPath) }

    /// Takes a snapshot and notes what is about to be done; from now on it can be undone.
    func begin(_ name: String, touching paths: [String], at now: Date, holding _: WorkspaceLock) async throws {
        let before = try await Snapshots(workspace: self).take("Before " + name, including: paths)
        var history = try history()
        history.append(.init(name: name, at: now, before: before, paths: paths))
        try history.write(historyPath)
    }

    /// Takes the note of a command away that has changed nothing after all.
    func forgetLast(holding _: WorkspaceLock) throws {
        var history = try history()
        history.operations.removeLast()
        try history.write(historyPath)
    }

    /// Takes back the last command that changed the workspace: its files and the progress, and nothing else.
    ///
    /// - Returns: what was undone.
    package func undo() async throws -> History.Operation {
        let lock = try lock()
        // Should it be damaged, that is said before anything is touched.
        _ = try progress()
        var history = try history()
        guard let index = history.lastStanding else { throw CourseError(.failed, "There is nothing to undo.") }
        let operation = history.operations[index]
        let present = try await turn(
            to: operation.before, operation.paths, "Before undo of " + operation.name, holding: lock)
        history.operations[index].undone = present
        try history.write(historyPath)
        return operation
    }

    /// Does again what was undone last.
    package func redo() async throws -> History.Operation {
        let lock = try lock()
        // Should it be damaged, that is said before anything is touched.
        _ = try progress()
        var history = try history()
        guard let index = history.firstUndone, let after = history.operations[index].undone else {
            throw CourseError(.failed, "There is nothing to do again.")
        }
        let operation = history.operations[index]
        let present = try await turn(to: after, operation.paths, "Before redo of " + operation.name, holding: lock)
        history.operations[index].undone = nil
        history.operations[index].before = present
        try history.write(historyPath)
        return operation
    }

    /// Killed half-way, it can be asked for again: what is done is noted last.
    ///
    /// - Returns: the snapshot of what was there before, which `message` describes.
    private func turn(
        to commit: String, _ paths: [String], _ message: String, holding lock: WorkspaceLock
    ) async throws -> String {
        try requireNoLinks(above: paths)
        let snapshots = Snapshots(workspace: self)
        let marks = marks(of: paths)
        let present = try await snapshots.take(message, including: paths)
        try await snapshots.restore(paths, from: commit, unlessChangedSince: marks)
        guard let past = try await snapshots.progress(in: commit) else { return present }
        try update(holding: lock) { progress in
            let seen = progress.steps
            progress = past
            // Taking back a command does not make anybody forget what they have read.
            for (id, step) in seen { progress[id: id].remember(step) }
        }
        return present
    }
}

extension StepProgress {
    mutating func remember(_ later: StepProgress) {
        hints.merge(later.hints) { max($0, $1) }
        solutionShownAt = solutionShownAt ?? later.solutionShownAt
    }
}
