internal import Foundation

/// The compiler of the toolchain that built the package; it links too.
struct Compiler: Sendable {
    let path: String

    /// - Throws: `CompilerFailure` with what it said.
    func run(_ arguments: [String], responseFile: String) async throws {
        let quoted = arguments.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
        try quoted.joined(separator: "\n").write(toFile: responseFile, atomically: true, encoding: .utf8)
        var command = Command(path, ["@" + responseFile])
        command.timeoutSeconds = 900
        let result = try await command.capture()
        guard result.succeeded else { throw CompilerFailure(output: result.standardError + result.standardOutput) }
    }
}

struct CompilerFailure: Error {
    let output: String

    /// The lines that say what is wrong, each once, without the drawing around them.
    var errors: [String] {
        var seen: Set<String> = []
        let lines = output.split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.contains(": error: ") && seen.insert($0).inserted }
        return errors.isEmpty ? Array(lines.suffix(5)) : errors
    }
}
