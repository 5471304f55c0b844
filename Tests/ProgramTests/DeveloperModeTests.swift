import Foundation
import StepSupport
import TestSupport
import Testing

/// Tests of what `vitals-device` says about an error's cause.
@Suite("Developer mode of vitals-device") struct DeveloperModeTests {
    private static let developer = ["VITALS_DEVELOPER": "1"]

    @Test("with it a line about the cause follows an error; without it there is only the sentence")
    func causes() async throws {
        let folder = try TemporaryFolder()
        let (plain, phone) = (
            PhoneProgram(folder.path("a")), PhoneProgram(folder.path("a"), environment: Self.developer)
        )
        expect(try await plain.run("sync").errorLines.count == 1)
        let run: Run = try await phone.run("sync")
        let lines = run.errorLines.map(String.init)
        expect(lines.count == 2 && lines[0].hasPrefix("vitals-device: This device isn't connected"), "\(lines)")
        expect(lines.last?.wholeMatch(of: /error [a-z0-9]{8} pairing \(noServer\)/) != nil, "\(lines)")
        expect(run.status == 1)
    }

    @Test("an error of the server's names the request, its status and the server's id of it, and no token")
    func request() async throws {
        let folder = try TemporaryFolder()
        let phone = PhoneProgram(folder.path("a"), environment: Self.developer)
        let server = try LoopbackServer(
            .response(401, headers: ["X-Request-Id: r-17"], json: #"{"code":"unauthorized"}"#))
        _ = try await phone.run("login", "--server", server.url, input: "token-123\n") as Run
        let run: Run = try await phone.run("sync")
        let line = run.errorLines.last.map(String.init) ?? ""
        expect(
            line.wholeMatch(of: /error [a-z0-9]{8} pairing, [A-Z]+ \/[a-z\/]+: 401, request r-17 \(unauthorized\)/)
                != nil,
            "\(run.errors)")
        expect(!run.errors.contains("token-123"))
    }
}
