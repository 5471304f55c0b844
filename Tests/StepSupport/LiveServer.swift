import Foundation

/// A `vitals-server` on a free port of this machine, started the way people start it.
package final class LiveServer: Sendable {
    package let program: RunningProgram
    /// The server's URL, such as `http://127.0.0.1:41543`.
    package let url: String

    /// - Parameters:
    ///   - port: 0 for a free one.
    ///   - arguments: flags, which win over the environment.
    ///   - environment: more settings, such as `POOL_SIZE`.
    /// - Throws: the server's error when it didn't start: `StillToDo` where a part of it isn't written yet.
    package init(
        databaseURL: String, port: Int = 0, arguments: [String] = [], environment: [String: String] = [:]
    ) throws {
        program = try RunningProgram(
            "vitals-server", arguments,
            environment: ["PORT": "\(port)", "DATABASE_URL": databaseURL, "LOG_LEVEL": "error"]
                .merging(environment) { _, new in new })
        let deadline = Date(timeIntervalSinceNow: 20)
        while !program.outputSoFar.contains("\n") {
            guard program.isRunning, Date() < deadline else { throw try Self.reason(program) }
            usleep(2_000)
        }
        let line = program.outputSoFar.split(separator: "\n").first ?? ""
        url = String(line.split(separator: " ").last ?? "")
        guard URL(string: url)?.port ?? 0 > 0 else {
            throw ProgramError(
                "The first line of vitals-server on standard output must end with its address, such as "
                    + "`vitals-server listening on http://127.0.0.1:8080`; it is: \(line)")
        }
    }

    package var port: Int { URL(string: url)?.port ?? 0 }

    package var processID: Int32 { program.processID }

    /// Sends a signal and waits for the end. After five seconds it kills the server, with status 137.
    package func stop(_ signal: Int32) async throws -> Run {
        try await blocking { [program] in
            Foundation.kill(program.processID, signal)
            return try program.finish(withinSeconds: 5)
        }
    }

    /// Kills the server at once, like a power cut.
    ///
    /// - Returns: false if it had ended by itself.
    @discardableResult
    package func stop() -> Bool { program.kill() }

    deinit { program.kill() }

    private static func reason(_ program: RunningProgram) throws -> any Error {
        let isRunning = program.isRunning
        program.kill()
        let run = try program.finish()
        if let todo = run.errors.firstMatch(of: /@@todo \d+ [^\n]+/) { return StillToDo(String(todo.0)) }
        let end =
            isRunning
            ? "printed no address on standard output within 20 seconds" : "ended with status \(run.status) at once"
        return ProgramError("vitals-server \(end). On standard error: \(run.errors.isEmpty ? "nothing" : run.errors)")
    }
}
