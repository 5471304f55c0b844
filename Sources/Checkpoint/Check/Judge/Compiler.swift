internal import CheckpointSystem
internal import Foundation

/// The compiler of the toolchain that built the package; it also links.
struct Compiler: Sendable {
    let path: String

    /// - Throws: `CompilerFailure` with its output, and also when it exceeded a build's time or memory limit.
    func run(_ arguments: [String], responseFile: String) async throws {
        let quoted = arguments.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
        try quoted.joined(separator: "\n").write(toFile: responseFile, atomically: true, encoding: .utf8)
        var command = Command(path, ["@" + responseFile])
        command.timeoutSeconds = 900
        let memory = BuildMemory(limitBytes: Limits().buildMemoryBytes)
        defer { memory.end() }
        do {
            let result = try await command.lines(started: memory.watch) { _ in }
            if result.succeeded { return }
            let excess = memory.isExceeded ? StagedBuild.Excess.memory(bytes: memory.limitBytes).description : ""
            throw CompilerFailure(output: excess.isEmpty ? result.output : "compiler: error: " + excess)
        } catch let error as CourseError where error.code == .timedOut {
            throw CompilerFailure(output: "compiler: error: " + error.description)
        }
    }
}

package struct CompilerFailure: Error {
    package let output: String

    /// The error lines, each once, without the source excerpts around them.
    package var errors: [String] {
        var seen: Set<String> = []
        let lines = output.split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.contains(": error: ") && seen.insert($0).inserted }
        return errors.isEmpty ? Array(lines.suffix(5)) : errors
    }
}
