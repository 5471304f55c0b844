import Foundation
import StepSupport
import TestSupport
import Testing

/// Tests of the example app, as a process: it is built against the public API alone.
@Suite("The example app")
struct WeightLogTests {
    @Test("it keeps a diary in a folder, and two of them converge by a server")
    func diary() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path("a"), folder.path("b"))
        try await expect(run(a, "72.4").output.contains("72.4 kg  to be sent"))
        try await expect(run(a).lines.count, equals: 1)
        let database = "sqlite:\(folder.path("server.sqlite"))"
        let server = try await blocking { try LiveServer(databaseURL: database) }
        try await expect(run(a, server.url, "dev-token").output.hasPrefix("Sent 1, received 1.\n"))
        let received = try await run(b, server.url, "dev-token")
        expect(received.output.contains("Sent 0, received 1.") && received.output.contains("72.4 kg  synced"))
        server.stop()
        let away = try await run(b, server.url, "dev-token")
        expect(away.status == 0 && away.output.contains("Your diary is safe here"))
    }

    @Test("what can't be right is told in one line, with a status that a script sees")
    func refuses() async throws {
        let folder = try TemporaryFolder()
        let run = try await run(folder.path("a"), "7240")
        expect(run.status == 1 && run.output.hasPrefix("weight-log: The value of WEIGHT must be between"))
    }

    private func run(_ arguments: String...) async throws -> Run {
        try await blocking { try RunningProgram("weight-log", arguments).finish(withinSeconds: 60) }
    }
}
