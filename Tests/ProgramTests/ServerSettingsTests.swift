import Foundation
import StepSupport
import TestSupport
import Testing

@Suite("Settings of vitals-server")
struct ServerSettingsTests {
    let directory: TemporaryFolder
    var database: String { "sqlite:\(directory.url.path)/server.sqlite" }

    init() throws { directory = try TemporaryFolder() }

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
        expect(run.status, equals: 2, "\(run.errors)")
    }

    @Test("dev-token opens nothing beyond loopback, neither at the start nor when it is added later")
    func developmentToken() async throws {
        let refused = try run("--host", "0.0.0.0", "--port", "0", environment: ["DATABASE_URL": database])
        expect(refused.status, equals: 1)
        expect(refused.errors.contains("--allow-dev-token"), "\(refused.errors)")

        let user = "00000000-0000-0000-0000-000000000001"
        try expect(run("user", "delete", user, environment: ["DATABASE_URL": database]).status, equals: 0)
        let server = try LiveServer(directory: directory.url.path, environment: ["HOST": "0.0.0.0"])
        try expect(
            run("user", "add", "--token", "dev-token", environment: ["DATABASE_URL": database]).status, equals: 0)
        let phone = Phone(directory.path("phone"))
        try await phone.run("login", "--server", "http://127.0.0.1:\(server.port)", input: "dev-token\n")
        let sync = try await phone.run("sync")
        expect(sync.status, equals: 1)
        expect(sync.errors.contains("doesn't know this device's token"), "\(sync.errors)")
    }

    @Test(
        "A number of trusted proxies that can't be meant is wrong usage",
        arguments: ["-1", "17", "one", "1.5"])
    func badProxies(number: String) throws {
        let run = try run("--port", "0", environment: ["DATABASE_URL": database, "TRUSTED_PROXIES": number])
        expect(run.status, equals: 2, "\(run.errors)")
        expect(run.errors.contains("TRUSTED_PROXIES"), "\(run.errors)")
    }

    @Test("TRUSTED_PROXIES and --trusted-proxies count attempts to pair for the client, and the flag wins")
    func proxies() async throws {
        func statuses(_ arguments: [String], _ environment: [String: String]) async throws -> [Int] {
            let server = try LiveServer(
                databaseURL: database, arguments: arguments, environment: environment)
            var statuses: [Int] = []
            for number in 1...11 {
                let head =
                    "POST /pair HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Connection: close\r\nX-Forwarded-For: 203.0.113.\(number)\r\nContent-Length: 19\r\n\r\n"
                let answer = try await RawConnection.exchange(
                    port: server.port, Array((head + #"{"code":"00000000"}"#).utf8))
                statuses.append(answer.status)
            }
            return statuses
        }
        // A request that names a proxy gets 421 while the public token works.
        let user = "00000000-0000-0000-0000-000000000001"
        try expect(run("user", "delete", user, environment: ["DATABASE_URL": database]).status, equals: 0)
        try await expect(statuses([], ["TRUSTED_PROXIES": "1"]).allSatisfy { $0 == 403 })
        try await expect(statuses(["--trusted-proxies", "1"], [:]).allSatisfy { $0 == 403 })
        try await expect(statuses(["--trusted-proxies", "0"], ["TRUSTED_PROXIES": "1"]).last, equals: 429)
    }

    @Test("Without a database the records lie below the user's own home")
    func home() throws {
        let run = try run("user", "list", environment: ["HOME": directory.url.path, "XDG_DATA_HOME": ""])
        expect(run.status, equals: 0, "\(run.errors)")
        let file = directory.path(".local/share/vitals-server/vitals-server.sqlite")
        expect(FileManager.default.fileExists(atPath: file))
    }
}
