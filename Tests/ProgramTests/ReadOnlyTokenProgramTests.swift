import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// `vitals-server token add`, its server and phones: all real programs.
@Suite("vitals-server token add") struct ReadOnlyTokenProgramTests {
    private static let user = "00000000-0000-0000-0000-000000000001"
    private let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func run(_ url: String, _ arguments: [String]) async throws -> Run {
        try await blocking {
            try RunningProgram(
                "vitals-server", arguments, environment: ["DATABASE_URL": url, "PATH": "/nowhere"]
            ).finish(withinSeconds: 30)
        }
    }

    private func json(_ url: String, _ arguments: [String]) async throws -> JSONValue {
        let run = try await run(url, arguments)
        try #require(run.status == 0, "\(run.errors)")
        return try JSONValue(parsing: run.output)
    }

    /// A database's URL, and what keeps it.
    private func database(_ kind: String) async throws -> (url: String, TestDatabase?) {
        let database = kind == "postgres" ? try await SchemaFile.server.database() : nil
        let url = database?.url ?? "sqlite:\(directory.path("server.sqlite"))"
        let migrated = try await run(url, ["migrate"])
        try #require(migrated.status == 0, "\(migrated.errors)")
        return (url, database)
    }

    private func send(_ method: String, _ path: String, _ token: String, to port: Int) async throws -> RawResponse {
        let head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        return try await RawConnection.exchange(
            port: port, Array("\(head)Authorization: Bearer \(token)\r\nContent-Length: 0\r\n\r\n".utf8))
    }

