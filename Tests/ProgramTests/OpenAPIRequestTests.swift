import Foundation
import StepSupport
import TestSupport
import Testing

/// Tests in which Schemathesis generates good and bad requests from `openapi.yaml` and checks the responses against it.
@Suite(
    "What a generator of requests finds in openapi.yaml",
    .enabled(
        if: Schemathesis.isThere, "./vitals-course test installs Schemathesis where Python can make an environment"))
struct OpenAPIRequestTests {
    @Test("nothing: every answer is a documented one, bad requests are refused, and no server error comes")
    func finds() async throws {
        let directory = try TemporaryFolder()
        let server = try RunningProgram(
            "vitals-server",
            [
                "--port", "0", "--data", directory.url.path, "--web", "web", "--features", "all", "--push-contact",
                "mailto:tests@example.org", "--access-token-minutes", "15",
            ],
            environment: ["LOG_LEVEL": "error"],
            through: ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, Schemathesis.root])
        defer { server.kill() }
        let port = try await blocking {
            while !server.outputSoFar.contains("\n"), server.isRunning { usleep(2_000) }
            return server.outputSoFar.split(separator: "\n").first?.split(separator: ":").last ?? ""
        }
        let run = try await blocking { try Schemathesis.run(port: String(port), in: directory.url.path) }
        expect(run.status, equals: 0, "\(run.output)")
        // It ran: a document that it can't read would be no finding either.
        expect(run.output.contains("Tested: 34") && !run.output.contains(" 0 generated"), "\(run.output)")
    }
}

private enum Schemathesis {
    static let root = PackageFiles.root
    static let program = root + "/.build/schemathesis/bin/st"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Runs Schemathesis without the check that every request which fits the schema is accepted: a schema can't say
    /// that a text holds no U+0000, or that no name occurs twice. `VITALS_SCHEMATHESIS_SEED` sets another seed.
    static func run(port: String, in folder: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.currentDirectoryURL = URL(filePath: folder)
        process.arguments = [
            "--no-color", "run", root + "/openapi.yaml", "--url", "http://127.0.0.1:\(port)",
            // A stream of events doesn't end, so there's no response to wait for.
            "--exclude-path", "/events", "-H",
            "Authorization: Bearer dev-token", "--exclude-checks", "positive_data_acceptance", "--max-examples", "100",
            "--seed", ProcessInfo.processInfo.environment["VITALS_SCHEMATHESIS_SEED"] ?? "1",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
