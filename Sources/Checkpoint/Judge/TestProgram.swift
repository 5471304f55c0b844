internal import Foundation

/// A program that holds a learner's tests, run as often as needed: against one engine, one server at a time.
struct TestProgram: Sendable {
    let command: Command
    /// What limits a process, put before the command: a program and its arguments; empty for none.
    let limiter: [String]

    static let outputLimitBytes = 16 << 20

    /// Runs it once; whatever it left running is ended with it.
    ///
    /// - Parameter name: of the files that the run writes into `folder`.
    func run(
        name: String, in folder: String, environment: [String: String], timeoutSeconds: Double, _ resources: Resources
    ) async throws -> TestOutcomes {
        let events = "\(folder)/\(name).jsonl"
        let log = "\(folder)/\(name).log"
        var command = command
        command.arguments += ["--event-stream-output-path", events, "--event-stream-version", "0"]
        for (key, value) in environment { command.environment[key] = value }
        if let limiterProgram = limiter.first {
            command.arguments = limiter.dropFirst() + [command.executable] + command.arguments
            command.executable = limiterProgram
        }
        let process = try await resources.start(command, name: "The tests", logPath: log, stopSignal: SIGKILL)
        defer { kill(-process.processID, SIGKILL) }
        let ending = try await watch(process, log: log, events: events, timeoutSeconds)
        // A stream that was flooded is not read.
        let text = ending == .flooded ? "" : (try? String(contentsOfFile: events, encoding: .utf8)) ?? ""
        return TestOutcomes(eventStream: text, ending: ending, lastLines: process.lastLines())
    }

    private func watch(
        _ process: RunningProcess, log: String, events: String, _ timeoutSeconds: Double
    ) async throws -> TestOutcomes.Ending {
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        while true {
            if let words = process.howItEnded { return words.hasPrefix("exit") ? .whole : .died(words) }
            if ContinuousClock.now > deadline { return .timedOut }
            if Self.size(log) + Self.size(events) > Self.outputLimitBytes { return .flooded }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}
