import StepSupport

typealias Phone = PhoneProgram

extension LiveServer {
    /// Starts the server with SQLite in the directory.
    convenience init(directory: String, port: Int = 0, environment: [String: String] = [:]) throws {
        try self.init(databaseURL: "sqlite:\(directory)/server.sqlite", port: port, environment: environment)
    }
}
