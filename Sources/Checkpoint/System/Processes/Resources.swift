internal import Foundation

/// Processes, folders and databases that a command creates outside itself. This is the only place that removes them.
///
/// 1. Resources are released in the reverse order of their creation.
/// 2. They are released on success, on failure and when the task is cancelled. If we are killed, a watchdog does it.
package actor Resources {
    private enum Item {
        case directory(String)
        case process(RunningProcess, stopSignal: Int32)
        case action(@Sendable () async -> Void)
    }

    private var items: [Item] = []
    private let watchdog: Watchdog

    private init(watchdog: Watchdog) { self.watchdog = watchdog }

    /// Runs `body` with an empty set of resources and releases them after it, unless `body` handed them over.
    package static func using<Value: Sendable>(
        _ body: @Sendable (Resources) async throws -> Value
    ) async throws -> Value {
        let resources = Resources(watchdog: try await Watchdog.start())
        let result: Result<Value, any Error>
        do { result = .success(try await body(resources)) } catch { result = .failure(error) }
        // A detached task, because a cancelled task couldn't wait for anything.
        await Task.detached { await resources.release() }.value
        return try result.get()
    }

    /// Creates an empty folder that only its owner can enter. Its path is short enough for a Unix socket in the folder.
    ///
    /// - Parameter parent: the parent folder, for content too large for the temporary folder, which may be in memory.
    package func makeDirectory(_ name: String, owner: SystemUser? = nil, in parent: String? = nil) throws -> String {
        let parent = parent ?? (FileManager.default.isWritableFile(atPath: "/tmp") ? "/tmp" : NSTemporaryDirectory())
        var template = Array("\(parent)/\(name)-\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CourseError(.failed, "No folder can be created in \(parent): \(String(cString: strerror(errno))).")
        }
        let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        items.append(.directory(path))
        watchdog.guardDirectory(path)
        if let owner, chown(path, owner.userID, owner.groupID) != 0 {
            throw CourseError(.failed, "\(path) can't be given to \(owner.name).")
        }
        return path
    }

    /// Starts a process that runs until the release.
    ///
    /// - Parameter stopSignal: signal that asks the process to end.
    package func start(
        _ command: Command, name: String, logPath: String, stopSignal: Int32 = SIGTERM
    ) async throws -> RunningProcess {
        let process = try await RunningProcess.start(command, name: name, logPath: logPath)
        items.append(.process(process, stopSignal: stopSignal))
        watchdog.guardProcess(process.processID)
        return process
    }

    /// Runs `body` with a process that leads its own process group. If we are killed meanwhile, the group is killed
    /// too.
    package nonisolated func watch<Value: Sendable>(
        _ process: RunningProcess, _ body: () async throws -> Value
    ) async rethrows -> Value {
        watchdog.guardGroup(process.processID)
        defer { watchdog.forgetGroup(process.processID) }
        return try await body()
    }

    package func atRelease(_ action: @escaping @Sendable () async -> Void) { items.append(.action(action)) }

    /// Leaves everything as it is, for good. Returns the commands that would end and remove it.
    package func handOver() -> [String] {
        watchdog.standDown()
        var kills: [String] = []
        var removals: [String] = []
        for item in items.reversed() {
            switch item {
            case .directory(let path): removals.append("rm -rf \(ShellWord.quoted(path))")
            case .process(let process, let signal):
                guard process.howItEnded == nil else { continue }
                kills.append("kill -\(signal == SIGINT ? "INT" : "TERM") \(process.processID)")
            case .action: break
            }
        }
        let commands = kills + ["sleep 2"] + removals
        items = []
        return commands
    }

    private func release() async {
        for item in items.reversed() {
            switch item {
            case .directory(let path): try? FileManager.default.removeItem(atPath: path)
            case .process(let process, let signal): await process.stop(with: signal)
            case .action(let action): await action()
            }
        }
        items = []
        watchdog.standDown()
    }
}
