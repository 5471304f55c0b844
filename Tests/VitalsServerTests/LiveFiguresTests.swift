import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// The figures of `docs/notes/performance.md` on events. They're printed and not judged: a machine may be slow.
@Suite(
    "Figures of events", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] != nil, "VITALS_LARGE_TESTS isn't set"))
struct LiveFiguresTests {
    /// A clock on which a minute passes with each look, so that the limit of connects doesn't count.
    private static func quickClock() -> @Sendable () -> Duration {
        let minutes = Locked(0)
        return {
            minutes.withLock {
                $0 += 1
                return .seconds(60 * $0)
            }
        }
    }

    private func with(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let store = try SQLiteSyncStore(path: directory + "/server.sqlite")
            try await TestServer.with(
                LiveSyncStore(store),
                {
                    $0.maximumConnectionCount = 8_000
                    $0.components.features = [.live]
                    $0.components.addLive(
                        limits: StreamLimits(perUser: 2_000, total: 2_000), uptime: Self.quickClock())
                }, body: body)
        }
    }

    private static func residentMiB() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return (line.split(separator: " ").compactMap { Double($0) }.first ?? 0) / 1024
    }

    @Test("1 000 idle streams, and one change to all of them")
    func manyStreams() async throws {
        try await with { server in
            let before = try Self.residentMiB()
            let request = "GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n\r\n"
            let connections = try await blocking {
                try (0..<1_000).map { _ in
                    let connection = try RawConnection(port: server.port)
                    connection.send(request)
                    _ = try Self.receive(":", from: connection)
                    return connection
                }
            }
            let after = try Self.residentMiB()
            print("1 000 idle streams: \(Int(after - before)) MiB more, clients included")
            var milliseconds: [Double] = []
            for _ in 0..<10 {
                let start = ContinuousClock.now
                _ = try await server.push([.sample()])
                try await blocking {
                    for connection in connections { _ = try Self.receive("data: ", from: connection) }
                }
                milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
            }
            print("one change to 1 000 streams: \(milliseconds.sorted().map { Int($0) }) ms")
        }
    }

    private static func receive(_ text: String, from connection: RawConnection) throws -> String {
        var received = ""
        while !received.contains(text) { received += String(decoding: try connection.receiveSome(), as: UTF8.self) }
        return received
    }

    @Test("From a commit on one device to the commit on the other")
    func delay() async throws {
        try await with { server in
            let origin = try ServerOrigin("http://127.0.0.1:\(server.port)")
            let (a, b) = (try Device.inMemory(), try Device.inMemory())
            for device in [a, b] { try device.login(to: origin, token: "dev-token") }
            try await a.sync()
            let (statuses, reports) = AsyncStream.makeStream(of: LiveStatus.self)
            let live = Task { try await b.live { reports.yield($0) } }
            for await status in statuses where status == .live { break }
            var milliseconds: [Double] = []
            for number in 0..<200 {
                let changes = b.changes()
                let record = try a.add(.weight, 50 + Double(number) / 10)
                let start = ContinuousClock.now
                try await a.sync()
                var there = try b.record(record.id) != nil
                if !there {
                    for await _ in changes {
                        there = try b.record(record.id) != nil
                        if there { break }
                    }
                }
                milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
            }
            live.cancel()
            let sorted = milliseconds.sorted()
            print("commit to commit: median \(sorted[100]) ms, p95 \(sorted[189]) ms, longest \(sorted[199]) ms")
        }
    }
}
