internal import CheckpointSystem
internal import Foundation

/// A program of a phone that goes on printing, such as `vitals-device watch --json`, with its lines in a file.
struct DemoScreen: Sendable {
    let process: RunningProcess

    /// - Parameter arguments: the command and its options, without the phone's folder.
    init(_ phone: DemoPhone, _ arguments: String..., log: String, on stage: DemoStage) async throws {
        process = try await stage.resources.start(
            Command(phone.executable, arguments + ["--data", phone.dataDirectory]), name: "vitals-device",
            logPath: "\(stage.directory)/\(log).log")
    }

    var lines: [Substring] {
        ((try? String(contentsOfFile: process.logPath, encoding: .utf8)) ?? "").split(separator: "\n")
    }

    /// Waits for a line with all of these texts.
    ///
    /// - Returns: false if none comes within 30 s.
    func shows(_ texts: String...) async -> Bool {
        await Self.within(seconds: 30) {
            lines.contains { line in texts.allSatisfy { line.contains($0) } } ? true : nil
        } ?? false
    }

    /// Looks 50 times a second.
    ///
    /// - Returns: nil once the time is over.
    static func within<Value: Sendable>(seconds: Int, _ look: @Sendable () -> Value?) async -> Value? {
        for _ in 0..<seconds * 50 {
            if let value = look() { return value }
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return nil }
        }
        return nil
    }
}
