import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsServer

/// The cost of clients that misbehave for a real server process, whose memory is read from outside.
@Suite(
    "Streams under load", .serialized, .enabled(if: ServerProcess.executable != nil, "vitals-server is not built"),
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "there is no /proc"))
struct LiveLoadTests {
    /// 10 000 connects instead of a few hundred, with their figures.
    private static let isFull = ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] == "1"

    /// A server with these users beside the public one.
    private func with(
        users: [String] = [], _ arguments: [String] = [],
        body: @escaping @Sendable (_ port: Int, _ processID: Int32) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let store = try SQLiteSyncStore(path: directory + "/vitals-server.sqlite", migrations: .all)
            for token in users { _ = try await store.addUser(token: token) }
            try await store.close()
            let server = try await blocking { try ServerProcess(["--port", "0", "--data", directory] + arguments) }
            defer { server.terminate() }
            let line = try await blocking { server.firstLine() }
            try await body(try #require(line.split(separator: ":").last.flatMap { Int($0) }), server.pid)
            server.terminate()
            let end = try await blocking { server.finish() }
            expect(end.status, equals: 0, "\(end.errors.suffix(2_000))")
        }
    }

    private static func residentMiB(_ processID: Int32) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return (line.split(separator: " ").compactMap { Double($0) }.first ?? 0) / 1024
    }

    private static func request(_ line: String, token: String, more: String = "") -> [UInt8] {
        Array("\(line) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\(more)\r\n".utf8)
    }

    private static func pull(_ port: Int, token: String = DevelopmentUser.token) throws -> RawResponse {
        try RawConnection.exchangeNow(
            port: port, request("GET /sync/pull?cursor=0&limit=1", token: token, more: "Connection: close\r\n"))
    }

    /// Connects, reads the head of the response, and hangs up.
    private static func connect(_ port: Int, token: String) throws -> String {
        let connection = try RawConnection(port: port)
        connection.send(request("GET /events", token: token))
        var head = ""
        while !head.contains("\r\n\r\n") { head += String(decoding: try connection.receiveSome(), as: UTF8.self) }
        return head
    }

    /// A reader that waits as long as it's asked to: 10 000 streams in a minute are the most that all users have together.
    private static func patientReader(_ port: Int) async throws -> EventReader {
        for _ in 0..<70 {
            do {
                return try await EventReader.open(port: port)
            } catch RawHTTPError.notHTTP(let head) where head.hasPrefix("HTTP/1.1 429") {
                try await Task.sleep(for: .seconds(1))
            }
        }
        return try await EventReader.open(port: port)
    }

    @Test("Many connects: a user beyond 60 a minute is asked to wait, and others are served", arguments: [1, 8])
    func connects(userCount: Int) async throws {
        let count = Self.isFull ? 10_000 : 320
        let users = (0..<(Self.isFull && userCount > 1 ? count / 40 : userCount)).map { "token-of-user-\($0)" }
        try await with(users: users) { port, processID in
            for token in users.prefix(3) {
                let warm = try await blocking { try Self.pull(port, token: token) }
                expect(warm.status, equals: 200)
            }
            let before = try Self.residentMiB(processID)
            let (heads, slowest) = (Locked<[String]>([]), Locked(0.0))
            let begin = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 0..<4 {
                    group.addTask {
                        try await blocking {
                            for number in stride(from: part, to: count, by: 4) {
                                let head = try Self.connect(port, token: users[number % users.count])
                                heads.withLock {
                                    $0.append(
                                        (head.components(separatedBy: "\r\n").first ?? "")
                                            + (head.contains("\r\nRetry-After: ") ? " with a wait" : ""))
                                }
                            }
                        }
                    }
                }
                group.addTask {
                    // Somebody else syncs meanwhile.
                    while heads.withLock({ $0.count }) < count {
                        let start = ContinuousClock.now
                        let pulled = try await blocking { try Self.pull(port) }
                        expect(pulled.status, equals: 200)
                        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
                        slowest.withLock { $0 = max($0, milliseconds) }
                    }
                }
                try await group.waitForAll()
            }
            let kinds = Dictionary(grouping: heads.withLock { $0 }) { $0 }.mapValues(\.count)
            let (accepted, refused) = (
                kinds["HTTP/1.1 200 OK"] ?? 0, kinds["HTTP/1.1 429 Too Many Requests with a wait"] ?? 0
            )
            expect(accepted + refused, equals: count, "\(kinds)")
            let minutes = Int((ContinuousClock.now - begin) / .seconds(60)) + 1
            expect(accepted >= min(count, 60 * users.count) && accepted <= 60 * users.count * minutes, "\(kinds)")
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            let grown = try Self.residentMiB(processID) - before
            expect(grown < 64, "\(grown) MiB more after \(count) connects")
            // None of them is left: another phone gets its stream, and its event.
            let reader = try await Self.patientReader(port)
            let body = #"{"records":[\#(Vitals.Measurement.sample().json)]}"#
            let pushed = try await RawConnection.exchange(
                port: port,
                Self.request(
                    "POST /sync/push", token: DevelopmentUser.token,
                    more:
                        "Content-Type: application/json\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n")
                    + Array(body.utf8))
            expect(pushed.status, equals: 200)
            try await expect(reader.event()?["records"]?.array?.count, equals: 1)
            if Self.isFull {
                print(
                    "\(count) connects by \(users.count) users: \(Int(seconds)) s, \(Int(grown)) MiB more,",
                    "slowest pull \(Int(slowest.withLock { $0 })) ms, \(kinds)")
            }
        }
    }

    @Test("Streams that are never read cost one event each, however much they miss")
    func neverRead() async throws {
        try await with(["--idle-timeout-seconds", "300"]) { port, processID in
            let deaf = try await blocking {
                try (0..<8).map { _ in
                    let connection = try RawConnection(port: port)
                    connection.send(Self.request("GET /events", token: DevelopmentUser.token))
                    return connection
                }
            }
            let reader = try await EventReader.open(port: port)
            let note = String(repeating: "n", count: 8_000)
            func push() async throws {
                let records = (0..<15).map { _ in Vitals.Measurement.sample(extra: #"{"note":"\#(note)"}"#).json }
                let body = #"{"records":[\#(records.joined(separator: ","))]}"#
                let pushed = try await RawConnection.exchange(
                    port: port,
                    Self.request(
                        "POST /sync/push", token: DevelopmentUser.token,
                        more:
                            "Content-Type: application/json\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n"
                    ) + Array(body.utf8))
                expect(pushed.status, equals: 200)
                try await expect(reader.event() != nil)
            }
            // The first ones fill the system's buffers, and warm the server up.
            for _ in 0..<60 { try await push() }
            let before = try Self.residentMiB(processID)
            for _ in 0..<90 { try await push() }
            let grown = try Self.residentMiB(processID) - before
            // Kept for eight streams, the events would be 80 MiB, less what the system's buffers still take.
            expect(grown < 40, "\(grown) MiB more")
            expect(deaf.count, equals: 8)
        }
    }

    @Test("A mailbox holds one event: what comes before the last is joined to it, without records")
    func mailbox() async {
        let mailbox = EventMailbox(token: "token")
        for number in 1...1_000 {
            var event = EventMessage.measurements(Int64(number))
            event.page = EventMessage.page(of: [.sample()], overwritten: nil)
            mailbox.put(event)
            mailbox.putHeartbeat()
        }
        await expect(mailbox.next(), equals: .event(.measurements(1_000)))
        mailbox.put(.account)
        mailbox.put(.measurements(1_001))
        mailbox.end()
        await expect(mailbox.next(), equals: .event(.account))
        await expect(mailbox.next(), equals: .end)
    }
}
