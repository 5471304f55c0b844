import Foundation

@testable import Checkpoint

/// A `vitals-course demo` that runs beside the test, with its events as they come.
struct DemoProcess {
    struct Event: Decodable {
        let event: String
        let message: String?
        let holds: Bool?
        let serverPid: Int32?
        let serverURL: String?
        let directory: String?
        let stop: [String]?
    }

    private let process: RunningProcess
    private let folder: String

    var processID: Int32 { process.processID }

    /// Its folders go under one of our own name, so that what it leaves behind can be told from what others made.
    static func start(_ command: Command) async throws -> DemoProcess {
        let folder = NSTemporaryDirectory() + "vitals-demo-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let process = try await RunningProcess.start(command, name: "demo", logPath: folder + "/output")
        return DemoProcess(process: process, folder: folder)
    }

    static func events(in text: String) -> [Event] {
        text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    /// Waits for the first event of this name.
    func event(_ name: String) async throws -> Event {
        try await process.whileRunning {
            try await withTimeout(seconds: 60, "The event \(name)") {
                while true {
                    if let event = Self.events(in: output).first(where: { $0.event == name }) { return event }
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
        }
    }

    /// Waits until it has ended.
    func finish(seconds: Double) async throws -> (ending: String, output: String, leftovers: [String]) {
        let ending = try await withTimeout(seconds: seconds, "The demo") {
            while true {
                if let ending = process.howItEnded { return ending }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return (ending, output, leftovers())
    }

    func isCleanedUp(seconds: Double) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !leftovers().isEmpty, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(50)) }
        return leftovers().isEmpty
    }

    /// The folders that it made and that are still there; it names them after itself.
    func leftovers() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
        return names.filter { name in
            // vitals-demo-PID-RANDOM. What others left may have this number in the middle of a UUID.
            let parts = name.split(separator: "-")
            return parts.count == 4 && parts[0] == "vitals" && parts[2] == "\(processID)"
        }
    }

    private var output: String { (try? String(contentsOfFile: folder + "/output", encoding: .utf8)) ?? "" }
}
