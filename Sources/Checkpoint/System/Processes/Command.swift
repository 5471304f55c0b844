internal import Foundation
internal import Subprocess

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A program to run, with its arguments, environment and limits.
package struct Command: Sendable {
    package var executable: String
    package var arguments: [String]
    /// Variables that override the environment of this process; nil removes a variable.
    package var environment: [String: String?] = [:]
    package var directory: String?
    /// False to start with an empty environment, so that the program gets only the variables in `environment`.
    package var inheritsEnvironment = true
    /// Standard input for `capture()`; nil for none.
    package var input: String?
    /// Account to run the program as; nil for the account of this process.
    package var user: SystemUser?
    /// Sandbox for code that isn't trusted; nil to run without a sandbox.
    package var sandbox: Sandbox?
    /// Seconds after which the program is ended and counts as failed.
    package var timeoutSeconds: Double = 60
    /// Seconds that the program has to end by itself after an interrupt.
    package var graceSeconds: Double = 5

    package init(_ executable: String, _ arguments: [String] = []) {
        self.executable = executable
        self.arguments = arguments
    }

    /// The results of a finished program.
    package struct Result: Sendable {
        package let succeeded: Bool
        /// The way it ended, such as `exit status 3` or `signal 9`.
        package let ending: String
        /// Exit status as a shell reports it: 128 plus the signal's number if a signal ended the program.
        package let exitStatus: Int32
        package let standardOutput: String
        package let standardError: String

        package init(
            succeeded: Bool, ending: String, exitStatus: Int32, standardOutput: String, standardError: String
        ) {
            self.succeeded = succeeded
            self.ending = ending
            self.exitStatus = exitStatus
            self.standardOutput = standardOutput
            self.standardError = standardError
        }
    }

    /// Runs the command to its end and collects its output, up to 16 MiB for each stream.
    ///
    /// - Parameters:
    ///   - ownSession: detaches the command from the terminal, so it doesn't get the terminal's Ctrl-C.
    ///   - begun: called with the process id.
    /// - Throws: `CourseError` when the command can't be started or doesn't end in time.
    package func capture(
        ownSession: Bool = false, started begun: @escaping @Sendable (Int32) -> Void = { _ in }
    ) async throws -> Result {
        try await withTimeout(seconds: timeoutSeconds, label) {
            let result = try await started {
                try await endingAll { started in
                    try await Subprocess.run(
                        configuration(ownSession: ownSession), input: .string(input ?? ""),
                        output: .string(limit: 1 << 24),
                        error: .string(limit: 1 << 24)
                    ) { execution in
                        started(execution.processIdentifier.value)
                        begun(execution.processIdentifier.value)
                    }
                }
            }
            return Result(
                succeeded: result.terminationStatus.isSuccess, ending: result.terminationStatus.explanation,
                exitStatus: result.terminationStatus.ofShell,
                standardOutput: result.standardOutput, standardError: result.standardError)
        }
    }

    /// Runs the command to its end, with its output on this process's own streams.
    ///
    /// - Parameter toStandardError: true to send its standard output to standard error too, so that our standard output
    ///   stays clean.
    package func stream(toStandardError: Bool) async throws -> Result {
        try await withTimeout(seconds: timeoutSeconds, label) {
            let output: FileDescriptorOutput = toStandardError ? .currentStandardError : .currentStandardOutput
            let result = try await started {
                try await endingAll { started in
                    try await Subprocess.run(
                        configuration(), input: .none, output: output, error: .currentStandardError
                    ) { started($0.processIdentifier.value) }
                }
            }
            return Result(
                succeeded: result.terminationStatus.isSuccess, ending: result.terminationStatus.explanation,
                exitStatus: result.terminationStatus.ofShell,
                standardOutput: "", standardError: "")
        }
    }

    /// The last component of the program's path.
    package var label: String { executable.split(separator: "/").last.map(String.init) ?? executable }

    /// - Parameter ownSession: detaches the command from the terminal, so it doesn't get the terminal's Ctrl-C.
    func configuration(ownSession: Bool = false) -> Configuration {
        if let sandbox { return sandbox.wrap(self).configuration(ownSession: ownSession) }
        if let changed = changingUser() { return changed.configuration(ownSession: ownSession) }
        var options = PlatformOptions()
        options.createSession = ownSession
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

    /// The command begun by `setpriv`, which changes the account; nil where there's nothing to change, or no such program.
    ///
    /// A child that changes it between `fork` and `exec` can wait for ever: glibc changes it in each thread that it knows,
    /// and a thread that was just being created when the process forked isn't there to answer.
    private func changingUser() -> Command? {
        guard let user, let folder = ExecutableSearch.folder(holding: ["setpriv"], in: ExecutableSearch.path()) else {
            return nil
        }
        var command = self
        command.user = nil
        command.executable = folder + "/setpriv"
        command.arguments =
            ["--reuid=\(user.userID)", "--regid=\(user.groupID)", "--clear-groups", "--", executable] + arguments
        return command
    }

    package func started<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as SubprocessError {
            throw CourseError(.failed, "\(label) can't be run: \(error)")
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

    package var explanation: String {
        switch self {
        case .exited(let status): "exit status \(status)"
        case .signaled(let signal): "signal \(signal)"
        }
    }
}

extension Command {
    /// Returns a command that, when interrupted, ends a build's compilers instead of the build itself.
    ///
    /// SwiftPM records what it has built when it ends, all at once. When it is interrupted, it records nothing. When a
    /// compiler fails, though, it starts no other compiler and ends as usual. So the script ends the compilers.
    package func endingGently() -> Command {
        var command = self
        command.executable = "/bin/sh"
        command.arguments = ["-c", Self.gently, "vitals-build", executable] + arguments
        return command
    }

    /// Ignores a broken pipe: once we are killed, nothing reads the build's output, and the build should still end
    /// properly.
    private static let gently = """
        trap '' PIPE
        trap 'ending=yes' INT TERM HUP
        ending=
        "$@" & build=$!
        wait "$build"
        status=$?
        [ -n "$ending" ] || exit "$status"
        children() { cat /proc/"$1"/task/*/children 2>/dev/null || pgrep -P "$1"; }
        end() {
            for child in $(children "$1"); do
                end "$child"
                kill -TERM "$child" 2>/dev/null
            done
        }
        tries=0
        while kill -0 "$build" 2>/dev/null && [ "$tries" -lt 125 ]; do
            end "$build"
            tries=$((tries + 1))
            sleep 0.2
        done
        kill -INT "$build" 2>/dev/null && sleep 2 && kill -KILL "$build" 2>/dev/null
        exit 130
        """
}

/// An account on this machine.
package struct SystemUser: Sendable {
    package let name: String
    package let userID: UInt32
    package let groupID: UInt32

    /// Returns an account for a program that refuses to run as root; nil when we aren't root.
    package static func unprivileged() -> SystemUser? {
        guard geteuid() == 0 else { return nil }
        return named("postgres") ?? named("nobody")
    }

    package static func named(_ name: String) -> SystemUser? {
        guard let entry = getpwnam(name) else { return nil }
        return SystemUser(name: name, userID: entry.pointee.pw_uid, groupID: entry.pointee.pw_gid)
    }
}
