import StepSupport

/// A phone in the terminal with a data directory of its own.
struct Phone: Sendable {
    let directory: String

    init(_ directory: String) { self.directory = directory }

    /// Runs `vitals-device` to its end.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Run {
        try start(arguments, input: input).finish()
    }

    func start(_ arguments: [String], input: String = "") throws -> RunningProgram {
        try RunningProgram("vitals-device", ["--data", directory] + arguments, input: input)
    }
}

extension LiveServer {
    /// With SQLite in the directory.
    convenience init(directory: String, port: Int = 0, environment: [String: String] = [:]) throws {
        try self.init(databaseURL: "sqlite:\(directory)/server.sqlite", port: port, environment: environment)
    }
}
