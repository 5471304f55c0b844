internal import Foundation
internal import Subprocess

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

extension Command {
    /// Output limit in bytes.
    private static var mostOutput: Int { 1 << 24 }

    /// Runs the command to its end and passes on each line of its output as it comes, including standard error.
    ///
    /// - Parameters:
    ///   - ownSession: detaches the command from the terminal, so it doesn't get the terminal's Ctrl-C.
    ///   - started: called with the process id.
    /// - Returns: true if the command succeeded, and its output, up to 16 MiB.
    /// - Throws: `CourseError` when the command can't be started or doesn't end in time.
    package func lines(
        ownSession: Bool = false, started begun: @escaping @Sendable (Int32) -> Void = { _ in },
        _ take: @escaping @Sendable (String) -> Void
    ) async throws -> (succeeded: Bool, output: String) {
        try await withTimeout(seconds: timeoutSeconds, label) {
            try await started {
                try await endingAll { started in
                    let result = try await Subprocess.run(
                        configuration(ownSession: ownSession), input: .none, output: .sequence,
                        error: .combinedWithOutput
                    ) { execution in
                        started(execution.processIdentifier.value)
                        begun(execution.processIdentifier.value)
                        var output = ""
                        try await Self.split(execution.standardOutput) { line in
                            take(line)
                            if output.utf8.count < Self.mostOutput { output += line + "\n" }
                        }
                        return output
                    }
                    return (result.terminationStatus.isSuccess, result.closureResult)
                }
            }
        }
    }

    /// Runs the command to its end on this process's own input and output, and passes on each line of its standard
    /// error.
    ///
    /// - Returns: the exit status, as a shell reports it.
    package func stream(errors take: @escaping @Sendable (String) -> Void) async throws -> Int32 {
        try await started {
            try await endingAll { started in
                let result = try await Subprocess.run(
                    configuration(), input: .fileDescriptor(.standardInput, closeAfterSpawningProcess: false),
                    output: .currentStandardOutput, error: .sequence
                ) { execution in
                    started(execution.processIdentifier.value)
                    try await Self.split(execution.standardError) { take($0) }
                }
                return result.terminationStatus.ofShell
            }
        }
    }

    /// Calls `take` with each line, of which none is too long or malformed to be read.
    private static func split(_ output: SubprocessOutputSequence, _ take: (String) -> Void) async throws {
        var splitter = LineSplitter()
        for try await buffer in output {
            for line in buffer.withUnsafeBytes({ splitter.lines(in: $0) }) { take(line) }
        }
        if let line = splitter.rest() { take(line) }
    }

    /// Replaces this process with the program, on the same terminal.
    ///
    /// - Throws: `CourseError` when the program can't be started.
    package func replaceThisProcess() throws -> Never {
        // An ignored signal stays ignored across exec; handlers don't stay.
        signal(SIGPIPE, SIG_DFL)
        for (name, value) in environment { if let value { setenv(name, value, 1) } else { unsetenv(name) } }
        var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
        words.append(nil)
        execv(executable, words)
        throw CourseError(.failed, "\(label) can't be run: \(String(cString: strerror(errno)))")
    }
}
