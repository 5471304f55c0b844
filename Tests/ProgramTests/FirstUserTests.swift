import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A server of one's own at its first start", .timeLimit(.minutes(2)))
struct FirstUserTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private static func lines(_ server: LiveServer, count: Int) async throws -> [Substring] {
        for _ in 0..<500 where server.program.outputSoFar.split(separator: "\n").count < count {
            try await Task.sleep(for: .milliseconds(10))
        }
        return server.program.outputSoFar.split(separator: "\n")
    }

    private func start(_ url: String, _ arguments: [String] = [], _ environment: [String: String] = [:]) throws
        -> LiveServer
    {
        try LiveServer(databaseURL: url, arguments: ["--first-user"] + arguments, environment: environment)
    }

    private func pair(_ server: LiveServer, _ code: Substring) async throws -> ServerAnswer {
        try await ServerClient(url: "http://127.0.0.1:\(server.port)", token: nil)
            .send("POST", "/pair", body: #"{"code":"\#(code)","name":"Phone"}"#)
    }

    @Test(
        "One command replaces the public token and prints a code that works, until a device is paired",
        arguments: EntityProgramTests.databases)
    func firstStart(_ kind: String) async throws {
        let database = kind == "postgres" ? try await TestDatabase.make() : nil
        let url = database?.url ?? "sqlite:\(directory.path("server.sqlite"))"
        let environment = ["VITALS_URL": "https://vitals.example.org/"]
        var server = try start(url, ["--host", "0.0.0.0"], environment)
        var lines = try await Self.lines(server, count: 3)
        expect(lines[0].hasPrefix("vitals-server listening on "), "\(lines)")
        expect(lines[2].hasPrefix("open  https://vitals.example.org/#/pair/"), "\(lines)")
        let public1 = ServerClient(url: "http://127.0.0.1:\(server.port)", token: "dev-token")
        try await expect(public1.pull().status, equals: 401, "the public token opens nothing")
        _ = try await server.stop(SIGTERM)

        // Nobody used the code: the next start prints another one, for the same user.
        server = try start(url)
        lines = try await Self.lines(server, count: 3)
        let code = try #require(lines.dropFirst().first?.firstMatch(of: /code  (\S+)/)?.1)
        let paired = try await pair(server, code.replacing("-", with: ""))
        expect(paired.status, equals: 200, "\(paired)")
        let token = try #require(JSONValue(parsing: Array(paired.text.utf8))["token"]?.string)
        try await expect(ServerClient(server, token: token).push([Self.record]).status, equals: 200)
        _ = try await server.stop(SIGTERM)

        server = try start(url)
        _ = try await server.stop(SIGTERM)
        expect(!server.program.outputSoFar.contains("code"), "a server in use prints none")
    }

    private static let record = Records.weight(70)

    @Test("A public token that has records is left alone, and the server says what to do")
    func recordsOfThePublicToken() async throws {
        let url = "sqlite:\(directory.path("server.sqlite"))"
        let server = try LiveServer(databaseURL: url)
        try await expect(ServerClient(server, token: "dev-token").push([Self.record]).status, equals: 200)
        _ = try await server.stop(SIGTERM)
        let run = try await blocking {
            try RunningProgram("vitals-server", ["--first-user", "--port", "0"], environment: ["DATABASE_URL": url])
                .finish(withinSeconds: 30)
        }
        expect(run.status == 1 && run.errors.contains("has records or devices"), "\(run)")
        let again = try LiveServer(databaseURL: url)
        try await expect(ServerClient(again, token: "dev-token").pull().status, equals: 200)
    }
}
