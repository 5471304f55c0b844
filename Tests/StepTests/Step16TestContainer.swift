import Foundation
import StepSupport

/// The program of the learner's image, run here: its entry point, with the environment of its last stage.
///
/// The database is the test's own, and is reached like in the other tests. Another test checks `socket_dsn`.
struct TestContainer {
    static let token = "the-token-of-this-container"

    let database: TestDatabase
    let port: Int
    private let environment: [String: String]
    private let arguments: [String]

    /// - Parameter service: more variables, which the service sets.
    /// - Throws: `StillToDo` while the image's runtime part isn't written yet.
    init(_ service: [String: String] = [:]) async throws {
        let last = try Dockerfile().last("runtime")
        arguments = (last.all("ENTRYPOINT").last?.execWords ?? []).dropFirst() + (last.all("CMD").last?.execWords ?? [])
        // A path in the image doesn't exist on this machine.
        environment = last.environment.filter { !$0.value.hasPrefix("/") }.merging(service) { _, service in service }
        guard let port = FreePort.any() else { throw ProgramError("There is no free port.") }
        self.port = port
        database = try await SchemaFile.server.database()
        // Like the migration job, because the public token must not work beyond this machine.
        try await database.query("DELETE FROM users; INSERT INTO users (token) VALUES ('\(Self.token)')")
    }

    /// A word of the entry point that sets the port or the interface.
    var fixedPort: String? { arguments.first { $0.hasPrefix("--port") || $0.hasPrefix("--host") } }

    /// Starts it like Cloud Run, which sets the port with PORT.
    func start() async throws -> LiveServer {
        try await blocking {
            try LiveServer(databaseURL: database.url, port: port, arguments: arguments, environment: started)
        }
    }

    func client(_ server: LiveServer) -> ServerClient {
        ServerClient(url: "http://127.0.0.1:\(server.port)", token: Self.token)
    }

    /// Cloud Run's value wins over the image's.
    private var started: [String: String] { environment.merging(["PORT": "\(port)"]) { _, cloudRun in cloudRun } }
}
