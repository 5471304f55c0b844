import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// The program with its settings of Web Push, from outside.
@Suite("vitals-server wakes closed apps", .enabled(if: ServerProcess.executable != nil, "vitals-server is not built"))
struct PushProcessTests {
    @Test("A phone's push wakes the other one, through the service that --push-allow-host names")
    func wakes() async throws {
        let (service, browser) = (try TestPushService(), TestBrowser())
        try await withTemporaryDirectory { directory in
            let server = try await blocking {
                try ServerProcess([
                    "--port", "0", "--data", directory, "--push-contact", "mailto:you@example.org",
                    "--push-allow-host", "127.0.0.1:\(service.server.port)",
                ])
            }
            defer { server.terminate() }
            let line = try await blocking { server.firstLine() }
            let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
            let store = try SQLiteSyncStore(path: directory + "/vitals-server.sqlite", migrations: .all)
            _ = try await PairedSyncStore(store, pairing: store).pair("phone-token")
            try await store.close()
            func send(_ path: String, token: String, _ body: [UInt8]) async throws -> RawResponse {
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
            let made = try await send(
                "/push/subscriptions", token: DevelopmentUser.token, browser.subscription(service.endpoint()))
            #expect(made.status == 201 && made["vitals-features"]?.split(separator: ",").contains("push") == true)
            let push = Array(#"{"records":[\#(Vitals.Measurement.sample().json)]}"#.utf8)
            #expect(try await send("/sync/push", token: "phone-token", push).status == 200)
            await service.server.arrival()
            #expect(try browser.read(try #require(service.requests.first).body) == "changed")
            server.terminate()
            let end = try await blocking { server.finish() }
            #expect(end.status == 0 && !end.errors.contains("/send/"), "\(end.errors)")
        }
    }
}
