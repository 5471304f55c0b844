internal import CheckpointSystem
internal import Foundation

extension Stage {
    /// Runs `body` while no other process uses the stage. A background build gives way; another check is waited for.
    ///
    /// - Parameters:
    ///   - holder: the note that waiting processes read meanwhile.
    ///   - repeats: true to call `waiting` again and again while time passes, false to call it once.
    ///   - waiting: called with a description of what it waits for.
    package func exclusively<Value: Sendable>(
        for holder: StageHolder? = nil, repeats: Bool = false, waiting: @Sendable (String) -> Void,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let begin = ContinuousClock.now
        var claim: StageClaim?
        var isTold = false
        while true {
            if let lock = try StageLock.takeIfFree(lockPath, for: holder ?? StageHolder(.check)) {
                defer { withExtendedLifetime(lock) {} }
                claim = nil
                try await endOfBrokenBuild(waiting)
                return try await body()
            }
            if claim == nil { claim = try StageClaim(claimPath) }
            let other = StageLock.holder(lockPath)
            // A background build gives way in a moment, so there is nothing to report.
            if !isTold || repeats, other?.use == .check || begin.seconds > 1 {
                isTold = true
                waiting(other?.words() ?? StageHolder.unknown)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Runs `body` when no process uses the stage, and stops it as soon as a process waits for the stage.
    ///
    /// - Parameter isNeeded: called now and then; everything ends once it returns false.
    /// - Returns: false when it gave way.
    /// - Throws: `CancellationError` when it isn't needed any more.
    func inSpareTime(
        while isNeeded: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        let lock = try await lockInSpareTime(isNeeded)
        defer { withExtendedLifetime(lock) {} }
        try await endOfBrokenBuild { _ in }
        let claimPath = claimPath
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                while !StageClaim.isThere(claimPath) {
                    guard isNeeded() else { throw CancellationError() }
                    try await Task.sleep(for: .milliseconds(100))
                }
                return false
            }
            let isDone = try await group.next() ?? true
            group.cancelAll()
            // An error that the body throws because it was stopped doesn't matter.
            while let result = await group.nextResult() { _ = result }
            return isDone
        }
    }

    private func lockInSpareTime(_ isNeeded: () -> Bool) async throws -> StageLock {
        while isNeeded() {
            if !StageClaim.isThere(claimPath), let lock = try StageLock.takeIfFree(lockPath, for: StageHolder(.warming))
            {
                return lock
            }
            try await Task.sleep(for: .milliseconds(250))
        }
        throw CancellationError()
    }

    /// Seconds that a build may take to end after its runner was killed.
    private static let patienceSeconds = 30.0

    /// Waits for the end of a build whose runner was killed, because the files mustn't change under it. The watchdog
    /// ends it.
    private func endOfBrokenBuild(_ waiting: (String) -> Void) async throws {
        guard let text = try? String(contentsOfFile: buildingPath, encoding: .utf8), let process = Int32(text) else {
            return
        }
        let deadline = ContinuousClock.now + .seconds(Self.patienceSeconds)
        while Self.isRunning(process), ContinuousClock.now < deadline {
            waiting("A build that was broken off is ending")
            try await Task.sleep(for: .milliseconds(50))
        }
        try? FileManager.default.removeItem(atPath: buildingPath)
    }

    /// Returns true while the process runs. False also for a zombie: a process that has ended and wasn't reaped, as in
    /// a container without an init.
    static func isRunning(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        #if os(Linux)
        // proc_pid_stat(5): the state follows the name, which is in brackets.
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return status.split(separator: ")").last?.hasPrefix(" Z") != true
        #else
        return true
        #endif
    }
}
