internal import Foundation
internal import Subprocess

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

extension Command {
    /// In bytes.
    private static var mostOutput: Int { 1 << 24 }

    /// Runs it to its end and hands over each line that it writes, standard error among standard output, as it comes.
    ///
    /// - Parameters:
    ///   - ownSession: detaches it from the terminal, whose Ctrl-C it then does not get.
    ///   - started: told the number of its process.
    /// - Returns: how it ended, and what it wrote, up to 16 MiB.
    /// - Throws: `CourseError` when it cannot be started or does not end in time.
    func lines(
        ownSession: Bool = false, started begun: @escaping @Sendable (Int32) -> Void = { _ in },
        _ take: @escaping @Sendable (String) -> Void
    ) async throws -> (succeeded: Bool, output: String) {
        try await withTimeout(seconds: timeoutSeconds, label) {
            try await started {
                let result = try await Subprocess.run(
                    configuration(ownSession: ownSession), input: .none, output: .sequence, error: .combinedWithOutput
                ) { execution in
                    begun(execution.processIdentifier.value)
                    var output = ""
                    for try await line in execution.standardOutput.strings() {
                        take(line)
                        if output.utf8.count < Self.mostOutput { output += line + "\n" }
                    }
                    return output
                }
                return (result.terminationStatus.isSuccess, result.closureResult)
            }
        }
    }

    /// Runs it to its end on this process's own input and output, and hands over each line of its standard error.
    ///
    /// - Returns: its exit status, as a shell has it.
    package func stream(errors take: @escaping @Sendable (String) -> Void) async throws -> Int32 {
        try await started {
            let result = try await Subprocess.run(
                configuration(), input: .fileDescriptor(.standardInput, closeAfterSpawningProcess: false),
                output: .currentStandardOutput, error: .sequence
            ) { execution in
                for try await line in execution.standardError.strings() { take(line) }
            }
            return result.terminationStatus.ofShell
        }
    }

    /// Becomes the program: this process goes on as it, on the same terminal.
    ///
    /// - Throws: `CourseError` when it cannot be started.
    package func replaceThisProcess() throws -> Never {
        // An ignored signal stays ignored across exec; handlers do not.
        signal(SIGPIPE, SIG_DFL)
        for (name, value) in environment { if let value { setenv(name, value, 1) } else { unsetenv(name) } }
        var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
        words.append(nil)
        execv(executable, words)
        throw CourseError(.failed, "\(label) could not be run: \(String(cString: strerror(errno)))")
    }
}
