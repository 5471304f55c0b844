import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import Yams

/// Tests of the server's side of `deploy/cloudrun`: they do on a real Postgres what the files tell a container to do.
@Suite("The server as Cloud Run starts it", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
struct CloudRunTests {
    private typealias Members = [String: Any]

    /// Returns the only container in a file.
    private static func container(_ name: String) throws -> Members {
        let yaml = try PackageFiles.text("deploy/cloudrun/\(name).yaml")
        var value: Any? = try Yams.load(yaml: yaml)
        for member in ["spec", "template", "spec"] { value = (value as? Members)?[member] }
        if let inner = (value as? Members)?["template"] { value = (inner as? Members)?["spec"] }
        return try #require(((value as? Members)?["containers"] as? [Members])?.first)
    }

    /// Runs a job's own command, with a database's address as the secret would give it.
    private static func run(
        job name: String, databaseURL: String, tokenFile: String = "/secrets/token"
    ) async throws -> Run {
        let container = try container(name)
        let command = container["command"] as? [String] ?? [PackageFiles.product("vitals-server")]
        let arguments = try #require(container["args"] as? [String])
            .map { $0.replacing("/secrets/token", with: tokenFile) }
        let products = URL(filePath: PackageFiles.product("vitals-server")).deletingLastPathComponent().path
        return try await blocking {
            try RunningProgram(
                path: command[0], command.dropFirst() + arguments,
                environment: ["DATABASE_URL": databaseURL, "POOL_SIZE": "1", "PATH": "\(products):/usr/bin:/bin"]
            ).finish(withinSeconds: 60)
        }
    }

    @Test("The migration makes the tables and takes the public token away; a second run changes nothing")
    func migration() async throws {
        let database = try await TestDatabase.make()
        for turn in ["first", "second"] {
            let run = try await Self.run(job: "migrate-job", databaseURL: database.url)
            expect(run.status, equals: 0, "\(turn): \(run.errors)")
            try await expect(database.query("SELECT count(*) FROM users"), equals: [["0"]])
            expect(run.output.contains("schema version"))
        }
    }

    @Test("A public token that holds records stops the migration, and nothing of it is deleted")
    func publicRecords() async throws {
        let database = try await SchemaFile.server.database()
        let server = try await blocking { try LiveServer(databaseURL: database.url) }
        let pushed = try await ServerClient(server, token: "dev-token").push([record()])
        expect(pushed.status, equals: 200)
        _ = try await server.stop(SIGTERM)
        let run = try await Self.run(job: "migrate-job", databaseURL: database.url)
        expect(run.status, equals: 1)
        expect(run.errors.contains("has records, so nothing was deleted"), "\(run.errors)")
        try await expect(database.query("SELECT count(*) FROM measurements"), equals: [["1"]])
    }

    @Test("A migration that cannot reach its database fails, and says so in its log")
    func unreachable() async throws {
        let run = try await Self.run(job: "migrate-job", databaseURL: "postgres://vitals@/vitals?host=/cloudsql/a:b:c")
        expect(run.status, equals: 1)
        expect(run.errors.contains("vitals-server: "), "\(run.errors)")
    }

    @Test("The job that adds a user logs the id and not the token")
    func addUser() async throws {
        let database = try await SchemaFile.server.database()
        let folder = try TemporaryFolder()
        let token = "a-token-of-Secret-Manager-0123456789"
        try Data(token.utf8).write(to: URL(filePath: folder.path("token")))
        let run = try await Self.run(
            job: "add-user-job", databaseURL: database.url, tokenFile: folder.path("token"))
        expect(run.status, equals: 0, "\(run.errors)")
        let id = try #require(try await database.query("SELECT id FROM users WHERE token = '\(token)'").first?.first)
        expect(run.output, equals: "user  \(id)\n")
        expect(!run.errors.contains(token))

        let again = try await Self.run(
            job: "add-user-job", databaseURL: database.url, tokenFile: folder.path("token"))
        expect(again.status, equals: 1, "a user who is there already is a failure, not a success in silence")
        expect(!(again.output + again.errors).contains(token))
    }

    /// The time limit of service.yaml is below Cloud Run's ten seconds, and without it the server would take thirty. The
    /// seconds in between are for a busy machine.
    @Test("With the settings of service.yaml it is ready on all interfaces, and its time limit for open requests holds")
    func life() async throws {
        let database = try await TestDatabase.make()
        try #require(try await Self.run(job: "migrate-job", databaseURL: database.url).status == 0)
        let token = "the-token-of-this-test"
        try await database.query("INSERT INTO users (token) VALUES ('\(token)')")
        var environment = ["HOST": "0.0.0.0"]
        for variable in try #require(try Self.container("service")["env"] as? [Members]) {
            guard let name = variable["name"] as? String, let value = variable["value"] as? String else { continue }
            environment[name] = value == "${POOL_SIZE}" ? "4" : value
        }
        let limit = try #require(environment["SHUTDOWN_TIMEOUT_SECONDS"].flatMap { Double($0) })
        expect((0..<10).contains(limit) && limit > 0)
        let server = try await blocking { [environment] in
            try LiveServer(databaseURL: database.url, environment: environment)
        }
        let url = "http://127.0.0.1:\(server.port)"
        let stranger = ServerClient(url: url, token: nil)
        try await expect(stranger.send("GET", "/readyz").status, equals: 200)
        try await expect(stranger.send("GET", "/sync/pull").status, equals: 401, "what deploy.sh asks in the end")

        // A push that waits for a row of another session, which lets go only when the test does.
        let held = try await HeldTransaction.begin("SELECT FROM users FOR UPDATE", on: database)
        async let push = ServerClient(url: url, token: token).push([record()])
        while try await held.waitingSessions() == 0 {}
        kill(server.processID, SIGTERM)
        let run = try await blocking { try server.program.finish(withinSeconds: 25) }
        expect(run.status, equals: 0, "\(run.errors)")
        _ = try? await push
        try await held.commit()
    }

    private static let socketFolder: String? = {
        guard let url = ProcessInfo.processInfo.environment[TestDatabase.variable],
            let host = URLComponents(string: url)?.queryItems?.first(where: { $0.name == "host" })?.value
        else { return nil }
        return host.hasPrefix("/") ? host : nil
    }()

    @Test(
        "A DSN by the connector's socket reaches the database, colons in its folder's name included",
        .enabled(if: socketFolder != nil, "The Postgres of the tests is reached by TCP here."))
    func socket() async throws {
        let database = try await SchemaFile.server.database()
        let folder = try TemporaryFolder()
        let connector = folder.path("my-project:europe-west1:vitals")
        let sockets = try #require(Self.socketFolder)
        try FileManager.default.createSymbolicLink(atPath: connector, withDestinationPath: sockets)
        let parts = try #require(URLComponents(string: database.url))
        let user = parts.user ?? parts.queryItems?.first { $0.name == "user" }?.value ?? NSUserName()
        // As deploy.sh writes it; the password is not asked for by a Postgres that trusts its socket.
        let port = parts.queryItems?.first { $0.name == "port" }?.value ?? "5432"
        let dsn = "postgres://\(user):never-asked_for-1@\(parts.path)?host=\(connector)&port=\(port)"
        let server = try await blocking { try LiveServer(databaseURL: dsn) }
        try await expect(ServerClient(server, token: nil).send("GET", "/readyz").status, equals: 200)
    }
}
