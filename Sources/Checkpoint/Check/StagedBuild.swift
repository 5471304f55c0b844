internal import Foundation

/// A build of the stage, with the progress that SwiftPM prints.
struct StagedBuild: Sendable {
    let stage: Stage
    var limitSeconds = Limits().buildSeconds
    /// In bytes, of all its processes; nil for no limit.
    var memoryBytes: Int?
    /// The step from which on the stage's packages are needed.
    var packagesOf = 1
    /// Told what is being built, such as `Building your code: Vitals, 3 of 12`.
    let progress: @Sendable (String) -> Void

    enum Outcome: Sendable {
        case built
        /// Errors in the learner's code or in the tests.
        case failed([CompilerDiagnostic], output: String)
    }

    /// Seconds that a build has to end, on a machine that is busy too.
    static let graceSeconds = 30.0

    /// Builds it.
    ///
    /// - Throws: `Excess.memory` where that is limited; `CourseError.timedOut`.
    ///
    /// 1. The flags never vary: another flag would build every dependency again.
    /// 2. SwiftPM notes what it has built when it ends, all at once. One that is interrupted or killed has to do everything again.
    ///    So it's in a session of its own, where neither Ctrl-C nor the closing of the terminal reaches it; its compilers are
    ///    ended in its place, and it gets the time to note the rest; and a watchdog does so when we are killed.
    func run() async throws -> Outcome {
        var command = Self.command(["build", "--build-tests"], in: stage)
        command.timeoutSeconds = limitSeconds
        command.graceSeconds = Self.graceSeconds
        let words = BuildProgress(packagesOf: packagesOf, hasPackages: stage.hasPackages)
        let watchdog = try await Watchdog.start()
        defer {
            watchdog.standDown()
            try? FileManager.default.removeItem(atPath: stage.buildingPath)
        }
        if stage.sandbox == nil { command = command.endingGently() }
        let memory = memoryBytes.map(BuildMemory.init(limitBytes:))
        defer { memory?.end() }
        let result = try await command.lines(ownSession: stage.sandbox == nil) { process in
            watchdog.guardBuild(process)
            memory?.watch(process)
            try? CacheFolder.write(Data("\(process)".utf8), to: stage.buildingPath)
        } _: { line in
            if let words = words.words(for: line) { progress(words) }
        }
        guard result.succeeded else {
            if let memory, memory.isExceeded { throw Excess.memory(bytes: memory.limitBytes) }
            return .failed(CompilerDiagnostic.all(in: result.output, root: stage.root), output: result.output)
        }
        if stage.sandbox == nil { try stage.notePackages() }
        return .built
    }

    /// It took more than it may, where that is the fault of what is built.
    enum Excess: Error {
        case time(seconds: Double)
        case memory(bytes: Int)

        /// As a sentence, for the learner.
        var description: String {
            switch self {
            case .time(let seconds): "The compiler did not come to an end within \(Int(seconds)) s and was stopped."
            case .memory(let bytes):
                "The compiler needed more than \(Self.words(bytes)) of memory and was stopped: look for a type or an expression "
                    + "that grows with each level of its nesting."
            }
        }

        private static func words(_ bytes: Int) -> String {
            bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
        }
    }

    static func command(_ arguments: [String], in stage: Stage) -> Command {
        var command = Command(
            "swift",
            [arguments[0], "--package-path", stage.root, "--scratch-path", stage.scratch] + Toolchain.linkerFlags
                + arguments.dropFirst())
        command.directory = stage.root
        command.sandbox = stage.sandbox?.opening(writable: [stage.root, stage.scratch], home: true)
        // A sandbox has an environment of its own.
        command.environment =
            stage.sandbox == nil
            ? BuildEnvironment(hasPackages: stage.hasPackages).variables : BuildEnvironment.hashing
        command.inheritsEnvironment = false
        command.timeoutSeconds = Limits().buildSeconds
        return command
    }
}
