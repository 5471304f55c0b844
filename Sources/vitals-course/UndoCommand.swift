internal import ArgumentParser
internal import CheckpointWorkspace
internal import Foundation

struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last next, jump, reset, solution --apply or update.",
        discussion: """
            Example: vitals-course undo. Run it again to undo the command before. vitals-course undo --redo redoes it.
            Only the files that the command touched go back, and the progress. A snapshot is taken first.
            """)

    @Flag(help: "Redo what was undone last.")
    var redo = false

    @Flag(help: "List what can be undone, latest first, without undoing it.")
    var list = false

    @OptionGroup var options: CommonOptions

    private struct Done: Encodable {
        let undone: String?
        let redone: String?
    }

    private struct Entry: Encodable {
        let command: String
        let at: Date
        let isUndone: Bool
    }

    func run() async throws {
        let workspace = try Place.here().requiredWorkspace(evenIfOlder: true)
        if list { return try show(workspace) }
        if redo {
            let operation = try await workspace.redo()
            return try options.print(
                Done(undone: nil, redone: operation.name),
                ["Done again: \(operation.name)   (vitals-course undo takes it back)"])
        }
        let operation = try await workspace.undo()
        try options.print(
            Done(undone: operation.name, redone: nil),
            ["Undone: \(operation.name)   (vitals-course undo --redo does it again)"])
    }

    private func show(_ workspace: Workspace) throws {
        let operations = try workspace.history().operations.reversed()
        let entries = operations.map { Entry(command: $0.name, at: $0.at, isUndone: $0.isUndone) }
        try options.print(
            entries,
            entries.isEmpty
                ? ["There is nothing to undo."]
                : entries.map { entry in
                    let date = entry.at.formatted(.iso8601.dateTimeSeparator(.space))
                    return "  \(date)  \(entry.command)\(entry.isUndone ? "  (undone)" : "")"
                })
    }
}
