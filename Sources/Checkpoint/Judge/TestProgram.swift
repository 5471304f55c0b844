internal import Foundation

/// A program that holds a learner's tests, run as often as needed: against one engine, one server at a time.
struct TestProgram: Sendable {
    let command: Command
    let limits: Limits
    /// For streams of events and output.
    let folder: String
    let resources: Resources

    /// - Parameter name: of the files that the run writes.
    func run(name: String, environment: [String: String], timeoutSeconds: Double) async throws -> JudgedRun {
        let events = "\(folder)/\(name).jsonl"
        var command = command
        command.arguments += ["--event-stream-output-path", events, "--event-stream-version", "0"]
        for (key, value) in environment { command.environment[key] = value }
        command.sandbox = command.sandbox?.opening(writable: [events])
        let log = try EventLog(path: events)
        let run = LimitedRun(
            command: command, outputPath: outputPath(name), log: log, limits: limits,
            deadline: .now + .seconds(timeoutSeconds), resources: resources, isSilent: { false })
        let ending = try await run.run()
        return JudgedRun(events: log.read(), ending: ending, output: output(name))
    }

    /// The end of what a run printed.
    func output(_ name: String) -> String {
        guard let file = FileHandle(forReadingAtPath: outputPath(name)) else { return "" }
        defer { try? file.close() }
        let size = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: size > 16_384 ? size - 16_384 : 0)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }

    private func outputPath(_ name: String) -> String { "\(folder)/\(name).txt" }
}
