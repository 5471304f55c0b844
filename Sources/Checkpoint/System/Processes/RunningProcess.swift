internal import Foundation
internal import Subprocess
internal import Synchronization

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A process that runs beside us until it is stopped, in its own session, with its output in a file.
///
/// It doesn't end with this object or with this process. `Resources` ends it.
package final class RunningProcess: Sendable {
    package let name: String
    package let processID: Int32
    package let logPath: String
    private let ending: Mutex<(status: TerminationStatus?, text: String)?>

    private init(name: String, processID: Int32, logPath: String) {
        self.name = name
        self.processID = processID
        self.logPath = logPath
        ending = Mutex(nil)
    }

    package static func start(_ command: Command, name: String, logPath: String) async throws -> RunningProcess {
        let log = try FileDescriptor.open(
            logPath, .writeOnly, options: [.create, .append], permissions: [.ownerReadWrite])
        let (starts, started) = AsyncStream.makeStream(of: Int32.self)
        let run = Task {
            defer { started.finish() }
            return try await command.started {
                try await Subprocess.run(
                    command.configuration(ownSession: true), input: .none,
                    output: .fileDescriptor(log, closeAfterSpawningProcess: true), error: .combinedWithOutput
                ) { execution in
                    started.yield(execution.processIdentifier.value)
                    started.finish()
                }.terminationStatus
            }
        }
        var processID: Int32?
        for await value in starts { processID = value }
        guard let processID else {
            _ = try await run.value
            throw CancellationError()
        }
        let process = RunningProcess(name: name, processID: processID, logPath: logPath)
        Task {
            let status = try? await run.value
            process.ending.withLock { $0 = (status, status?.explanation ?? "an unknown status") }
        }
        return process
    }

    /// The way it ended, such as `signal 9`; nil while it runs.
    package var howItEnded: String? { ending.withLock { $0?.text } }

    /// An exit status, or the number of the signal that ended the process.
    package enum Termination: Hashable, Sendable {
        case exited(Int32), signalled(Int32)
    }

    /// Termination status; nil while it runs.
    package var termination: Termination? {
        ending.withLock { ending in
            ending.map {
                switch $0.status {
                case .exited(let status): .exited(Int32(status))
                case .signaled(let signal): .signalled(Int32(signal))
                case nil: .exited(-1)
                }
            }
        }
    }

    /// The last lines of its output.
    package func lastLines(_ count: Int = 12) -> [String] {
        let text = (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(count).map(String.init)
    }

    /// Runs `body`, and throws at once if this process ends before `body` does.
    package func whileRunning<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await withThrowingTaskGroup(of: Value.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    while self.howItEnded == nil { try await Task.sleep(for: .milliseconds(20)) }
                    throw self.endedError()
                }
                defer { group.cancelAll() }
                guard let first = try await group.next() else { throw CancellationError() }
                return first
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // `body` may have failed because this process just ended. If so, that is the error to report.
            guard (error as? CourseError)?.code != .processEnded, await hasEnded(within: .milliseconds(300)) else {
                throw error
            }
            throw endedError()
        }
    }

    /// Asks the process to end, and kills it if it hasn't ended after `graceSeconds`.
    package func stop(with signal: Int32 = SIGTERM, graceSeconds: Double = 10) async {
        guard howItEnded == nil else { return }
        kill(processID, signal)
        if await hasEnded(within: .seconds(graceSeconds)) { return }
        kill(processID, SIGKILL)
        _ = await hasEnded(within: .seconds(2))
    }

    private func hasEnded(within duration: Duration) async -> Bool {
        let deadline = ContinuousClock.now + duration
        while howItEnded == nil, ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
        }
        return howItEnded != nil
    }

    private func endedError() -> CourseError {
        CourseError(
            .processEnded, "\(name) (process \(processID)) exited too early, with \(howItEnded ?? "unknown status").",
            lastLines: lastLines())
    }
}
