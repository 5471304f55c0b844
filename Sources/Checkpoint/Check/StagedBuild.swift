internal import Foundation

/// A build of the stage, with the progress that SwiftPM prints.
struct StagedBuild: Sendable {
    let stage: Stage
    var limitSeconds = Limits().buildSeconds
    /// Told what is being compiled, such as `[12/80] Compiling Vitals Merge.swift`.
    let progress: @Sendable (String) -> Void

    enum Outcome: Sendable {
        case built
        /// Errors in the learner's code or in the tests.
        case failed([CompilerDiagnostic], output: String)
    }

    /// The flags never vary: another flag would build every dependency again.
    func run() async throws -> Outcome {
        var command = Self.command(["build", "--build-tests"], in: stage)
        command.timeoutSeconds = limitSeconds
        let result = try await command.lines { line in
            if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
                progress(String(line[...end]) + line[line.index(after: end)...])
            }
        }
        if result.succeeded { return .built }
        return .failed(CompilerDiagnostic.all(in: result.output, root: stage.root), output: result.output)
    }

    /// It did not end in the time that it has, where that is the fault of what is built.
    struct Endless: Error {
        let limitSeconds: Double
    }

    static func command(_ arguments: [String], in stage: Stage) -> Command {
        var command = Command(
            "swift",
            [arguments[0], "--package-path", stage.root, "--scratch-path", stage.scratch] + Toolchain.linkerFlags
                + arguments.dropFirst())
        command.directory = stage.root
        command.sandbox = stage.sandbox?.opening(writable: [stage.root, stage.scratch], home: true)
        // A sandbox has an environment of its own.
        command.environment = stage.sandbox == nil ? BuildEnvironment().variables : BuildEnvironment.hashing
        command.inheritsEnvironment = false
        command.timeoutSeconds = Limits().buildSeconds
        return command
    }
}
