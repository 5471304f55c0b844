internal import Foundation
internal import Subprocess
internal import Synchronization

extension Command {
    /// Runs `body`, which runs this command. When the task is cancelled, ends the command and everything it started.
    ///
    /// 1. The descendants are noted before the first signal. Once a parent is gone, nothing shows whose child a process
    ///    was.
    /// 2. The command gets the signal, and `graceSeconds` to end by itself. SwiftPM uses them to record what it has built.
    /// 3. Whatever is left then is killed. SwiftPM runs a manifest in a process group of its own, for example, where
    ///    neither our signal nor the terminal's Ctrl-C reaches it.
    ///
    /// - Parameter body: gets a closure to call with the process id once the command runs.
    func endingAll<Value: Sendable>(
        _ body: @escaping @Sendable (_ started: @escaping @Sendable (Int32) -> Void) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let (graceSeconds, state) = (graceSeconds, StartedProcess())
        // A task of its own, which isn't cancelled with ours: otherwise Subprocess would send its signal before we have
        // noted the descendants.
        let run = Task { try await body(state.begin) }
        let result = await withTaskCancellationHandler {
            await run.result
        } onCancel: {
            state.ending.withLock {
                $0 = Task.detached {
                    if let process = await state.waitUntilBegun(while: { !run.isCancelled }) {
                        await ProcessFamily.end(process, graceSeconds: graceSeconds)
                    }
                    run.cancel()
                }
            }
        }
        // The command may be gone before its descendants are.
        await state.ending.withLock { $0 }?.value
        return try result.get()
    }
}

/// The id of a process that may not have been started yet, and the task that ends it, if any.
private final class StartedProcess: Sendable {
    private let id = Mutex<Int32?>(nil)
    let ending = Mutex<Task<Void, Never>?>(nil)

    @Sendable func begin(_ process: Int32) { id.withLock { $0 = process } }

    /// Seconds that a process may take to start.
    private static let patienceSeconds = 5.0

    func waitUntilBegun(while isNeeded: @Sendable () -> Bool) async -> Int32? {
        let begin = ContinuousClock.now
        while begin.seconds < Self.patienceSeconds, isNeeded() {
            if let process = id.withLock({ $0 }) { return process }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return id.withLock { $0 }
    }
}

/// A process and what it started, by their ids and the times at which they began: an id may be given again.
struct ProcessFamily: Sendable {
    private var began: [Int32: String] = [:]

    /// Sends an interrupt to a process, waits for its end, and kills what is left of it and its descendants. Returns once
    /// they are gone.
    static func end(_ process: Int32, graceSeconds: Double) async {
        var family = ProcessFamily()
        family.note(process)
        kill(process, SIGINT)
        let begin = ContinuousClock.now
        while begin.seconds < graceSeconds, family.isAlive(process) {
            family.noteDescendants()
            try? await Task.sleep(for: .milliseconds(20))
        }
        family.noteDescendants()
        // Stopped first, so that none can start another while the rest are killed.
        for signal in [SIGSTOP, SIGKILL] {
            for id in family.began.keys where family.isAlive(id) { kill(id, signal) }
        }
        let killed = ContinuousClock.now
        while killed.seconds < 2, family.began.keys.contains(where: family.isAlive) {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private mutating func note(_ root: Int32) {
        for id in ProcessMemory.family(of: root) where began[id] == nil { began[id] = Self.beginning(of: id) }
    }

    private mutating func noteDescendants() {
        for id in began.keys where isAlive(id) { note(id) }
    }

    /// Returns true while the process runs that was noted under this id.
    private func isAlive(_ id: Int32) -> Bool { ProcessTree.isRunning(id) && began[id] == Self.beginning(of: id) }

    /// Clock ticks from the system's start to the process's; empty when the system doesn't report it.
    private static func beginning(of id: Int32) -> String {
        // proc_pid_stat(5): field 22; the state, which is field 3, comes first here.
        let fields = ProcessTree.statistics("/proc/\(id)/stat")
        return fields.count > 19 ? String(fields[19]) : ""
    }
}
