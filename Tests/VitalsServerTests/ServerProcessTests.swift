import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("The vitals-server command", .enabled(if: ServerProcess.executable != nil, "vitals-server is not built"))
struct ServerProcessTests {
    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, errors: String) {
        try await blocking { try ServerProcess(arguments, environment: environment).finish() }
    }

    @Test(
        "SIGTERM finishes what is in flight: the answer comes, the record is kept, the exit is 0",
        arguments: [SIGTERM, SIGINT])
    func gracefulShutdown(_ signal: Int32) async throws {
        try await withTemporaryDirectory { directory in
            let new = record()
            let (response, end) = try await blocking {
                let server = try ServerProcess(["--port", "0", "--data", directory])
                let line = server.firstLine()
                expect(line.hasPrefix("vitals-server listening on http://127.0.0.1:"))
                let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
                let body = #"{"records":[\#(new.json)]}"#
                let connection = try RawConnection(port: port)
                connection.send(
                    "POST /sync/push HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body.prefix(20))
                Thread.sleep(forTimeInterval: 0.3)  // another process: its clock cannot be injected
                kill(server.pid, signal)
                while (try? RawConnection(port: port)) != nil { Thread.sleep(forTimeInterval: 0.02) }
                connection.send(String(body.dropFirst(20)))
                return (try RawResponse(parsing: try connection.receiveAll()), server.finish())
            }
            expect(response.status, equals: 200)
            expect(response.texts("acceptedIds"), equals: [new.id.lowercased])
            expect(end.status, equals: 0, "\(end.errors)")
            expect(end.output.isEmpty, "standard output holds more than the one line")
            // The file alone has everything, as for someone who copies it.
            let copy = directory + "/copy.sqlite"
            try FileManager.default.copyItem(atPath: directory + "/vitals-server.sqlite", toPath: copy)
            let store = try SQLiteSyncStore(path: copy, migrations: .all)
            let pulled = try await store.pull(user: DevelopmentUser.id, cursor: 0, through: nil, limit: 9, receipt: nil)
            expect(pulled.records, equals: [new])
            try await store.close()
        }
    }

    @Test(
        "Wrong usage exits with 2 and says what is wrong",
        arguments: [
            ["--port", "x"], ["--port", "70000"], ["--nope"], ["serve", "extra"], ["user", "delete"],
            ["user", "delete", "7"], ["user", "add", "--token", "short"],
            ["user", "add", "--token", "long-enough", "--token-file", "-"],
            ["--database-url", "mysql://u:hunter2@h/d"],
            ["--log-format", "xml"], ["--log-level", "loud"], ["--max-body-bytes", "0"],
            ["--push-contact", "you@example.org"], ["--push-contact", "https://"],
            ["--push-contact", "mailto:you@localhost"], ["--push-contact", "https://localhost/contact"],
            ["--push-contact", "https://127.0.0.1"], ["--push-contact", "https://[::1]:8443/"],
            ["--push-contact", "mailto:you@nas.local?subject=push"], ["--push-contact", "mailto:you@192.168.1.7"],
            ["--push-contact", "https://LOCALHOST."],
            ["--push-contact", "mailto:you@example.org", "--push-allow-host", "example.org"],
            ["--push-allow-host", "example.org:8443"],
        ])
    func usage(_ arguments: [String]) async throws {
        let end = try await run(arguments, environment: ["VITALS_SERVER_DATA": "/proc/nowhere"])
        expect(end.status, equals: 2, "\(end.errors)")
        expect(!end.errors.isEmpty)
        expect(!end.errors.contains("hunter2"), "the URL with its password was repeated")
    }

    @Test("A setting of the environment that is no number exits with 2 and names it")
    func badEnvironment() async throws {
        let end = try await run([], environment: ["PORT": "x", "VITALS_SERVER_DATA": "/proc/nowhere"])
        expect(end.status, equals: 2)
        expect(end.errors.contains("PORT"))
    }

    @Test("Failures exit with 1 and one line")
    func failures() async throws {
        let end = try await run(["--data", "/proc/nowhere"])
        expect(end.status, equals: 1)
        expect(end.errors.split(separator: "\n").count, equals: 1, "\(end.errors)")
    }

    @Test("The public token is refused beyond loopback")
    func developmentToken() async throws {
        try await withTemporaryDirectory { directory in
            let refused = try await run(["--host", "0.0.0.0", "--port", "0", "--data", directory])
            expect(refused.status, equals: 1)
            expect(refused.errors.contains("--allow-dev-token"))
            let allowed = try await blocking {
                let server = try ServerProcess(
                    ["--host", "0.0.0.0", "--port", "0", "--data", directory, "--allow-dev-token"])
                let line = server.firstLine()
                let port = line.split(separator: ":").last.flatMap { Int($0) } ?? 0
                // As in the compose file: the name decides, although the server listens on all addresses.
                for (host, status) in [("localhost:8080", 200), ("evil.test", 421), ("0.0.0.0:8080", 421)] {
                    let head = "GET /sync/pull HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer dev-token\r\n"
                    let answer = try RawConnection.exchangeNow(
                        port: port, Array((head + "Connection: close\r\n\r\n").utf8))
                    expect(answer.status, equals: status, "\(host)")
                }
                server.terminate()
                return (line, server.finish().status)
            }
            expect(allowed.0.hasPrefix("vitals-server listening on http://0.0.0.0:"))
            expect(allowed.1, equals: 0)
        }
    }

    @Test("A port that is taken is one line that says what to do")
    func portTaken() async throws {
        try await TestServer.with(MemorySyncStore()) { taken in
            try await withTemporaryDirectory { directory in
                let end = try await run(["--port", "\(taken.port)", "--data", directory])
                expect(end.status, equals: 1)
                expect(end.errors.contains("the port is taken; choose another with --port"), "\(end.errors)")
            }
        }
    }

    @Test("With LOG_FORMAT=json each line is an object whose severity is one that Google Cloud knows")
    func jsonLog() async throws {
        try await withTemporaryDirectory { directory in
            let errors = try await blocking {
                let server = try ServerProcess(
                    ["--port", "0", "--data", directory],
                    environment: ["LOG_FORMAT": "json", "LOG_LEVEL": "trace"])
                _ = server.firstLine()
                server.terminate()
                return server.finish().errors
            }
            let lines = try errors.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            expect(!lines.isEmpty)
            for line in lines {
                let level = try #require(line["level"]?.string)
                expect(line["severity"]?.string, equals: (level == "trace" ? "DEBUG" : level.uppercased()))
            }
            expect(Set(lines.compactMap { $0["level"]?.string }).count > 1, "one level proves little")
        }
    }

    @Test("Users are added with a token that is shown once, listed without it, and deleted")
    func users() async throws {
        try await withTemporaryDirectory { directory in
            let data = ["--data", directory]
            let added = try JSONValue(parsing: try await run(["user", "add", "--json"] + data).output)
            let id = try #require(added["id"]?.string)
            let token = try #require(added["token"]?.string)
            expect(token.utf8.count, equals: 43)
            let listed = try await run(["user", "list", "--json"] + data).output
            expect(listed.contains(id) && !listed.contains(token))
            let taken = try await run(["user", "add", "--token", token] + data)
            expect(taken.status, equals: 1)
            expect(!taken.errors.contains(token))
            try await expect(run(["user", "delete", id] + data).status, equals: 0)
            try await expect(run(["user", "delete", id] + data).status, equals: 1)
            try await expect(run(["migrate"] + data).status, equals: 0)
        }
    }
}
