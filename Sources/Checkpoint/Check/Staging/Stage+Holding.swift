internal import CheckpointSystem
package import CheckpointWorkspace
package import Foundation

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
                try removeMovedBuild()
                return try await body()
            }
            if claim == nil { claim = try StageClaim(claimPath) }
            let other = StageLock.holder(lockPath)
            // A background build gives way in a moment, so there is nothing to report.
            if !isTold || repeats, other?.use == .check || begin.seconds > 1 {
                isTold = true
                waiting(other?.sentence() ?? StageHolder.unknown)
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
        try removeMovedBuild()
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
            if !StageClaim.isThere(claimPath),
                let lock = try StageLock.takeIfFree(lockPath, for: StageHolder(.prebuilding))
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
        while ProcessTree.isRunning(process), ContinuousClock.now < deadline {
            waiting("Waiting for an interrupted build to end")
            try await Task.sleep(for: .milliseconds(50))
        }
        try? FileManager.default.removeItem(atPath: buildingPath)
    }
}

/// The exclusive lock on a stage. The system releases it when its process dies.
final class StageLock {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Takes the lock; nil while another process has it.
    static func takeIfFree(_ path: String, for holder: StageHolder) throws -> StageLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(path) can't be created: \(String(cString: strerror(errno))).")
        }
        let lock = StageLock(descriptor: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        let note = try JSONEncoder().encode(holder)
        ftruncate(descriptor, 0)
        _ = note.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return lock
    }

    /// The note of the process that has the lock; nil when it can't be read, for example while the lock changes hands.
    static func holder(_ path: String) -> StageHolder? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(StageHolder.self, from: $0) }
    }
}

/// Shows that a process waits for the stage, so that a background build gives way.
///
/// It is a shared lock on a file of its own. Any number of processes can hold it. A background build sees it without
/// knowing the holder, and the system releases it when its process dies. A signal would need a process id, which might
/// belong to another process by then.
final class StageClaim {
    private let descriptor: Int32

    /// Takes the lock. It only waits while a background build checks the file, which takes a moment.
    ///
    /// - Throws: `CourseError` when the file can't be created.
    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CourseError(.failed, "\(path) can't be created: \(String(cString: strerror(errno))).")
        }
        while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }

    deinit { close(descriptor) }

    /// Returns true while a process waits.
    static func isThere(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
}

/// The note that the holder of a stage leaves in the lock's file for waiting processes: its use, when it began, and for
/// which workspace.
package struct StageHolder: Codable, Equatable, Sendable {
    package enum Use: String, Codable {
        /// A use that a person waits for: a check, a program on a learner's code, grading, or the verification of the
        /// course.
        case check
        /// A background build ahead of time. It gives way.
        case prebuilding
    }

    package let use: Use
    package let since: Date
    /// Number of the step that is built.
    package var step: Int?
    /// Path of the workspace's folder.
    package var workspace: String?

    init(_ use: Use, since: Date = Date()) {
        self.use = use
        self.since = since
    }

    /// Creates the note of a check, or of a program's build, for a step of a workspace.
    package static func check(of step: Int, in workspace: Workspace) -> StageHolder {
        var holder = StageHolder(.check)
        holder.step = step
        holder.workspace = workspace.root
        return holder
    }

    /// A sentence for waiting processes, such as
    /// “Another check has the build folder: step 8 in ~/other-vitals, for 42 s so far”.
    ///
    /// - Parameter home: the folder to abbreviate as `~`.
    package func sentence(at now: Date = Date(), home: String = NSHomeDirectory()) -> String {
        guard use == .check else { return "Waiting for the background build to stop" }
        let place = [step.map { "step \($0)" }, workspace.map { "in " + Self.short($0, home: home) }].compactMap(\.self)
        let whose = place.isEmpty ? "" : ": " + place.joined(separator: " ")
        let seconds = Elapsed.text(seconds: now.timeIntervalSince(since))
        return "Another check has the build folder\(whose), for \(seconds) so far"
    }

    /// The sentence for waiting processes when the holder's note can't be read.
    package static let unknown = "Another check has the build folder"

    private static func short(_ path: String, home: String) -> String {
        path.path(after: home + "/").map { "~/" + $0 } ?? path
    }
}
