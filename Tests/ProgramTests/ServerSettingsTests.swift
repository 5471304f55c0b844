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

    @Test(
        "A variable that is set and empty is wrong usage, and is named",
        arguments: [
            "DATABASE_URL", "VITALS_SERVER_DATA", "POOL_SIZE", "HOST", "PORT", "MAX_BODY_BYTES", "LOG_LEVEL",
            "LOG_FORMAT",
            "IDLE_TIMEOUT_SECONDS", "VITALS_WEB", "VITALS_TLS_CERT", "TRUSTED_PROXIES", "VITALS_FEATURES",
            "GEMINI_API_KEY",
            "MAX_STREAMS", "VITALS_PUSH_CONTACT", "VITALS_PUSH_ALLOW_HOSTS", "ACCESS_TOKEN_MINUTES",
            "VITALS_METRICS_ADDRESS", "VITALS_REQUIRE_PREMIUM",
        ])
    func emptyVariable(name: String) throws {
        var environment = ["HOME": directory.url.path, "PORT": "0"]
        if !name.contains("DATA") { environment["DATABASE_URL"] = database }
        environment[name] = ""
        let run = try run(environment: environment)
        expect(run.status, equals: 2, "\(run.errors)")
        expect(run.errors.contains("The environment variable \(name) is set, and empty"), "\(run.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        expect(files.isEmpty, "nothing was made: \(files)")
    }

    @Test("migrate, pair and the model's settings refuse empty variables too, and a flag wins over one")
    func emptyVariableOfCommands() throws {
        for (arguments, name) in [
            (["migrate"], "DATABASE_URL"), (["migrate"], "VITALS_SCHEMA"), (["user", "list"], "DATABASE_URL"),
            (["pair"], "VITALS_URL"), (["pair"], "PORT"), (["--port", "0"], "VITALS_MODEL"),
            (["--port", "0"], "VITALS_MODEL_URL"), (["--port", "0"], "VITALS_MODEL_TIMEOUT"),
        ] {
            let given = ["DATABASE_URL": database, "GEMINI_API_KEY": "key"].merging([name: ""]) { $1 }
            let run = try RunningProgram("vitals-server", arguments, environment: given).finish(withinSeconds: 30)
            expect(
                run.status == 2 && run.errors.contains("variable \(name) is set, and empty"),
                "\(arguments): \(run.errors)")
        }
        try expect(run("user", "list", "--database-url", database, environment: ["DATABASE_URL": ""]).status, equals: 0)
    }

    @Test(
        "The first line of the log names the store, and says if others may look into its folder",
        arguments: [(0o700, ""), (0o755, ", in a folder that others on this machine may look into")])
    func namesStore(mode: Int, end: String) async throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.url.path)
        let server = try LiveServer(databaseURL: database, environment: ["LOG_LEVEL": "info"])
        let run = try await server.stop(SIGTERM)
        let first = run.errors.split(separator: "\n").first ?? ""
        expect(
            first.hasSuffix("the records are in the SQLite file \(directory.path("server.sqlite"))\(end)"),
            "\(run.errors)")
    }

    @Test(
        "Without HOME, or with one that is no path, the records of both programs belong below the home folder that the system knows",
        .enabled(if: geteuid() == 0, "Only root may run a program as a user whose home can't be made."))
    func homeOfTheSystem() throws {
        let nobody = try #require(getpwnam("nobody")).pointee
        let home = String(cString: nobody.pw_dir)
        for change in [["-u", "HOME"], ["HOME="], ["HOME=here"]] {
            for (program, folder) in [("vitals-server", "vitals-server"), ("vitals-device", "vitals")] {
                let arguments = program == "vitals-server" ? ["user", "list"] : ["list"]
                let run = try RunningProgram(
                    program, arguments, environment: ["XDG_DATA_HOME": "relative/folder"],
                    through: ["/usr/bin/setpriv", "--reuid=\(nobody.pw_uid)", "--clear-groups", "/usr/bin/env"] + change
                ).finish(withinSeconds: 30)
                // That folder can't be made, so its path is in the error.
                expect(
                    run.status == 1 && run.errors.contains("\(home)/.local/share/\(folder)"), "\(change): \(run.errors)"
                )
            }
        }
    }

    @Test(
        "A user without a home folder is told to set HOME or choose a folder",
        .enabled(if: geteuid() == 0, "Only root may run a program as a user that the system doesn't know."))
    func noHome() throws {
        for (program, arguments) in [("vitals-server", ["user", "list"]), ("vitals-device", ["list"])] {
            let run = try RunningProgram(
                program, arguments, environment: ["XDG_DATA_HOME": ""],
                through: ["/usr/bin/setpriv", "--reuid=4242424", "--clear-groups", "/usr/bin/env", "-u", "HOME"]
            ).finish(withinSeconds: 30)
            expect(run.status == 1 && run.errors.contains("Set HOME, or choose a folder with --data."), "\(run.errors)")
        }
    }

    @Test("A phone whose VITALS_DATA is empty makes none anywhere")
    func emptyPhoneVariable() throws {
        let environment = ["HOME": directory.url.path, "VITALS_DATA": ""]
        let run = try RunningProgram("vitals-device", ["list"], environment: environment).finish(withinSeconds: 30)
        expect(run.status == 2 && run.errors.contains("variable VITALS_DATA is set, and empty"), "\(run.errors)")
        try expect(FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
    }
}
