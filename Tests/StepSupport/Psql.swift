import Foundation

/// Runs `psql` as a person would, but without the person's settings.
package enum Psql {
    /// The separator between two columns of an output line.
    package static let separator = "\u{1F}"

    /// Runs SQL to its end, or to its first error.
    package static func run(_ sql: String, at url: String) throws -> Run {
        try run(["-v", "ON_ERROR_STOP=1", "-A", "-t", "-F", separator], input: sql, at: url)
    }

    /// Runs a file.
    ///
    /// - Parameters:
    ///   - options: such as `["-v", "ON_ERROR_STOP=1", "-1"]`; empty for what a person in a hurry types.
    ///   - environment: such as `PGTZ`, the session's time zone.
    package static func run(
        file: String, options: [String], at url: String, environment: [String: String] = [:]
    ) throws -> Run {
        try run(options + ["-f", file], input: "", at: url, environment: environment)
    }

    /// Starts SQL that takes some time. The session ends with it, or at its first error.
    package static func start(_ sql: String, at url: String) throws -> RunningProgram {
        try start(["-v", "ON_ERROR_STOP=1", "-A", "-t", "-F", separator], input: sql, at: url)
    }

    private static func run(
        _ options: [String], input: String, at url: String, environment: [String: String] = [:]
    ) throws -> Run {
        let run = try start(options, input: input, at: url, environment: environment).finish(withinSeconds: 30)
        if run.status == 127 {
            throw TestDatabase.Failure("There is no psql on PATH. Debian, Ubuntu: apt-get install postgresql-client.")
        }
        return run
    }

    private static func start(
        _ options: [String], input: String, at url: String, environment: [String: String] = [:]
    ) throws -> RunningProgram {
        // Pass the password in the environment, because every user of the machine can read arguments.
        var address = URLComponents(string: url)
        var environment = environment
        environment["PGPASSWORD"] = address?.password
        address?.password = nil
        return try RunningProgram(
            path: "/usr/bin/env", ["psql", "-X", "-q", "-w"] + options + [address?.string ?? url], input: input,
            environment: environment)
    }
}
