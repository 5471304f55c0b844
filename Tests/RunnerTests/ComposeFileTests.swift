import Foundation
import StepSupport
import TestSupport
import Testing
import Yams

/// Tests that read the file and run the server's command on a database like the one Compose creates, so that no Docker
/// engine is needed.
@Suite("docker-compose.yml")
struct ComposeFileTests {
    @Test(
        "the server brings the schema up to date before it serves, so that pairing works, and a signal reaches it",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"), .timeLimit(.minutes(5)))
    func server() async throws {
        let file = try #require(try Yams.load(yaml: TestPaths.text("docker-compose.yml")) as? [String: Any])
        let services = try #require(file["services"] as? [String: [String: Any]])
        let server = try #require(services["server"])
        // What the image would run, in a place where its program is found.
        let words = try #require(server["entrypoint"] as? [String]) + (server["command"] as? [String] ?? [])
        try #require(
            words.last?.contains("&& exec vitals-server") == true, "SIGTERM would end a shell, and not the server.")
        let mounts = try #require(services["db"]?["volumes"] as? [String])
        try #require(
            mounts.contains { $0.hasPrefix("./db/schema.sql:/docker-entrypoint-initdb.d/") },
            "The database begins with another schema than the one below.")
        let (before, paired, run) = try await blocking {
            let database = try SchemaFile.server.database()
            let before = try Self.pair(database)
            let path = TestPaths.products + ":/usr/bin:/bin"
            let program = try RunningProgram(
                path: words[0], Array(words.dropFirst()),
                environment: ["PATH": path, "DATABASE_URL": database.url, "HOST": "127.0.0.1", "PORT": "0"])
            let deadline = Date(timeIntervalSinceNow: 30)
            while program.isRunning, Date() < deadline, !program.outputSoFar.contains("listening on") { usleep(5_000) }
            let paired = try Self.pair(database)
            kill(program.processID, SIGTERM)
            return (before, paired, try program.finish(withinSeconds: 20))
        }
        expect(before.status != 0, "Pairing works without a migration, so this shows nothing.")
        expect(run.output.contains("listening on"), "\(run.output + run.errors)")
        expect(paired.status, equals: 0, "\(paired.errors)")
        expect(run.status, equals: 0, "SIGTERM did not end the server in good order: status \(run.status)")
    }

    private static func pair(_ database: TestDatabase) throws -> Run {
        try RunningProgram("vitals-server", ["pair", "--json"], environment: ["DATABASE_URL": database.url])
            .finish(withinSeconds: 30)
    }
}
