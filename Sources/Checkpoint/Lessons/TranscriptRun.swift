internal import Foundation

/// Runs what a lesson shows of a terminal, in a copy of a learner's tree.
///
/// Each transcript is one shell; all of a lesson share the folder and the database. What a command leaves in the background
/// prints nothing and is ended with its shell.
struct TranscriptRun: Sendable {
    /// The copy of the tree.
    let directory: String
    /// Holds the programs of the package and of the lesson, by name.
    let programs: String
    /// Laid over our own.
    let environment: [String: String]

    /// The port that lessons name; a free one stands in for it.
    private static let port = "8080"
    /// Stands between the outputs of two commands, and in no text.
    private static let separator = "\u{1E}"

    /// - Returns: the transcript with what was printed this time.
    func run(_ transcript: Transcript) async throws -> Transcript {
        // Free a moment ago, which is as much as can be had: the program that wants it is started by the shell.
        let port = String(try LoopbackListener().port)
        let shims = try shims()
        var lines = ["exec 2>&1", "trap 'kill $(jobs -p) 2>/dev/null' EXIT"]
        for entry in transcript.entries {
            let command = entry.command.replacing(Self.port, with: port)
            lines += [command.hasSuffix("&") ? command.dropLast() + " >/dev/null 2>&1 &" : command]
            lines.append("printf '\(Self.separator)'")
        }
        var command = Command("bash", ["-c", lines.joined(separator: "\n")])
        command.directory = directory
        command.timeoutSeconds = 120
        for (name, value) in environment { command.environment[name] = value }
        let path = environment["PATH"] ?? ExecutableSearch.path().joined(separator: ":")
        command.environment["PATH"] = shims + ":" + path
        command.environment["TERM"] = "dumb"
        let result = try await command.capture()
        let outputs = result.standardOutput.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard outputs.count > transcript.entries.count else {
            throw CourseError(
                .failed, "The shell ended early, with \(result.ending).",
                lastLines: result.standardOutput.split(separator: "\n").suffix(5).map(String.init))
        }
        var printed = transcript
        for index in printed.entries.indices {
            printed.entries[index].output = self.lines(outputs[index], port)
        }
        return printed
    }

    /// As a reader would see them, who works in a folder of another name.
    private func lines(_ output: Substring, _ port: String) -> [String] {
        var text = output.replacing(port, with: Self.port).replacing(directory, with: "my-vitals")
        while text.last?.isNewline == true { text.removeLast() }
        return text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// `vitals-course run NAME …`, as a reader types it, on programs that are built already.
    private func shims() throws -> String {
        let folder = programs + "/shims"
        let script = """
            #!/bin/sh
            [ "$1" = run ] || { echo "a lesson runs programs only: vitals-course run NAME" >&2; exit 2; }
            program=$2
            shift 2
            exec "\(programs)/$program" "$@"

            """
        try TreeFile(Data(script.utf8), isExecutable: true).write(to: folder + "/vitals-course")
        return folder
    }
}
