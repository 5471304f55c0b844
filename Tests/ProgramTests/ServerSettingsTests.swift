import Foundation
import StepSupport
import TestSupport
import Testing

@Suite("Settings of vitals-server")
struct ServerSettingsTests {
    let directory: TemporaryDirectory
    var database: String { "sqlite:\(directory.url.path)/server.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
        try RunningProgram("vitals-server", arguments, environment: environment).finish(withinSeconds: 30)
    }

    @Test(
        "An address of a database that is none is wrong usage",
        arguments: [
            "mysql://x", "sqlite:", "sqlite://relative/path", "sqlite::memory:",
        ])
    func badDatabase(url: String) throws {
        let run = try run("migrate", environment: ["DATABASE_URL": url])
        #expect(run.status == 2, "\(run.errors)")
    }

    @Test("dev-token opens nothing beyond loopback, neither at the start nor when it is added later")
    func developmentToken() async throws {
        let refused = try run("--host", "0.0.0.0", "--port", "0", environment: ["DATABASE_URL": database])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--allow-dev-token"), "\(refused.errors)")

        let user = "00000000-0000-0000-0000-000000000001"
        #expect(try run("user", "delete", user, environment: ["DATABASE_URL": database]).status == 0)
        let server = try LiveServer(directory: directory.url.path, environment: ["HOST": "0.0.0.0"])
        #expect(try run("user", "add", "--token", "dev-token", environment: ["DATABASE_URL": database]).status == 0)
        let phone = Phone(directory.path("phone"))
        try await phone.run("login", "--server", "http://127.0.0.1:\(server.port)", input: "dev-token\n")
        let sync = try await phone.run("sync")
        #expect(sync.status == 1)
        #expect(sync.errors.contains("does not know this device's token"), "\(sync.errors)")
    }

    @Test("Without a database the records lie below the user's own home")
    func home() throws {
        let run = try run("user", "list", environment: ["HOME": directory.url.path, "XDG_DATA_HOME": ""])
        #expect(run.status == 0, "\(run.errors)")
        let file = directory.path(".local/share/vitals-server/vitals-server.sqlite")
        #expect(FileManager.default.fileExists(atPath: file))
    }
}
