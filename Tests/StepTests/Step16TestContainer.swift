import Foundation
import StepSupport

/// What the learner's image runs, run here: its entry point, with the environment of its last stage.
///
/// The database is one of the test's own, reached as the tests reach it: whether `socket_dsn` is written is another
/// test's matter.
struct TestContainer {
    static let token = "the-token-of-this-container"

    let database: TestDatabase
    let port: Int
    private let environment: [String: String]
    private let arguments: [String]

    /// - Parameter service: what the service sets besides.
    /// - Throws: `StillToDo` while the image's runtime part is.
    init(_ service: [String: String] = [:]) async throws {
        let last = try Dockerfile().last("runtime")
        arguments = (last.all("ENTRYPOINT").last?.execWords ?? []).dropFirst() + (last.all("CMD").last?.execWords ?? [])
        // A place in the image is none on this machine.
        environment = last.environment.filter { !$0.value.hasPrefix("/") }.merging(service) { _, service in service }
        guard let port = FreePort.any() else { throw ProgramError("There is no free port.") }
        self.port = port
        database = try await SchemaFile.server.database()
        // As the migration job does it: the public token must not work beyond this machine.
        try await database.query("DELETE FROM users; INSERT INTO users (token) VALUES ('\(Self.token)')")
    }

    /// A word of the entry point that names a port, or the interface.
    var fixedPort: String? { arguments.first { $0.hasPrefix("--port") || $0.hasPrefix("--host") } }

    /// Starts it as Cloud Run does, which says the port by PORT.
    func start() async throws -> LiveServer {
        try await blocking {
            try LiveServer(databaseURL: database.url, port: port, arguments: arguments, environment: started)
        }
    }

    func client(_ server: LiveServer) -> ServerClient {
        ServerClient(url: "http://127.0.0.1:\(server.port)", token: Self.token)
    }

    /// Cloud Run's word wins over the image's.
    private var started: [String: String] { environment.merging(["PORT": "\(port)"]) { _, cloudRun in cloudRun } }
}
