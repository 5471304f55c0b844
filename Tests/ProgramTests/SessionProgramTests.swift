import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Sessions and resets, with real programs")
struct SessionProgramTests {
    let directory: TemporaryFolder
    var database: String { "sqlite:\(directory.url.path)/server.sqlite" }

    init() throws { directory = try TemporaryFolder() }

    private func server(_ arguments: String...) throws -> LiveServer {
        try LiveServer(
            databaseURL: database, arguments: arguments, environment: ["LOG_LEVEL": "info", "DATABASE_URL": database])
    }

    private func run(_ arguments: String...) async throws -> Run {
        try await blocking { [database] in
            try RunningProgram("vitals-server", arguments, environment: ["DATABASE_URL": database, "PATH": "/nowhere"])
                .finish(withinSeconds: 30)
        }
    }

    /// The names of the devices that the server knows.
    private func devices() async throws -> [String] {
        let list = try JSONValue(parsing: try await run("token", "list", "--json").output)
        return (list.array ?? []).compactMap { $0["name"]?.string }
    }

    /// A phone that is paired with the server and has one record that wasn't sent.
    private func pairedPhone(_ name: String, at server: LiveServer) async throws -> Phone {
        let printed = try await run("pair", "--port", "\(server.port)", "--json")
        let code = try #require(try JSONValue(parsing: printed.output)["code"]?.string)
        let body = #"{"code":"\#(code)","name":"\#(name)"}"#
        let head = "POST /pair HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
        let answer = try await RawConnection.exchange(
            port: server.port, Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        let token = try #require(try JSONValue(parsing: answer.body)["token"]?.string)
        let phone = Phone(directory.path(name))
        try await phone.run("add", "weight", "72.3", "kg")
        try await expect(phone.run("login", "--server", server.url, input: "\(token)\n").status, equals: 0)
        return phone
    }

    private func log(of server: LiveServer) async throws -> String { try await server.stop(SIGTERM).errors }

    private func exists(_ phone: Phone) -> Bool { FileManager.default.fileExists(atPath: phone.directory) }

    @Test("A phone syncs with access tokens where the server gives them, until its own token is revoked")
    func syncs() async throws {
        let server = try server("--access-token-minutes", "15")
        let phone = try await pairedPhone("phone", at: server)
        try await expect(phone.run("sync").status, equals: 0)
        let list = try JSONValue(parsing: try await run("token", "list", "--json").output)
        let id = try #require(list.array?.first?["id"]?.string)
        try await expect(run("token", "revoke", id).status, equals: 0)
        let refused = try await phone.run("sync")
        expect(refused.status == 1 && refused.errors.contains("Log in again"), "\(refused.errors)")
        try await expect(log(of: server).contains("method=POST path=/session"), "no access token was asked for")
    }

    @Test("Without the setting a phone asks for none, and a setting that can't be meant is wrong usage")
    func off() async throws {
        let server = try server()
        let phone = try await pairedPhone("phone", at: server)
        try await expect(phone.run("sync").status, equals: 0)
        try await expect(!log(of: server).contains("/session"))
        for minutes in ["-1", "1441", "ten"] {
            let run = try await run("--port", "0", "--access-token-minutes=\(minutes)")
            expect(run.status, equals: 2, "\(run.errors)")
        }
    }

    @Test("A reset asks first and says what was never sent; then nothing is left, here or at the server")
    func resets() async throws {
        let server = try server("--access-token-minutes", "15")
        let phone = try await pairedPhone("phone", at: server)
        let refused = try await phone.run("reset", input: "n\n")
        expect(refused.status, equals: 1)
        expect(refused.errors.contains("1 entry was never sent. Erase this phone? [y/N]"), "\(refused.errors)")
        expect(refused.errors.contains("Nothing was erased"))
        try await expect(phone.run("sync").status, equals: 0)
        try await expect(devices(), equals: ["phone"])
        let reset = try await phone.run("reset", input: "y\n")
        expect(reset.status, equals: 0, "\(reset.errors)")
        expect(reset.errors.contains("Everything was sent."))
        expect(reset.output, equals: "The server has ended this phone's token.\nThis phone is erased.\n")
        expect(!exists(phone))
        try await expect(devices(), equals: [])
        let again = try await phone.run("reset", "--yes")
        expect(again.status == 1 && again.errors.contains("nothing to erase"), "\(again.errors)")
        expect(!exists(phone))
        try await expect(phone.run("list").output, equals: "Nothing recorded yet.\n")
    }

    @Test("Without a network a reset says how to end the token later")
    func offline() async throws {
        let server = try server()
        let phone = try await pairedPhone("phone", at: server)
        server.stop()
        let reset = try await phone.run("reset", "--yes")
        expect(reset.status == 0 && reset.output.contains("vitals-server token revoke ID"), "\(reset.output)")
        expect(!exists(phone))
        try await expect(devices(), equals: ["phone"])
    }

    @Test("A reset that was killed is finished by the next command, whatever it is")
    func killed() async throws {
        let server = try server()
        for command in [["reset", "--yes"], ["list"]] {
            let phone = try await pairedPhone("phone-\(command[0])", at: server)
            // What a reset leaves that is killed after its first step.
            try Data().write(to: URL(filePath: phone.directory + "/erasing"))
            let run = try await blocking { try phone.start(command).finish(withinSeconds: 30) }
            expect(run.status, equals: 0, "\(run.errors)")
            try await expect(phone.run("status").output.contains("server     none yet"))
            try await expect(phone.run("list").output, equals: "Nothing recorded yet.\n")
        }
    }

    @Test("A phone whose records are damaged can be reset, and programs read the outcome")
    func damaged() async throws {
        let phone = Phone(directory.path("phone"))
        try await phone.run("add", "weight", "72.3", "kg")
        for name in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: phone.directory + "/vitals.sqlite" + name)
        }
        try Data("no database at all".utf8).write(to: URL(filePath: phone.directory + "/vitals.sqlite"))
        let reset = try await phone.run("reset", "--yes", "--json")
        expect(
            reset.output,
            equals: #"{"erased":true,"lostEdits":null,"neverSent":null,"refused":null,"token":"unreadable"}"# + "\n")
        expect(!exists(phone))
        try await phone.run("add", "weight", "72.3", "kg")
        let second = try await phone.run("reset", "--yes", "--json")
        expect(second.output, equals: #"{"erased":true,"lostEdits":0,"neverSent":1,"refused":0,"token":"none"}"# + "\n")
    }

    @Test("The help says what is erased, and shows how")
    func help() async throws {
        let help = try await Phone(directory.path("phone")).run("reset", "--help")
        expect(help.status == 0 && help.output.contains("vitals-device --data ./phone-a reset --yes"))
        try await expect(run("--help").output.contains("ACCESS_TOKEN_MINUTES"))
    }
}
