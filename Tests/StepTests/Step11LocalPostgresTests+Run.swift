import Foundation
import StepSupport
import Testing

extension Step11LocalPostgresTests {
    @Test(
        "a database that starts from scratch has the schema",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
    func startsWithSchema() async throws {
        _ = try ComposeFile().declaredVolumes()
        let database = try ComposeFile().service("db")
        guard let docker = try await DockerCompose.find() else { return try await expectSchema(mountedBy: database) }
        let reading = try await docker.run("config", "--quiet")
        expect(reading.status == 0, "`docker compose config` refuses the file: \(reading.errors)")
        guard reading.status == 0 else { return }
        // An engine without a network and without the image is of no use.
        if try await docker.run("pull", "--quiet", "db").status == 0 {
            try await expectSchema(of: docker, database.environment)
        } else {
            try await expectSchema(mountedBy: database)
        }
    }

    /// Uses a Docker engine: starts the real service, under its own project name.
    private func expectSchema(of docker: DockerCompose, _ environment: [String: String]) async throws {
        let start = try await docker.run("up", "--detach", "--wait", "db")
        expect(
            start.status == 0, "`docker compose up --wait db` ended with status \(start.status): \(start.errors)")
        guard start.status == 0 else { return }
        let user = environment["POSTGRES_USER"] ?? "postgres"
        let answer = try await docker.run(
            "exec", "-T", "db", "psql", "-U", user, "-d", environment["POSTGRES_DB"] ?? user, "-A", "-t", "-c",
            "SELECT token FROM users")
        expect(
            answer.output.contains("dev-token"),
            "The database was called healthy, but it has no known user: \(answer.output)\(answer.errors)")
    }

    /// Works without Docker: does what the image does with each file it finds, on an existing Postgres.
    private func expectSchema(mountedBy service: ComposeService) async throws {
        let database = try await TestDatabase.make()
        for script in service.mounts.filter({ $0.target.hasPrefix("/docker-entrypoint-initdb.d/") }) {
            let run = try await SchemaFile(path: script.source).run(["-v", "ON_ERROR_STOP=1"], on: database)
            expect(run.status == 0, "\(script.source) doesn't apply to an empty database: \(run.errors)")
        }
        let tables = try await database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
            .map { $0[0] }
        let missing = ["measurements", "schema_version", "sync_log", "users"].filter { !tables.contains($0) }
        expect(
            missing.isEmpty,
            """
            After the files that db mounts were applied to an empty database, it lacks \(missing.joined(separator: ", ")); \
            there \(tables.isEmpty ? "is no table" : "are \(tables.joined(separator: ", "))").
            """)
    }
}

/// `docker compose` on the learner's file, with its own volumes, which are deleted with this object.
private final class DockerCompose: Sendable {
    private let project = "vitals-step-" + UUID().uuidString.lowercased().prefix(8)
    private let port: Int

    /// Finds an engine; nil where none responds.
    static func find() async throws -> DockerCompose? {
        try await blocking {
            for question in [["info"], ["compose", "version"]] {
                guard let answer = try? docker(question, limitSeconds: 5), answer.status == 0 else { return nil }
            }
            return FreePort.any().map { DockerCompose(port: $0) }
        }
    }

    private init(port: Int) { self.port = port }

    deinit { _ = try? compose(["down", "--volumes", "--timeout", "1"]) }

    func run(_ arguments: String...) async throws -> Run { try await blocking { [self] in try compose(arguments) } }

    private func compose(_ arguments: [String]) throws -> Run {
        try Self.docker(
            ["compose", "--project-name", project, "--file", PackageFiles.url(ComposeFile.path).path] + arguments,
            environment: ["VITALS_POSTGRES_PORT": "\(port)"], limitSeconds: 240)
    }

    private static func docker(
        _ arguments: [String], environment: [String: String] = [:], limitSeconds: Double
    ) throws -> Run {
        try RunningProgram(path: "/usr/bin/env", ["docker"] + arguments, environment: environment)
            .finish(withinSeconds: limitSeconds)
    }
}
