internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// Finds the line of the learner's code where a test crashes or times out. It runs the test once more, alone, with
/// Swift's backtraces on.
struct Backtrace: Sendable {
    let run: BundleRun
    let test: String
    /// True for a test that timed out; it is ended with a signal that leaves a backtrace.
    let isTimedOut: Bool

    /// Returns `path:line` of the innermost frame in the package's `Sources`; nil if there is none.
    func place(number: Int) async throws -> String? {
        let folder = "\(run.folder)/backtrace-\(number)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var command = run.command([test], parallel: false, streamPath: folder + "/events")
        command.sandbox = run.stage.sandboxForTests(readable: [run.folder] + run.readable, writable: [folder])
        command.environment["SWIFT_BACKTRACE"] =
            "enable=yes,interactive=no,color=no,format=json,images=none,threads=crashed,output-to=\(folder)"
        let log = try EventLog(path: folder + "/events")
        let (families, known) = AsyncStream.makeStream(of: ProcessTree.self)
        // It is the learner's code once more, so it has the same limits as each of its runs.
        var limits = run.limits
        limits.memoryBytes += Self.tracerBytes
        var limited = LimitedRun(
            command: command, outputPath: "\(run.folder)/backtrace-\(number).txt", log: log, limits: limits,
            deadline: .now + .seconds(Self.limitSeconds), resources: run.resources, isSilent: { false })
        limited.started = { known.yield($0) }
        let interrupt = Task {
            for await family in families where isTimedOut { try await signal(family, log) }
        }
        defer {
            known.finish()
            interrupt.cancel()
        }
        _ = try await limited.run()
        return try report(in: folder).flatMap { Self.place(in: $0, root: run.stage.root) }
    }

    /// Waits until a test that times out has been running for a moment, and ends it with a signal.
    private func signal(_ family: ProcessTree, _ log: EventLog) async throws {
        // A second is enough to wait for a test that has already timed out once.
        try await Task.sleep(for: .seconds(1))
        while log.read().running.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        // SIGTRAP, because the worker threads of libdispatch don't block it.
        try await family.signalPrograms(SIGTRAP)
    }

    /// Seconds for the run. Writing the backtrace takes two or three of them, and on a busy machine three times as long.
    private static let limitSeconds = 20
    /// Memory in bytes for the program that writes the backtrace, which reads the debug information of all that is loaded.
    static let tracerBytes = 1 << 30
    /// Size limit in bytes for a report; the learner's code may write to its folder too.
    private static let mostBytes = 32 << 20

    private func report(in folder: String) throws -> Data? {
        let walk = FolderWalk(root: folder)
        let report = walk.names(in: "").lazy.filter { $0.pathEnds(with: ".json") }.compactMap { walk.entry($0) }
            .first { $0.isFile && $0.size <= Self.mostBytes }
        return report.flatMap { FileManager.default.contents(atPath: walk.full($0.path)) }
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
