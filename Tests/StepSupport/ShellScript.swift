import Foundation

/// Runs lines of bash and reports parts that aren't written yet.
package enum ShellScript {
    /// - Parameters:
    ///   - script: the text for `bash -c`; `set -euo pipefail` is put before it.
    ///   - arguments: its `$1` and so on.
    /// - Throws: `StillToDo` where it reaches a part that isn't written yet.
    package static func run(
        _ script: String, _ arguments: [String] = [], input: String = "", environment: [String: String] = [:]
    ) async throws -> Run {
        let run = try await blocking {
            try RunningProgram(
                path: "/usr/bin/env", ["bash", "-c", "set -euo pipefail\n" + script, "bash"] + arguments, input: input,
                environment: environment.merging(["BASH_ENV": ""]) { given, _ in given }
            ).finish(withinSeconds: 10)
        }
        if let todo = run.errors.firstMatch(of: /@@todo \d+ [^\n]+/) { throw StillToDo(String(todo.0)) }
        return run
    }
}
