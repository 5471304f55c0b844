internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// A run of a lesson's transcripts in a copy of a learner's tree.
///
/// Each transcript gets its own shell; all transcripts of a lesson share the folder and the database. The output of
/// background commands is discarded, and they end with their shell.
struct TranscriptRun: Sendable {
    /// The copy of the tree.
    let directory: String
    /// Folder that holds the programs of the package and of the lesson, by name.
    let programs: String
    /// Variables that override those of our own environment.
    let environment: [String: String]

    /// The port that lessons use; the run replaces it with a free one.
    private static let port = "8080"
    /// A separator between the outputs of two commands; it never occurs in a text.
    private static let separator = "\u{1E}"

    /// - Returns: the transcript with the output of this run.
    func run(_ transcript: Transcript) async throws -> Transcript {
        // The port was free a moment ago. We can't reserve it, because the shell starts the program that will listen on
        // it.
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
                .failed, "The shell exited early, with \(result.ending).",
                lastLines: result.standardOutput.split(separator: "\n").suffix(5).map(String.init))
        }
        var printed = transcript
        for index in printed.entries.indices {
            printed.entries[index].output = self.lines(outputs[index], port)
        }
        return printed
    }

    /// Returns the lines as a reader would see them, whose folder has another name.
    private func lines(_ output: Substring, _ port: String) -> [String] {
        var text = output.replacing(port, with: Self.port).replacing(directory, with: "my-vitals")
        while text.last?.isNewline == true { text.removeLast() }
        return text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Creates a `vitals-course run NAME …` command as the reader types it, which starts programs that are already
    /// built.
    private func shims() throws -> String {
        let folder = programs + "/shims"
        let script = """
            #!/bin/sh
            [ "$1" = run ] || { echo "a transcript can only run programs: vitals-course run NAME" >&2; exit 2; }
            program=$2
            shift 2
            exec "\(programs)/$program" "$@"

            """
        try TreeFile(Data(script.utf8), isExecutable: true).write(to: folder + "/vitals-course")
        return folder
    }
}
