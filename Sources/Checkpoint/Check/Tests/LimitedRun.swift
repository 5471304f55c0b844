package import CheckpointSystem
internal import Foundation

/// A single run of a program that contains a learner's code, watched from outside.
package struct LimitedRun: Sendable {
    package enum Ending: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// No event for too long.
        case silent
        case outputLimitExceeded
        case processLimitExceeded(Int)
        case outOfMemory
        /// The time limit for the whole check was reached.
        case outOfTime
    }

    package var command: Command
    /// Path of the file for standard output and standard error.
    let outputPath: String
    /// The run's event stream; its size is limited like that of the output.
    package let log: EventLog
    package let limits: Limits
    package let deadline: ContinuousClock.Instant
    /// Resources that end the run when we are killed.
    package let resources: Resources
    /// Called often; returns true when the run has been silent for too long.
    let isSilent: @Sendable () -> Bool
    /// Called with the processes of the run, once it has begun.
    var started: @Sendable (ProcessTree) -> Void = { _ in }

    package init(
        command: Command, outputPath: String, log: EventLog, limits: Limits, deadline: ContinuousClock.Instant,
        resources: Resources, isSilent: @escaping @Sendable () -> Bool
    ) {
        (self.command, self.outputPath, self.log, self.limits) = (command, outputPath, log, limits)
        (self.deadline, self.resources, self.isSilent) = (deadline, resources, isSilent)
    }

    package func run() async throws -> Ending {
        let mark = UUID().uuidString
        var command = command
        command.environment[ProcessTree.variable] = mark
        let limiter = Self.limiter(limits)
        if let prlimit = limiter.first {
            command.arguments = limiter.dropFirst() + [command.executable] + command.arguments
            command.executable = prlimit
        }
        _ = FileManager.default.createFile(atPath: outputPath, contents: nil)
        let process = try await RunningProcess.start(command, name: command.label, logPath: outputPath)
        let family = ProcessTree(processID: process.processID, mark: mark)
        started(family)
        return try await resources.watch(process) { try await ending(of: process, family) }
    }

    private func ending(of process: RunningProcess, _ family: ProcessTree) async throws -> Ending {
        var broken: Ending?
        var round = 0
        while process.termination == nil, broken == nil {
            if Task.isCancelled {
                family.kill()
                throw CancellationError()
            }
            broken = violation(family, isDueForProcesses: round % 10 == 9)
            round += 1
            if broken == nil { try? await Task.sleep(for: .milliseconds(Self.pauseMilliseconds(after: round))) }
        }
        // After a normal end too, because no process that it started may stay.
        family.kill()
        while process.termination == nil { try? await Task.sleep(for: .milliseconds(2)) }
        // A terminal sends its signals to us and to the run, which may be the first to end. That's no crash of the run's.
        try Task.checkCancellation()
        if let broken { return broken }
        // It may have written the most between our last look and its end.
        if isOutputLimitExceeded() { return .outputLimitExceeded }
        switch process.termination {
        case .exited(let status) where command.sandbox != nil && status > 128:
            // The sandbox reports a signal that ended the program as 128 plus its number.
            return .signalled(status - 128)
        case .exited(let status): return .exited(status)
        case .signalled(let signal): return .signalled(signal)
        case nil: return .exited(-1)
        }
    }

    /// Returns the pause before the next look at a run. Most runs are short and shouldn't be kept waiting when they end;
    /// each look takes the processor from a long one.
    private static func pauseMilliseconds(after round: Int) -> Int { round < 40 ? 5 : round < 100 ? 20 : 50 }

    private func violation(_ family: ProcessTree, isDueForProcesses: Bool) -> Ending? {
        if isSilent() { return .silent }
        if ContinuousClock.now > deadline { return .outOfTime }
        if isOutputLimitExceeded() { return .outputLimitExceeded }
        if family.residentBytes() > limits.memoryBytes { return .outOfMemory }
        if isDueForProcesses {
            let members = family.members()
            if members.count > limits.processCount { return .processLimitExceeded(members.count) }
            if ProcessMemory.isAbove(limits.memoryBytes, of: members) { return .outOfMemory }
        }
        return nil
    }

    private func isOutputLimitExceeded() -> Bool {
        log.read()
        let attributes = try? FileManager.default.attributesOfItem(atPath: outputPath)
        return max(attributes?[.size] as? Int ?? 0, log.byteCount) > limits.outputBytes
    }

    /// The command prefix that limits a program where the system can: no core files, and a backstop for memory, since
    /// the real limit counts the memory in use. Empty where there is no `prlimit`.
    package static func limiter(_ limits: Limits) -> [String] {
        prlimit.map { [$0, "--core=0", "--data=\(limits.memoryBytes * 4)", "--"] } ?? []
    }

    private static let prlimit = ExecutableSearch.folder(holding: ["prlimit"], in: ExecutableSearch.path())
        .map { $0 + "/prlimit" }
}
