internal import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// A build of the stage, with the progress that SwiftPM prints.
package struct StagedBuild: Sendable {
    package let stage: Stage
    package var limitSeconds = Limits().buildSeconds
    /// Memory limit in bytes for all the build's processes together; nil for no limit.
    package var memoryBytes: Int?
    /// The first step that needs the stage's packages.
    var packagesOf = 1
    /// Called with the part that is being built, such as `Building your code: Vitals, 3 of 12`.
    package let progress: @Sendable (String) -> Void

    package enum Outcome: Sendable {
        case built
        /// Errors in the learner's code or in the tests.
        case failed([CompilerDiagnostic], output: String)
    }

    /// Seconds that a build has to end, even on a busy machine.
    package static let graceSeconds = 30.0

    /// Builds the stage.
    ///
    /// - Throws: `Excess.memory` when the memory limit is exceeded; `CourseError.timedOut`.
    ///
    /// 1. The flags never vary: a different flag would make SwiftPM build every dependency again.
    /// 2. SwiftPM records what it has built when it ends, all at once. If it is interrupted or killed, it has to build
    ///    everything again. So it runs in its own session, where neither Ctrl-C nor closing the terminal reaches it.
    ///    Its compilers are ended instead, and it gets time to record the rest. If we are killed, a watchdog does the
    ///    same.
    package func run() async throws -> Outcome {
        var command = Self.command(["build", "--build-tests"], in: stage)
        command.timeoutSeconds = limitSeconds
        command.graceSeconds = Self.graceSeconds
        let messages = BuildProgress(packagesOf: packagesOf, hasPackages: stage.hasPackages)
        let watchdog = try await Watchdog.start()
        defer {
            watchdog.standDown()
            try? FileManager.default.removeItem(atPath: stage.buildingPath)
        }
        if stage.sandbox == nil { command = command.endingGently() }
        let memory = memoryBytes.map { MemoryLimit(limitBytes: $0) }
        defer { memory?.end() }
        let result = try await command.lines(ownSession: stage.sandbox == nil) { process in
            watchdog.guardBuild(process)
            memory?.watch(process)
            try? CacheFolder.write(Data("\(process)".utf8), to: stage.buildingPath)
        } _: { line in
            if let message = messages.message(for: line) { progress(message) }
        }
        guard result.succeeded else {
            if let memory, memory.isExceeded { throw Excess.memory(bytes: memory.limitBytes) }
            return .failed(CompilerDiagnostic.all(in: result.output, root: stage.root), output: result.output)
        }
        if stage.sandbox == nil { try stage.notePackages() }
        return .built
    }

    /// A resource limit that the build exceeded because of the learner's code.
    package enum Excess: Error {
        case time(seconds: Double)
        case memory(bytes: Int)
        case manifestMemory(bytes: Int)

        /// A sentence for the learner.
        package var description: String {
            switch self {
            case .time(let seconds): "The compiler didn't finish within \(Int(seconds)) s and was stopped."
            case .memory(let bytes):
                "The compiler needed more than \(Self.text(bytes)) of memory and was stopped. Look for a type or an expression "
                    + "that doubles with each level of nesting."
            case .manifestMemory(let bytes):
                "Its Package.swift needed more than \(Self.text(bytes)) of memory and was stopped."
            }
        }

        private static func text(_ bytes: Int) -> String {
            bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
        }
    }

    package static func command(_ arguments: [String], in stage: Stage) -> Command {
        var command = Command(
            "swift",
            [arguments[0], "--package-path", stage.root, "--scratch-path", stage.scratch] + Toolchain.buildFlags
                + arguments.dropFirst())
        command.directory = stage.root
        command.sandbox = stage.sandbox?.opening(writable: [stage.root, stage.scratch], home: true)
        // A sandbox sets its own environment.
        command.environment =
            stage.sandbox == nil
            ? BuildEnvironment(hasPackages: stage.hasPackages).variables : BuildEnvironment.inSandbox
        command.inheritsEnvironment = false
        command.timeoutSeconds = Limits().buildSeconds
        return command
    }
}