    @Test(
        "A printed link reads, is listed with its limits, and is revoked; the token is in no log and no list",
        arguments: EntityProgramTests.databases)
    func story(_ kind: String) async throws {
        let (url, database) = try await database(kind)
        defer { withExtendedLifetime(database) {} }
        let server = try LiveServer(databaseURL: url, environment: ["LOG_LEVEL": "trace"])
        let added = try await run(
            url,
            [
                "token", "add", "--read-only", "--name", "Coach", "--expires", "30d", "--kinds", "steps,weight",
                "--port", "\(server.port)",
            ])
        expect(added.status, equals: 0, "\(added.errors)")
        let token = String(
            try #require(added.output.firstMatch(of: #/token (vr-[A-Za-z0-9_-]{43})   read-only, until 20/#)?.1))
        expect(added.output.contains("open  http://127.0.0.1:\(server.port)/#look=\(token)\n"), "\(added.output)")
        let id = String(try #require(added.output.firstMatch(of: #/vitals-server token revoke ([0-9a-f-]{36})\n/#)?.1))

        let pulled = try await send("GET", "/sync/pull", token, to: server.port)
        expect(pulled.status == 200 && pulled["Vitals-Read-Only"]?.contains(#"kinds="WEIGHT,STEPS""#) == true)
        expect(pulled["Vitals-Features"]?.split(separator: ",").contains("devices") == true)
        try await expect(send("POST", "/sync/push", token, to: server.port).status, equals: 403)

        let phone = Phone(directory.path("phone"))
        try await phone.run("add", "weight", "72.3", "kg")
        try await expect(phone.run("login", "--server", server.url, input: "\(token)\n").status, equals: 0)
        let refused = try await phone.run("sync")
        expect(
            refused.status == 1
                && refused.errors.contains("refuses this device's request (403): This token was made to look on: it")
                && !refused.errors.contains("Is this the address"), "\(refused.errors)")

        let listed = try await run(url, ["token", "list"])
        expect(
            listed.output.contains("Coach  (read-only until 20") && listed.output.contains(": WEIGHT, STEPS)\n"),
            "\(listed.output)")
        expect(!listed.output.contains(token))
        let line = try #require(try await json(url, ["token", "list", "--json"]).array?.first)
        expect(line["readOnly"] == .bool(true) && line["id"]?.string == id && line["expiresAt"]?.string != nil)
        expect(line["kinds"], equals: .array([.string("WEIGHT"), .string("STEPS")]))
        let exported = try await json(url, ["user", "export", Self.user])
        expect(exported["devices"]?.array?.first?["readOnly"] == .bool(true), "\(exported)")

        try await expect(run(url, ["token", "revoke", id]).output, equals: "revoked \(id)\n")
        try await expect(send("GET", "/sync/pull", token, to: server.port).status, equals: 401)
        let end = try await server.stop(SIGTERM)
        expect(!end.errors.contains(token) && end.errors.contains("/sync/pull"))
    }

    @Test("`user delete` takes its tokens along", arguments: EntityProgramTests.databases)
    func deleted(_ kind: String) async throws {
        let (url, database) = try await database(kind)
        defer { withExtendedLifetime(database) {} }
        let added = try await json(
            url, ["token", "add", "--read-only", "--json", "--url", "https://vitals.example.org/"])
        let token = try #require(added["token"]?.string)
        expect(added["addresses"], equals: .array([.string("https://vitals.example.org/#look=\(token)")]))
        expect(added["expiresAt"] == nil && added["kinds"] == nil)
        try await expect(run(url, ["user", "delete", Self.user]).status, equals: 0)
        try await expect(json(url, ["token", "list", "--json"]), equals: .array([]))
    }

    @Test("A server whose feature is switched off answers by 401")
    func off() async throws {
        let (url, _) = try await database("sqlite")
        let token = try #require(try await json(url, ["token", "add", "--read-only", "--json"])["token"]?.string)
        for (features, status) in [("none", 401), ("deletes,live", 401), ("devices", 200)] {
            let server = try LiveServer(databaseURL: url, environment: ["VITALS_FEATURES": features])
            defer { server.stop() }
            try await expect(send("GET", "/sync/pull", token, to: server.port).status, equals: status, "\(features)")
            let pushed = try await send("POST", "/sync/push", token, to: server.port).status
            expect(pushed, equals: status == 200 ? 403 : 401, "\(features)")
        }
    }

    @Test(
        "A folder without a store gets none, and no link or code that would never work",
        arguments: [
            ["token", "add", "--read-only"], ["token", "list"], ["token", "revoke", UUID().uuidString], ["pair"],
        ])
    func noStore(_ arguments: [String]) async throws {
        let path = directory.path("elsewhere") + "/vitals-server.sqlite"
        let run = try await run("sqlite:\(path)", arguments)
        expect(run.status == 1 && run.output.isEmpty, "\(run)")
        expect(run.errors.contains("There is no store at \(path). Name your server's data folder"), "\(run.errors)")
        expect(!FileManager.default.fileExists(atPath: directory.path("elsewhere")))
    }

    @Test("What can't be is one line that says what to do")
    func refused() async throws {
        let (url, _) = try await database("sqlite")
        for (arguments, status, text) in [
            ([], 2, "vitals-server pair"), (["--name", "Coach"], 2, "vitals-server pair"),
            (
                ["--read-only", "--kinds", "weight,mood"], 2,
                "There is no kind `mood`: name some of weight, steps, heart_rate,"
            ),
            (["--read-only", "--kinds", ","], 2, "--kinds takes kinds separated by commas, such as weight,steps."),
            (["--read-only", "--expires", "soon"], 2, "--expires takes hours or days, such as 12h or 30d."),
            (["--read-only", "--expires", "30m"], 2, "--expires takes hours or days, such as 12h or 30d."),
            (["--read-only", "--expires", "0h"], 2, "--expires takes 1h to 3650d."),
            (["--read-only", "--expires", "3651d"], 2, "--expires takes 1h to 3650d."),
            (["--read-only", "--user", "anna"], 2, "The id must be a UUID."),
            (["--read-only", "--name", "a\u{1B}[2J"], 2, "--name takes at most 64 characters"),
            (["--read-only", "--name", " \u{3000}"], 2, "--name takes a name that can be seen."),
            (
                ["--read-only", "--user", UUID().lowercased], 1,
                "There is no such user; `vitals-server user list` shows them."
            ),
        ] as [([String], Int32, String)] {
            let run = try await run(url, ["token", "add"] + arguments)
            expect(run.status == status && run.errors.contains(text) && run.output.isEmpty, "\(arguments): \(run)")
        }
        try await expect(json(url, ["token", "list", "--json"]), equals: .array([]))
    }
}
