internal import Subprocess

extension Command {
    /// Runs it to its end and hands over each line that it writes, standard error among standard output, as it comes.
    ///
    /// - Returns: how it ended, and all that it wrote.
    /// - Throws: `CourseError` when it cannot be started or does not end in time.
    func lines(_ take: @escaping @Sendable (String) -> Void) async throws -> (succeeded: Bool, output: String) {
        try await withTimeout(seconds: timeoutSeconds, label) {
            try await started {
                let result = try await Subprocess.run(
                    configuration(), input: .none, output: .sequence, error: .combinedWithOutput
                ) { execution in
                    var output = ""
                    for try await line in execution.standardOutput.strings() {
                        take(line)
                        output += line + "\n"
                    }
                    return output
                }
                return (result.terminationStatus.isSuccess, result.closureResult)
            }
        }
    }
}
