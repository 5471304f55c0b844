internal import CheckpointSystem
package import Foundation

/// The operations on a workspace that can be undone: `.vitals/history.git/operations.json`.
package struct History: Codable, Sendable {
    package struct Operation: Codable, Hashable, Sendable {
        /// The command, such as `reset 8`.
        package let name: String
        package let at: Date
        /// The snapshot that undoing the operation restores.
        package var before: String
        /// The files that the operation wrote or removed.
        package let paths: [String]
        /// The snapshot taken before the operation was undone; nil if it hasn't been undone.
        package var undone: String?

        package var isUndone: Bool { undone != nil }
    }

    /// The operations, oldest first; the undone ones are at the end.
    package var operations: [Operation] = []

    private static let longest = 200

    package mutating func append(_ operation: Operation) {
        operations.removeAll(where: \.isUndone)
        operations.append(operation)
        operations = operations.suffix(Self.longest)
    }

    /// The index of the operation that `undo` would take back.
    var lastStanding: Int? { operations.lastIndex { !$0.isUndone } }
    /// The index of the operation that `undo --redo` would repeat.
    var firstUndone: Int? { operations.firstIndex { $0.isUndone } }

    package static func read(_ path: String) throws -> History {
        guard let data = FileManager.default.contents(atPath: path) else { return History() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { return try decoder.decode(History.self, from: data) } catch {
            throw CourseError(
                .failed,
                "\(path) is damaged. Move it away and continue; the snapshots themselves are in the repository "
                    + "beside it, and git log --all shows them.")
        }
    }

    package func write(_ path: String) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(try encoder.encode(self), to: path)
    }
}

extension Workspace {
    private var historyPath: String { Snapshots(workspace: self).folder + "/operations.json" }

    package func history() throws -> History { try History.read(historyPath) }

    /// Takes a snapshot and records the operation that's about to happen; from now on it can be undone.
    package func begin(_ name: String, touching paths: [String], at now: Date, holding _: WorkspaceLock) async throws {
        let before = try await Snapshots(workspace: self).take("Before " + name, including: paths)
        var history = try history()
        history.append(.init(name: name, at: now, before: before, paths: paths))
        try history.write(historyPath)
    }

    /// Removes the record of the latest command, because it changed nothing after all.
    func forgetLast(holding _: WorkspaceLock) throws {
        var history = try history()
        history.operations.removeLast()
        try history.write(historyPath)
    }

    /// Undoes the last command that changed the workspace: it restores its files and the progress, and nothing else.
    ///
    /// - Parameter afterSnapshot: called between the snapshot and the changes; for tests.
    /// - Returns: the operation that was undone.
    package func undo(afterSnapshot: () throws -> Void = {}) async throws -> History.Operation {
        let lock = try lock()
        // If the progress is damaged, report that before changing anything.
        _ = try progress()
        var history = try history()
        guard let index = history.lastStanding else { throw CourseError(.failed, "There is nothing to undo.") }
        let operation = history.operations[index]
        let present = try await restore(
            to: operation.before, operation.paths, "Before undo of " + operation.name, holding: lock, afterSnapshot)
        history.operations[index].undone = present
        try history.write(historyPath)
        return operation
    }

    /// Repeats the operation that was undone last.
    package func redo(afterSnapshot: () throws -> Void = {}) async throws -> History.Operation {
        let lock = try lock()
        // If the progress is damaged, report that before changing anything.
        _ = try progress()
        var history = try history()
        guard let index = history.firstUndone, let after = history.operations[index].undone else {
            throw CourseError(.failed, "There is nothing to redo.")
        }
        let operation = history.operations[index]
        let present = try await restore(
            to: after, operation.paths, "Before redo of " + operation.name, holding: lock, afterSnapshot)
        history.operations[index].undone = nil
        history.operations[index].before = present
        try history.write(historyPath)
        return operation
    }

    /// Restores files and progress from a snapshot. If it's killed half-way, the command can be repeated, because the
    /// caller records it last.
    ///
    /// - Returns: a snapshot of the state before, described by `message`.
    private func restore(
        to commit: String, _ paths: [String], _ message: String, holding lock: WorkspaceLock,
        _ afterSnapshot: () throws -> Void
    ) async throws -> String {
        try requireNoLinks(above: paths)
        let snapshots = Snapshots(workspace: self)
        let marks = marks(of: paths)
        let present = try await snapshots.take(message, including: paths)
        try afterSnapshot()
        try await snapshots.restore(paths, from: commit, unlessChangedSince: marks)
        guard let past = try await snapshots.progress(in: commit) else { return present }
        try update(holding: lock) { progress in
            let seen = progress.steps
            progress = past
            // Undoing a command doesn't make the learner forget the hints and solutions they've read.
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
