import Foundation
import NIOCore
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests against DNS rebinding: a page of another site can make its name resolve to this machine, but its requests
/// still carry that name.
@Suite("While the public token works, the server answers its own machine alone")
struct LoopbackHostTests {
    private func send(
        _ server: TestServer, _ line: String, host: String?, headers: [String] = [], token: String = "dev-token",
        body: String = ""
    ) async throws -> RawResponse {
        let fields = (host.map { ["Host: \($0)"] } ?? []) + headers
        let head = ([line] + fields + ["Authorization: Bearer \(token)", "Content-Length: \(body.utf8.count)"])
            .joined(separator: "\r\n")
        return try await RawConnection.exchange(
            port: server.port, Array("\(head)\r\nConnection: close\r\n\r\n\(body)".utf8))
    }

    private static let foreign = [
        "evil.test", "evil.test:8080", "127.0.0.1.evil.test", "localhost.evil.test", "127.0.0.1@evil.test", "127.1",
        "128.0.0.1", "127.0.0.0001", "127..0.1", "0.0.0.0", "[::2]", "[::1].evil.test", "[::1", "localhost:x", "::1",
        "x",
        "192.168.1.5:8080", "xn--lcalhost-9db", "notlocalhost", "evil.test/.localhost", "evil.test#.localhost",
        "evil.test?.localhost", "evil.test\\.localhost", "evil test.localhost", ".localhost", "a..localhost",
        "127.0.0.256", "127.999.0.1",
    ]

