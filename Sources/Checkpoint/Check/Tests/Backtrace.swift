internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Finds the line of the learner's code where a test crashes or times out. It runs the test once more, alone, with
/// Swift's backtraces on.
struct Backtrace: Sendable {
    let run: BundleRun
    let test: String
    /// True for a test that timed out; it is ended with a signal that leaves a backtrace.
    let isHung: Bool

    /// Returns `path:line` of the innermost frame in the package's `Sources`; nil if there is none.
    func place(number: Int) async throws -> String? {
        let folder = "\(run.folder)/backtrace-\(number)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var command = run.command([test], parallel: false, streamPath: folder + "/events")
        command.sandbox = run.stage.sandboxForTests(readable: [run.folder] + run.readable, writable: [folder])
        command.environment["SWIFT_BACKTRACE"] =
            "enable=yes,interactive=no,color=no,format=json,images=none,threads=crashed,output-to=\(folder)"
        let log = try EventLog(path: folder + "/events")
        let outputPath = folder + "/output.txt"
        command.environment[ProcessTree.variable] = folder
        let process = try await RunningProcess.start(command, name: "A test", logPath: outputPath)
        let family = ProcessTree(processID: process.processID, mark: folder)
        try await run.resources.watch(process) { try await end(process, family, log) }
        let reports = SourceFiles.list(folder, "").filter { $0.pathEnds(with: ".json") }
        guard let report = reports.first, let data = FileManager.default.contents(atPath: folder + report) else {
            return nil
        }
        return Self.place(in: data, root: run.stage.root)
    }

    /// Waits for the process to end, and ends it if it times out.
    private func end(_ process: RunningProcess, _ family: ProcessTree, _ log: EventLog) async throws {
        defer { family.kill() }
        let begin = ContinuousClock.now
        var signalled = false
        while process.howItEnded == nil, begin.duration(to: .now) < .seconds(8) {
            // A second is enough to wait for a test that has already timed out once.
            if isHung, !signalled, !log.read().running.isEmpty, begin.duration(to: .now) > .seconds(1) {
                // SIGTRAP, because the worker threads of libdispatch don't block it.
                try await family.signalPrograms(SIGTRAP)
                signalled = true
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    static func place(in report: Data, root: String) -> String? {
        guard let crash = try? JSONDecoder().decode(Report.self, from: report) else { return nil }
        let threads = crash.threads.sorted { ($0.crashed ?? false) && !($1.crashed ?? false) }
        let prefix = root + "/Sources/"
        for frame in threads.flatMap(\.frames) {
            if let place = frame.sourceLocation, place.file.pathBegins(with: prefix), let line = place.line, line > 0 {
                return "\(place.file.dropFirst(root.count + 1)):\(line)"
            }
        }
        return nil
    }

    private struct Report: Decodable {
        let threads: [Thread]
    }

    private struct Thread: Decodable {
        let crashed: Bool?
        let frames: [Frame]
    }

    private struct Frame: Decodable {
        let sourceLocation: Location?
    }

    private struct Location: Decodable {
        let file: String
        let line: Int?
    }
}
