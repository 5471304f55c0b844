internal import Subprocess

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A program to run, with everything that it is given.
package struct Command: Sendable {
    package var executable: String
    package var arguments: [String]
    /// Laid over the environment of this process; nil takes a name away.
    package var environment: [String: String?] = [:]
    package var directory: String?
    /// False to give it nothing but what `environment` has.
    var inheritsEnvironment = true
    /// What `capture()` gives it to read; nil for nothing.
    package var input: String?
    /// Whom to run it as; nil for whoever runs this process.
    package var user: SystemUser?
    /// What holds it, where it runs code that is not trusted; nil to run it like any other.
    package var sandbox: Sandbox?
    /// Seconds after which it is ended and counts as failed.
    package var timeoutSeconds: Double = 60
    /// Seconds that it has to end by itself when it is interrupted.
    var graceSeconds: Double = 5

    package init(_ executable: String, _ arguments: [String] = []) {
        self.executable = executable
        self.arguments = arguments
    }

    /// What a finished program left behind.
    package struct Result: Sendable {
        package let succeeded: Bool
        /// Such as `exit status 3` or `signal 9`.
        package let ending: String
        /// As a shell has it: 128 and the signal's number where one ended it.
        package let exitStatus: Int32
        package let standardOutput: String
        package let standardError: String
    }

    /// Runs it to its end and collects what it writes, up to 16 MiB of each stream.
    ///
    /// - Throws: `CourseError` when it cannot be started or does not end in time.
    package func capture() async throws -> Result {
        try await withTimeout(seconds: timeoutSeconds, label) {
            let result = try await started {
                try await Subprocess.run(
                    configuration(), input: .string(input ?? ""), output: .string(limit: 1 << 24),
                    error: .string(limit: 1 << 24))
            }
            return Result(
                succeeded: result.terminationStatus.isSuccess, ending: result.terminationStatus.words,
                exitStatus: result.terminationStatus.ofShell,
                standardOutput: result.standardOutput, standardError: result.standardError)
        }
    }

    /// Runs it to its end with its output on this process's own streams.
    ///
    /// - Parameter toStandardError: puts its standard output on standard error too, so that ours stays clean.
    package func stream(toStandardError: Bool) async throws -> Result {
        try await withTimeout(seconds: timeoutSeconds, label) {
            let output: FileDescriptorOutput = toStandardError ? .currentStandardError : .currentStandardOutput
            let result = try await started {
                try await Subprocess.run(configuration(), output: output, error: .currentStandardError)
            }
            return Result(
                succeeded: result.terminationStatus.isSuccess, ending: result.terminationStatus.words,
                exitStatus: result.terminationStatus.ofShell,
                standardOutput: "", standardError: "")
        }
    }

    /// The last component of the program's path.
    package var label: String { executable.split(separator: "/").last.map(String.init) ?? executable }

    /// - Parameter ownSession: detaches it from the terminal, whose Ctrl-C it then does not get.
    func configuration(ownSession: Bool = false) -> Configuration {
        if let sandbox { return sandbox.wrap(self).configuration(ownSession: ownSession) }
        var options = PlatformOptions()
        options.createSession = ownSession
        // SwiftPM passes an interrupt on to the programs that it started; on SIGTERM it would leave them behind.
        options.teardownSequence = [
            .send(signal: .interrupt, allowedDurationToNextStep: .seconds(graceSeconds)),
            .gracefulShutDown(allowedDurationToNextStep: .seconds(5)),
        ]
        if let user {
            options.userID = user.userID
            options.groupID = user.groupID
            options.supplementaryGroups = []
        }
        let overrides = environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
        return Configuration(
            executable: executable.contains("/") ? .path(FilePath(executable)) : .name(executable),
            arguments: Arguments(arguments),
            environment: inheritsEnvironment
                ? .inherit.updating(Dictionary(uniqueKeysWithValues: overrides))
                : .custom(Dictionary(uniqueKeysWithValues: overrides).compactMapValues(\.self)),
            workingDirectory: directory.map { FilePath($0) },
            platformOptions: options)
    }

    func started<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as SubprocessError {
            throw CourseError(.failed, "\(label) could not be run: \(error)")
        }
    }
}

extension TerminationStatus {
    var ofShell: Int32 {
        switch self {
        case .exited(let status): Int32(status)
        case .signaled(let signal): 128 + Int32(signal)
        }
    }

    var words: String {
        switch self {
        case .exited(let status): "exit status \(status)"
        case .signaled(let signal): "signal \(signal)"
        }
    }
}
