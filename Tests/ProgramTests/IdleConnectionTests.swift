#if os(Linux)
import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of a real server to which a thousand connections are open that send nothing. Each test is a process of its own,
/// because it needs more files than the other tests would like to share.
@Suite("A thousand idle connections", .serialized)
struct IdleConnectionTests {
    @Test("Those of one address: it gets its quarter, the others are served, and so is it once they're closed")
    func oneAddress() async {
        await #expect(processExitsWith: .success) {
            await recorded {
                let directory = try TemporaryFolder()
                let server = try await blocking { try LiveServer(directory: directory.url.path) }
                let idle = IdleConnections(count: 1_000, to: server.port, from: ["127.0.0.2"])
                try await until("the server has closed those beyond the limit") { idle.openCount == 128 }
                try await Self.expectService(of: server)
                expect(IdleConnections(count: 1, to: server.port, from: ["127.0.0.2"]).isClosedByServer())
                idle.close()
                try await until("its places are free again") {
                    !IdleConnections(count: 1, to: server.port, from: ["127.0.0.2"]).isClosedByServer()
                }
                expect(server.program.isRunning)
            }
        }
    }

    @Test("Those of a proxy, where a thousand are allowed: all stay open, and phones are served beside them")
    func manyAllowed() async {
        await #expect(processExitsWith: .success) {
            await recorded {
                let directory = try TemporaryFolder()
                let server = try await blocking {
                    try LiveServer(
                        directory: directory.url.path,
                        environment: ["TRUSTED_PROXIES": "1", "MAX_CONNECTIONS": "1100"])
                }
                let idle = IdleConnections(count: 1_000, to: server.port)
                try await Self.expectService(of: server)
                expect(idle.openCount, equals: 1_000)
            }
        }
    }

    @Test("More connections than the system lets the server open files: it says so at its start, and serves")
    func fewFiles() async {
        await #expect(processExitsWith: .success) {
            await recorded {
                let directory = try TemporaryFolder()
                // 256 files, of which the server can't get more; 512 connections are its default.
                let program = try RunningProgram(
                    "vitals-server", [],
                    environment: [
                        "PORT": "0", "DATABASE_URL": "sqlite:\(directory.path("server.sqlite"))",
                        "TRUSTED_PROXIES": "1", "LOG_LEVEL": "warning",
                    ], through: ["/usr/bin/env", "prlimit", "--nofile=256:256"])
                defer { program.kill() }
                try await until("the server listens") { program.outputSoFar.contains("\n") }
                let url = String(program.outputSoFar.split(whereSeparator: \.isWhitespace).last ?? "")
                let port = try #require(URL(string: url)?.port)
                let idle = IdleConnections(count: 1_000, to: port)
                try await until("the server has closed those beyond the limit") { idle.openCount <= 128 }
                expect(idle.openCount, equals: 128, "half of the files are left for everything else")
                idle.close()
                try await Self.expectService(at: url)
                expect(program.isRunning)
                kill(program.processID, SIGTERM)
                let errors = try program.finish(withinSeconds: 20).errors
                expect(errors.contains("open files"), "\(errors)")
            }
        }
    }

    private static func expectService(of server: LiveServer) async throws { try await expectService(at: server.url) }

    /// A phone pushes a record, and another one pulls it.
    private static func expectService(at url: String) async throws {
        let phones = try (0..<2).map { _ in
            let phone = try Device.inMemory()
            try phone.login(to: try ServerOrigin(url), token: "dev-token")
            return phone
        }
        try phones[0].add(.weight, 70)
        for phone in phones { try await phone.sync() }
        try expect(phones[1].list().map(\.measurement), equals: phones[0].list().map(\.measurement))
    }
}

/// Runs `body`, and records its error: one that left the process would end it without a word.
private func recorded(_ body: () async throws -> Void) async {
    do { try await body() } catch is ExpectationFailedError {} catch { Issue.record(error) }
}

extension IdleConnections {
    /// True once the server closes one of them; false where it keeps them for a moment.
    fileprivate func isClosedByServer() -> Bool {
        for _ in 0..<100 {
            if openCount < count { return true }
            usleep(5_000)
        }
        return false
    }
}
#endif
