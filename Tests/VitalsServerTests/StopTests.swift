import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsServer

@Suite("A server that stops", .serialized) struct StopTests {
    /// NIO ends the program, tests and all, when a connection is dropped that it has accepted and nothing has used.
    @Test("Connections that come in while the server stops are dropped, and cost nothing", .timeLimit(.minutes(2)))
    func connecting() async throws {
        for _ in 0..<25 {
            let isOver = Locked(false)
            let connected = Locked(0)
            try await TestServer.with(MemorySyncStore()) { server in
                for _ in 0..<4 {
                    Thread.detachNewThread {
                        while !isOver.withLock({ $0 }) {
                            guard (try? RawConnection(port: server.port)) != nil else { continue }
                            connected.withLock { $0 += 1 }
                        }
                    }
                }
                while connected.withLock({ $0 }) < 40 { try await Task.sleep(for: .milliseconds(1)) }
            }
            isOver.withLock { $0 = true }
        }
    }

    @Test("A server inside another program leaves SIGTERM and SIGINT to that program", .timeLimit(.minutes(1)))
    func signals() async throws {
        // Without a handler, they would end the tests.
        let before = [SIGTERM, SIGINT].map { number in (number, signal(number) { _ in }) }
        defer { for (number, handler) in before { signal(number, handler) } }
        try await TestServer.with(MemorySyncStore()) { server in
            for number in [SIGTERM, SIGINT] {
                kill(getpid(), number)
                // A server that takes the signal closes its port within moments.
                try await Task.sleep(for: .milliseconds(300))
                let answer = try? await server.send("GET", "/healthz", token: nil)
                #expect(answer?.status == 200, "The program got signal \(number), and its server has stopped.")
            }
        }
    }
}
