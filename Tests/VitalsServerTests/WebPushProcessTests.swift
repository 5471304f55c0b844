import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// The program with its settings of Web Push, from outside.
@Suite("vitals-server wakes closed apps", .enabled(if: ServerProcess.executable != nil, "vitals-server is not built"))
struct WebPushProcessTests {
    private static func start(_ service: TestWebPushService, in directory: String) async throws -> (ServerProcess, Int)
    {
        let server = try await blocking {
            try ServerProcess([
                "--port", "0", "--data", directory, "--push-contact", "mailto:you@example.org",
                "--push-allow-host", "127.0.0.1:\(service.server.port)",
            ])
        }
        let line = try await blocking { server.firstLine() }
        return (server, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    }

    /// Pairs a phone with the account of the development user, by the server's store.
    private static func pair(_ token: String, in directory: String) async throws {
        let store = try SQLiteSyncStore(path: directory + "/vitals-server.sqlite", migrations: .all)
        _ = try await PairedSyncStore(store, pairing: store).pair(token)
        try await store.close()
    }

    private static func send(
        _ path: String, to port: Int, token: String, _ body: [UInt8]
    ) async throws -> RawResponse {
        let head = """
            POST \(path) HTTP/1.1\r
            Host: localhost\r
            Connection: close\r
            Authorization: Bearer \(token)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r

            """
        return try await RawConnection.exchange(port: port, Array(head.utf8) + body)
    }

    private static func push(_ record: Vitals.Measurement, to port: Int) async throws -> RawResponse {
        let body = Array(#"{"records":[\#(record.json)]}"#.utf8)
        return try await send("/sync/push", to: port, token: "phone-token", body)
    }

    @Test("A phone's push wakes the other one, through the service that --push-allow-host names")
    func wakes() async throws {
        let (service, browser) = (try TestWebPushService(), TestBrowser())
        try await withTemporaryDirectory { directory in
            let (server, port) = try await Self.start(service, in: directory)
            defer { server.terminate() }
            try await Self.pair("phone-token", in: directory)
            let made = try await Self.send(
                "/push/subscriptions", to: port, token: DevelopmentUser.token,
                browser.subscription(service.endpoint()))
            expect(made.status == 201 && made["vitals-features"]?.split(separator: ",").contains("push") == true)
            try await expect(Self.push(.sample(), to: port).status, equals: 200)
            await service.server.arrival()
            try expect(browser.read(try #require(service.requests.first).body), equals: "changed")
            server.terminate()
            let end = try await blocking { server.finish() }
            expect(end.status == 0 && !end.errors.contains("/send/"), "\(end.errors)")
        }
    }

    @Test("A server that is killed while it sends a message keeps the record, and wakes the app for the next change")
    func killed() async throws {
        let script = [LoopbackServer.Answer(steps: [.hold]), .response(201)]
        let (service, browser) = (try TestWebPushService(script), TestBrowser())
        try await withTemporaryDirectory { directory in
            let (first, port) = try await Self.start(service, in: directory)
            try await Self.pair("phone-token", in: directory)
            let made = try await Self.send(
                "/push/subscriptions", to: port, token: DevelopmentUser.token,
                browser.subscription(service.endpoint()))
            expect(made.status, equals: 201)
            let record = Vitals.Measurement.sample()
            try await expect(Self.push(record, to: port).status, equals: 200)
            await service.server.arrival()
            kill(first.pid, SIGKILL)
            try await expect(blocking { first.finish() }.status, equals: SIGKILL)

            let (second, nextPort) = try await Self.start(service, in: directory)
            defer { second.terminate() }
            let other = try Device.inMemory()
            try other.login(to: try ServerOrigin("http://127.0.0.1:\(nextPort)"), token: DevelopmentUser.token)
            try await other.sync()
            try expect(other.list().map(\.measurement), equals: [record])
            try await expect(Self.push(.sample(), to: nextPort).status, equals: 200)
            await service.server.arrival()
            expect(service.requests.count, equals: 2)
            try expect(browser.read(try #require(service.requests.last).body), equals: "changed")
        }
    }
}
