internal import CheckpointSystem
internal import Foundation

/// A program that holds a learner's tests. It runs as often as needed, against one engine or server at a time.
struct TestProgram: Sendable {
    let command: Command
    let limits: Limits
    /// Folder for event streams and output.
    let folder: String
    let resources: Resources

    func run(in environment: TestEnvironment, timeoutSeconds: Double) async throws -> MutantRun {
        // The tests can see this path, so it must not reveal whether they run on the reference or on a mutant.
        let path = folder + "/" + UUID().uuidString
        let events = path + ".jsonl"
        var command = command
        command.arguments += ["--event-stream-output-path", events, "--event-stream-version", "0"]
        for (key, value) in environment.environment { command.environment[key] = value }
        command.sandbox?.readable += environment.readable
        command.sandbox?.writable += [events]
        let log = try EventLog(path: events)
        let run = LimitedRun(
            command: command, outputPath: path + ".txt", log: log, limits: limits,
            deadline: .now + .seconds(timeoutSeconds), resources: resources, isSilent: { false })
        let ending = try await run.run()
        return MutantRun(events: log.read(), ending: ending, output: Self.end(of: path + ".txt"))
    }

    /// The last 16 KiB of a run's output.
    private static func end(of path: String) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let size = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: size > 16_384 ? size - 16_384 : 0)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
