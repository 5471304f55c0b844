import Foundation
import Testing
import Yams

/// Read, not run: no Docker engine is needed.
@Suite("docker-compose.yml and Dockerfile")
struct DeployFilesTests {
    private struct Compose: Decodable {
        struct Service: Decodable {
            struct HealthCheck: Decodable { let test: [String] }
            struct Dependency: Decodable { let condition: String }

            let image: String?
            let build: String?
            let environment: [String: String]
            let ports: [String]
            let volumes: [String]?
            let healthcheck: HealthCheck?
            let dependencies: [String: Dependency]?

            enum CodingKeys: String, CodingKey {
                case image, build, environment, ports, volumes, healthcheck
                case dependencies = "depends_on"
            }
        }

        let services: [String: Service]
        let volumes: [String: String?]
    }

    private func service(_ name: String) throws -> Compose.Service {
        let compose = try YAMLDecoder().decode(Compose.self, from: TestPaths.text("docker-compose.yml"))
        return try #require(compose.services[name], "there is no service named \(name)")
    }

    @Test("The database is Postgres 16 with a health check and a named volume, and gets the schema read-only")
    func database() throws {
        let database = try service("db")
        #expect(database.image == "postgres:16")
        #expect(database.healthcheck?.test.contains("pg_isready") == true)
        let volumes = try #require(database.volumes)
        #expect(volumes.contains("./db/schema.sql:/docker-entrypoint-initdb.d/schema.sql:ro"))
        #expect(volumes.contains { $0.hasSuffix(":/var/lib/postgresql/data") && !$0.hasPrefix(".") })
        let compose = try YAMLDecoder().decode(Compose.self, from: TestPaths.text("docker-compose.yml"))
        #expect(compose.volumes.keys.contains("vitals-data"))
        #expect(FileManager.default.fileExists(atPath: TestPaths.root + "/db/schema.sql"))
    }

    @Test("Nothing is published beyond loopback", arguments: ["db", "server"])
    func loopbackOnly(name: String) throws {
        #expect(try service(name).ports.allSatisfy { $0.hasPrefix("127.0.0.1:") })
    }

    @Test("The server waits for a healthy database and is told where it is")
    func server() throws {
        let server = try service("server")
        #expect(server.build == ".")
        #expect(server.dependencies?["db"]?.condition == "service_healthy")
        let database = try service("db").environment
        let (user, name) = (database["POSTGRES_USER"] ?? "", database["POSTGRES_DB"] ?? "")
        let url = try #require(server.environment["DATABASE_URL"].flatMap(URLComponents.init(string:)))
        #expect(url.scheme == "postgres" && url.host == "db")
        #expect(url.user == user && url.path == "/" + name && url.password == database["POSTGRES_PASSWORD"])
    }

    @Test("The image has two stages, runs as nobody special, and is stopped by a signal to the server itself")
    func image() throws {
        let lines = try TestPaths.text("Dockerfile").split(separator: "\n").map(String.init)
        let stages = lines.filter { $0.hasPrefix("FROM ") }
        #expect(stages.count == 2)
        #expect(stages.first?.hasPrefix("FROM swift:6.3") == true)
        #expect(stages.last?.hasSuffix("-slim") == true)
        let final = lines.drop { $0 != stages.last }
        let user = try #require(final.firstIndex { $0.hasPrefix("USER ") })
        let entryPoint = try #require(final.firstIndex { $0.hasPrefix("ENTRYPOINT ") })
        #expect(lines[user] != "USER root" && user < entryPoint)
        #expect(lines[entryPoint].hasPrefix("ENTRYPOINT [\""), "in shell form SIGTERM would reach a shell")
        #expect(final.contains { $0.hasPrefix("HEALTHCHECK ") } && final.contains { $0.hasPrefix("EXPOSE ") })
        #expect(!final.contains { $0.contains("-dev ") }, "headers do not belong in the final image")
    }

    @Test("The build context holds all that the Dockerfile copies, and no build folder")
    func context() throws {
        let ignore = try TestPaths.text(".dockerignore").split(separator: "\n").map(String.init)
        #expect(ignore.contains("*"))
        let copied = try TestPaths.text("Dockerfile").split(separator: "\n")
            .filter { $0.hasPrefix("COPY ") && !$0.contains("--from") }
            .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
        #expect(copied.allSatisfy { ignore.contains("!" + $0) })
    }
}