    @Test("a request by another name gets 421 and changes nothing", arguments: foreign)
    func refused(host: String) async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let new = record()
            let push = try await send(
                server, "POST /sync/push HTTP/1.1", host: host, body: #"{"records":[\#(new.json)]}"#)
            expect(push.status, equals: 421, "\(host)")
            expect(push.code, equals: "misdirected")
            expect(push.text.contains("vitals-server user delete 00000000-0000-0000-0000-000000000001"))
            server.expectDocumented(push, "POST", "/sync/push")
            for path in ["/sync/pull", "/", "/nowhere"] {
                let answer = try await send(server, "GET \(path) HTTP/1.1", host: host)
                expect(answer.status, equals: 421, "\(path)")
                server.expectDocumented(answer, "GET", path)
            }
            try await expect(server.pull().records().isEmpty)
        }
    }

    @Test(
        "every name of this machine is answered, with or without a port",
        arguments: [
            "localhost", "LOCALHOST:8080", "vitals.localhost", "127.0.0.1", "127.0.0.1:1", "127.255.255.254", "[::1]",
            "[::1]:8080",
        ])
    func answered(host: String) async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let answer = try await send(server, "GET /sync/pull HTTP/1.1", host: host)
            expect(answer.status, equals: 200)
        }
    }

    @Test(
        "what a proxy has passed on is refused, whatever its Host",
        arguments: [
            "Forwarded: for=1.2.3.4", "X-Forwarded-For: 127.0.0.1", "x-forwarded-host: localhost",
            "X-FORWARDED-Proto: https", "Via: 1.1 proxy.test", "X-Real-IP: 127.0.0.1", "Host: evil.test",
            "Host: localhost",
        ])
    func forwarded(header: String) async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let answer = try await send(server, "GET /sync/pull HTTP/1.1", host: "localhost", headers: [header])
            expect(answer.status, equals: 421)
        }
    }

    @Test("with whatever token, and without a Host")
    func anyToken() async throws {
        let store = MemorySyncStore()
        _ = try await store.addUser(token: "a-token-of-this-test")
        try await TestServer.with(store) { server in
            let other = try await send(
                server, "GET /sync/pull HTTP/1.1", host: "evil.test", token: "a-token-of-this-test")
            expect(other.status, equals: 421)
            try await expect(send(server, "GET /sync/pull HTTP/1.0", host: nil).status, equals: 421)
        }
    }

    @Test("health and readiness tell nothing of a person and stay open")
    func health() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            for path in ["/healthz", "/readyz"] {
                let answer = try await send(server, "GET \(path) HTTP/1.1", host: "evil.test")
                expect(answer.status, equals: 200)
            }
        }
    }

    // MARK: The other end

    private func address(_ text: String) throws -> SocketAddress { try SocketAddress(ipAddress: text, port: 1) }

    @Test("only loopback is this machine, and in a container its host")
    func peers() throws {
        for local in ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"] {
            expect(LocalPeer().isLocal(try address(local)), "\(local)")
        }
        for other in ["192.168.1.5", "172.18.0.1", "::2", "1::1", "::ffff:10.0.0.1", "fe80::1", "128.0.0.1"] {
            expect(!LocalPeer().isLocal(try address(other)), "\(other)")
        }
        expect(!LocalPeer().isLocal(nil))
        let container = LocalPeer(["172.18.0.1"])
        try expect(container.isLocal(address("172.18.0.1")) && container.isLocal(address("::ffff:172.18.0.1")))
        try expect(!container.isLocal(address("172.18.0.3")), "another container")
    }

    @Test("a container's host is the gateway of its default route")
    func gateway() {
        let table = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            eth0\t00000000\t010012AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
            eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
            """
        expect(LocalPeer.gateways(inRoutes: table), equals: ["172.18.0.1"])
        expect(LocalPeer.gateways(inRoutes: ""), equals: [])
        expect(
            LocalPeer.gateways(inRoutes: "Iface\tDestination\tGateway\neth0\t00000000"), equals: [], "it's cut short")
    }

    /// An address of this machine that isn't loopback's; connections to it don't leave the machine.
    private static let ownAddress: String? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        return sequence(first: list) { $0?.pointee.ifa_next }.lazy.compactMap { entry -> String? in
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                return nil
            }
            let raw = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr.s_addr }
            let parts = withUnsafeBytes(of: raw) { $0.map { "\($0)" } }
            return parts[0] == "127" ? nil : parts.joined(separator: ".")
        }.first { _ in true }
    }()

    @Test("a program on another machine may write localhost as it likes", .enabled(if: ownAddress != nil))
    func otherMachine() async throws {
        let own = try #require(Self.ownAddress)
        let head = "GET /sync/pull HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dev-token\r\n"
        let request = Array((head + "Connection: close\r\n\r\n").utf8)
        for (peers, status) in [(LocalPeer(), 421), (LocalPeer([own]), 200)] {
            try await TestServer.with(
                MemorySyncStore(),
                {
                    $0.host = "0.0.0.0"
                    $0.localPeers = peers
                }
            ) { server in
                let answer = try await RawConnection.exchange(host: own, port: server.port, request)
                expect(answer.status, equals: status)
                try await expect(RawConnection.exchange(port: server.port, request).status, equals: 200)
            }
        }
    }

    @Test("without the public user, or where its token is refused, names don't matter")
    func withoutPublicToken() async throws {
        let store = MemorySyncStore()
        _ = try await store.addUser(token: "a-token-of-this-test")
        try await TestServer.with(store, { $0.refusesDevelopmentToken = true }) { server in
            let answer = try await send(
                server, "GET /sync/pull HTTP/1.1", host: "vitals.example", token: "a-token-of-this-test")
            expect(answer.status, equals: 200)
        }
        let emptied = MemorySyncStore()
        _ = try await emptied.addUser(token: "a-token-of-this-test")
        try await TestServer.with(emptied) { server in
            let before = try await send(
                server, "GET /sync/pull HTTP/1.1", host: "vitals.example", token: "a-token-of-this-test")
            expect(before.status, equals: 421)
            _ = try await emptied.deleteUser(DevelopmentUser.id)
            for _ in 0..<2 {
                let after = try await send(
                    server, "GET /sync/pull HTTP/1.1", host: "vitals.example", token: "a-token-of-this-test")
                expect(after.status, equals: 200, "the user was deleted while the server runs")
            }
        }
    }
}
