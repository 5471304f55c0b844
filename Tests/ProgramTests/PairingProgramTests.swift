import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("vitals-server pair and token")
struct PairingProgramTests {
    private static let developmentUser = "00000000-0000-0000-0000-000000000001"

    let directory: TemporaryFolder
    var database: String { "sqlite:\(directory.url.path)/server.sqlite" }

    init() throws { directory = try TemporaryFolder() }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
        let settings = ["DATABASE_URL": database, "PATH": "/nowhere"].merging(environment) { _, new in new }
        return try await blocking {
            try RunningProgram("vitals-server", arguments, environment: settings).finish(withinSeconds: 30)
        }
    }

    private func exchange(_ code: String, at port: Int, name: String) async throws -> RawResponse {
        let body = #"{"code":"\#(code)","name":"\#(name)"}"#
        let head =
            "POST /pair HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
        return try await RawConnection.exchange(
            port: port, Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    }

    private func json(_ run: Run) throws -> JSONValue { try JSONValue(parsing: run.output) }

    @Test("A code that is read off the terminal pairs a phone, which syncs until its token is revoked")
    func story() async throws {
        let server = try LiveServer(directory: directory.url.path, environment: ["LOG_LEVEL": "trace"])
        let printed = try await run("pair", "--port", "\(server.port)")
        expect(printed.status, equals: 0, "\(printed.errors)")
        let code = String(try #require(printed.output.firstMatch(of: #/code  (.{4}-.{4}) /#)?.1))
        let plain = code.replacingOccurrences(of: "-", with: "")
        expect(printed.output.contains("open  http://127.0.0.1:\(server.port)/#/pair/\(plain)\n"))
        expect(printed.output.contains("--host 0.0.0.0"), "nothing says that another device cannot reach this")

        let answer = try await exchange(code.lowercased(), at: server.port, name: "Kitchen")
        let token = try #require(try JSONValue(parsing: answer.body)["token"]?.string)
        try await expect(exchange(plain, at: server.port, name: "Thief").status, equals: 403)

        let phone = Phone(directory.path("phone"))
        try await phone.run("add", "weight", "72.3", "kg")
        try await expect(phone.run("login", "--server", server.url, input: "\(token)\n").status, equals: 0)
        try await expect(phone.run("sync").status, equals: 0)

        let listed = try await run("token", "list")
        expect(listed.output.contains("Kitchen") && !listed.output.contains("Thief"), "\(listed.output)")
        expect(!listed.output.contains(token))
        let device = try #require(try json(try await run("token", "list", "--json")).array?.first)
        expect(device["user"]?.string, equals: Self.developmentUser)
        expect(device["createdOn"], equals: device["lastUsedOn"])
        try expect(json(try await run("token", "list", "--json", "--user", UUID().uuidString)).array, equals: [])

        let id = try #require(device["id"]?.string)
        try await expect(run("token", "revoke", id).status, equals: 0)
        let refused = try await phone.run("sync")
        expect(refused.status, equals: 1)
        expect(refused.errors.contains("Log in again"), "\(refused.errors)")
        let again = try await run("token", "revoke", id)
        expect(again.status, equals: 1)
        expect(again.errors.contains("token list"))

        let end = try await server.stop(SIGTERM)
        for secret in [plain, code, token, "Kitchen"] {
            expect(!end.errors.contains(secret), "a secret is in the log")
        }
        expect(end.errors.contains("/pair"), "nothing was logged, so this shows nothing")
    }

    @Test("With one user no id is needed; with none or several the message says which command helps")
    func users() async throws {
        let second = try #require(try json(try await run("user", "add", "--json"))["id"]?.string)
        let several = try await run("pair")
        expect(several.status, equals: 1)
        expect(several.errors.contains("--user") && several.errors.contains("user list"), "\(several.errors)")
        try await expect(run("pair", "--user", second).status, equals: 0)
        let unknown = try await run("pair", "--user", UUID().uuidString)
        expect(unknown.status, equals: 1)
        expect(unknown.errors.contains("no such user"))
        for id in [second, Self.developmentUser] { try await expect(run("user", "delete", id).status, equals: 0) }
        let none = try await run("pair")
        expect(none.status, equals: 1)
        expect(none.errors.contains("user add"), "\(none.errors)")
    }

    @Test("The address is that of the settings with which the server runs")
    func addresses() async throws {
        try await expect(run("user", "list").status, equals: 0, "makes the store")
        func addresses(_ environment: [String: String]) async throws -> [String] {
            let printed = try json(try await run("pair", "--json", environment: environment))
            let code = try #require(printed["code"]?.string)
            expect(Timestamp(rfc3339: printed["expiresAt"]?.string ?? "") != nil)
            return try #require(printed["addresses"]?.array).map { address in
                (address.string ?? "").replacingOccurrences(of: code, with: "CODE")
            }
        }
        try await expect(addresses([:]), equals: ["http://127.0.0.1:8080/#/pair/CODE"])
        try await expect(addresses(["HOST": "localhost", "PORT": "80"]), equals: ["http://localhost/#/pair/CODE"])
        try await expect(
            addresses(["HOST": "2001:db8::7", "PORT": "81"]), equals: ["http://[2001:db8::7]:81/#/pair/CODE"])
        #if TLS
        let tls = ["VITALS_TLS_CERT": "/nowhere.crt", "VITALS_TLS_KEY": "/nowhere.key"]
        try await expect(
            addresses(tls.merging(["HOST": "192.0.2.7"]) { $1 }), equals: ["https://192.0.2.7:8080/#/pair/CODE"])
        try await expect(addresses(tls.merging(["PORT": "443"]) { $1 }), equals: ["https://127.0.0.1/#/pair/CODE"])
        #endif
        try await expect(
            addresses(["VITALS_URL": "https://vitals.example.org/"]),
            equals: [
                "https://vitals.example.org/#/pair/CODE"
            ])
        let everywhere = try await addresses(["HOST": "0.0.0.0"])
        expect(!everywhere.isEmpty)
        expect(
            everywhere.allSatisfy { $0.hasPrefix("http://") && !$0.contains("0.0.0.0") && $0.contains(":8080/#/pair/") }
        )
        expect(everywhere.count == 1 || !everywhere.contains { $0.contains("127.0.0.1") })
    }

    /// Writes a program from another process. A program that another test starts while this process has the file open
    /// would inherit the descriptor, and Linux refuses to start a program that a process has open for writing.
    private func write(_ script: String, to path: String) async throws {
        let run = try await blocking {
            try RunningProgram(
                path: "/bin/sh", ["-c", #"cat > "$0.new" && chmod +x "$0.new" && mv "$0.new" "$0""#, path],
                input: script
            ).finish()
        }
        try #require(run.status == 0, "\(run.errors)")
    }

    @Test("Where qrencode is installed it draws the address, which it gets by its standard input")
    func drawing() async throws {
        let tools = directory.path("tools")
        try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
        let script = """
            #!/bin/sh
            echo "arguments: $*"
            printf 'input: '
            cat
            """
        try await write(script, to: tools + "/qrencode")
        try await expect(run("user", "list").status, equals: 0, "makes the store")
        let printed = try await run("pair", environment: ["PATH": "\(tools):/usr/bin:/bin"])
        let address = try #require(printed.lines.first { $0.hasPrefix("open") }?.dropFirst("open  ".count))
        expect(printed.output.contains("input: \(address)"), "\(printed.output)")
        // No terminal here, so no colours.
        expect(printed.lines.contains("arguments: -t UTF8 -m 2"))
        let failing = "#!/bin/sh\nexit 1\n"
        try await write(failing, to: tools + "/qrencode")
        let without = try await run("pair", environment: ["PATH": "\(tools):/usr/bin:/bin"])
        expect(without.status, equals: 0)
        expect(without.lines.count, equals: 3)
    }

    @Test(
        "Wrong usage exits with 2",
        arguments: [
            ["pair", "--user", "7"], ["pair", "--port", "0"], ["pair", "--port", "70000"], ["pair", "--url", "vitals"],
            ["pair", "--url", "https://x/#y"], ["pair", "--tls-cert", "x.crt"], ["token", "revoke", "7"],
            ["token", "revoke"], ["token", "list", "--user", "7"],
        ])
    func usage(_ arguments: [String]) async throws {
        let settings = ["DATABASE_URL": database]
        let run = try await blocking {
            try RunningProgram("vitals-server", arguments, environment: settings).finish(withinSeconds: 30)
        }
        expect(run.status, equals: 2, "\(run.errors)")
    }
}
