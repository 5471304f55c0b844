/// A phone in the terminal: `vitals-device` with its own data directory.
package struct PhoneProgram: Sendable {
    package let directory: String
    /// Variables added to our own environment for each run.
    package let environment: [String: String]

    package init(_ directory: String, environment: [String: String] = [:]) {
        self.directory = directory
        self.environment = environment
    }

    /// Runs a command to its end.
    @discardableResult
    package func run(_ arguments: String..., input: String = "") throws -> Run {
        try start(arguments, input: input).finish()
    }

    /// Runs a command to its end without blocking other tests. After thirty seconds it is killed.
    ///
    /// - Throws: `StillToDo` where the command reaches a part that isn't written yet.
    @discardableResult
    package func run(_ arguments: String..., input: String = "") async throws -> Run {
        let run = try await blocking { try start(arguments, input: input).finish(withinSeconds: 30) }
        if let todo = run.errors.firstMatch(of: /@@todo \d+ [^\n]+/) { throw StillToDo(String(todo.0)) }
        return run
    }

    package func start(_ arguments: [String], input: String = "") throws -> RunningProgram {
        try RunningProgram(
            "vitals-device", ["--data", directory] + arguments, input: input, environment: environment)
    }
}
