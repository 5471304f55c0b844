import Foundation
import StepSupport
import TestSupport
import Testing

@Suite("vitals-server with an app and a certificate")
struct ServingTests {
    let directory: TemporaryFolder
    var database: String { "sqlite:\(directory.url.path)/server.sqlite" }

    init() throws { directory = try TemporaryFolder() }

    private func makeApp(_ folder: String, title: String) throws {
        try FileManager.default.createDirectory(atPath: directory.path(folder), withIntermediateDirectories: true)
        try Data("<title>\(title)</title>".utf8).write(to: URL(filePath: directory.path(folder) + "/index.html"))
    }

    private func page(_ port: Int) async throws -> RawResponse {
        try await RawConnection.exchange(
            port: port, Array("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
    }

    /// Starts the server in a folder and requests `/`.
    private func page(in folder: String, _ arguments: String..., environment: [String: String] = [:]) async throws
        -> RawResponse
    {
        let server = try RunningProgram(
            "vitals-server", ["--port", "0"] + arguments,
            environment: ["DATABASE_URL": database, "LOG_LEVEL": "error"].merging(environment) { $1 },
            through: ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder])
        defer { server.kill() }
        try await blocking {
            let deadline = Date(timeIntervalSinceNow: 20)
            while !server.outputSoFar.contains("\n"), server.isRunning, Date() < deadline { usleep(2_000) }
        }
        let port = try #require(
            server.outputSoFar.split(separator: "\n").first?.split(separator: ":").last.flatMap { Int($0) })
        return try await page(port)
    }

    @Test("The app is that of --web, or of VITALS_WEB, or of the folder web here; else there is none")
    func whichApp() async throws {
        for folder in ["here/web", "named", "set"] { try makeApp(folder, title: folder) }
        let (here, named, set) = (directory.path("here"), directory.path("named"), directory.path("set"))
        let elsewhere = directory.path("elsewhere")
        try FileManager.default.createDirectory(atPath: elsewhere + "/web", withIntermediateDirectories: true)
        try await expect(page(in: here).text, equals: "<title>here/web</title>")
        try await expect(page(in: here, environment: ["VITALS_WEB": set]).text, equals: "<title>set</title>")
        try await expect(
            page(in: here, "--web", named, environment: ["VITALS_WEB": set]).text, equals: "<title>named</title>")
        try await expect(page(in: elsewhere).status, equals: 404)
    }

    @Test("A folder that is none is one line, and the server does not start")
    func noApp() throws {
        let run = try RunningProgram(
            "vitals-server", ["--port", "0", "--web", directory.path("nowhere")],
            environment: ["DATABASE_URL": database]
        ).finish(withinSeconds: 20)
        expect(run.status, equals: 1)
        expect(run.errorLines.count, equals: 1)
        expect(run.errors.contains("index.html"), "\(run.errors)")
    }

    @Test("A certificate and its key go together, and a file that cannot be used is one line")
    func certificates() throws {
        #if TLS
        let unreadable = "The certificate /nowhere.crt can't be read"
        #else
        let unreadable = "swift run --traits TLS vitals-server"
        #endif
        for (arguments, status, word) in [
            (["--tls-cert", "x"], 2, "--tls-key"), (["--tls-key", "x"], 2, "--tls-cert"),
            (["--tls-cert", "/nowhere.crt", "--tls-key", "/nowhere.key"], 1, unreadable),
        ] {
            let run = try RunningProgram(
                "vitals-server", ["--port", "0"] + arguments, environment: ["DATABASE_URL": database]
            ).finish(withinSeconds: 20)
            expect(run.status == status, "\(run.errors)")
            expect(run.errors.contains(word), "\(run.errors)")
            if status == 1 { expect(run.errorLines.count, equals: 1) }
        }
    }

    #if TLS
    @Test("With a certificate the address begins with https, and a client that trusts it is served")
    func https() async throws {
        let (certificate, key) = (directory.path("server.crt"), directory.path("server.key"))
        let made = try await blocking {
            try RunningProgram(
                path: "/usr/bin/env",
                [
                    "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
                ]
            ).finish(withinSeconds: 60)
        }
        try #require(made.status == 0, "openssl: \(made.errors)")
        let server = try LiveServer(
            databaseURL: database, environment: ["VITALS_TLS_CERT": certificate, "VITALS_TLS_KEY": key])
        expect(server.url.hasPrefix("https://127.0.0.1:"))
        let answer = try await blocking {
            try RunningProgram(
                path: "/usr/bin/env",
                [
                    "curl", "--silent", "--show-error", "--cacert", certificate,
                    "https://localhost:\(server.port)/readyz",
                ]
            ).finish(withinSeconds: 20)
        }
        expect(answer.output, equals: #"{"status":"ok"}"#, "\(answer.errors)")
        try await expect(server.stop(SIGTERM).status, equals: 0)
    }
    #else
    @Test(
        "Built without TLS it is one line with the command that builds with it, from serve and from pair",
        arguments: [[], ["serve"], ["pair"]])
    func withoutTLS(command: [String]) throws {
        let settings = ["DATABASE_URL": database]
        let flags = ["--port", "8443", "--tls-cert", "it's one.pem", "--tls-key", "key.pem"]
        let run = try RunningProgram("vitals-server", command + flags, environment: settings).finish(withinSeconds: 20)
        expect(run.status, equals: 1)
        expect(run.output.isEmpty)
        let words = command + ["--port", "8443", "--tls-cert", #"'it'\''s one.pem'"#, "--tls-key", "key.pem"]
        expect(run.errorLines.count, equals: 1)
        expect(
            run.errors.hasSuffix(": swift run --traits TLS vitals-server " + words.joined(separator: " ") + "\n"),
            "\(run.errors)")
    }
    #endif
}
