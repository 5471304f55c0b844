import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Where the server sends messages to, and where never: an endpoint is whatever a person with an account says it is.
@Suite("Endpoints that the server sends to") struct EndpointPolicyTests {
    @Test(
        "A push service's address is taken, and requested as it was checked",
        arguments: [
            ("https://fcm.googleapis.com/fcm/send/abc:DEF-_", "https://fcm.googleapis.com/fcm/send/abc:DEF-_"),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA"
            ),
            ("HTTPS://Push.Example.ORG:443/A?b=c%20d", "https://push.example.org/A?b=c%20d"),
            ("https://push.example.org:8443", "https://push.example.org:8443/"),
            ("https://push.example.org?x=1", "https://push.example.org/?x=1"),
            ("https://xn--bcher-kva.example/a", "https://xn--bcher-kva.example/a"),
            ("https://8.8.8.8/a", "https://8.8.8.8/a"),
            ("https://[2606:4700::1111]:1024/a", "https://[2606:4700::1111]:1024/a"),
            ("https://[::ffff:8.8.8.8]/a", "https://[::ffff:8.8.8.8]/a"),
        ])
    func taken(_ text: String, _ url: String) throws {
        try expect(EndpointPolicy().endpoint(text).url, equals: url)
    }

    @Test(
        "An address that leads to this machine or a private network is refused, however it's written",
        arguments: [
            "localhost", "localhost.", "a.localhost", "postgres", "127.0.0.1", "127.1", "127.0.1", "0", "0.0.0.0",
            "127.0.0.1.",
            "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.0.0.0x1", "1.2.3.08",
            "10.0.0.1",
            "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.1", "198.18.0.1",
            "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[fe80::1]", "[fe80::1%25eth0]", "[fe80::1%eth0]",
            "[fc00::1]",
            "[fd12:3456::1]", "[ff02::1]", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[::127.0.0.1]",
            "[64:ff9b::a00:1]",
            "[2002:7f00:1::]", "[2001:db8::1]", "[2001::1]", "[fec0::1]", "[::1", "::1", "[127.0.0.1]", "[]",
        ])
    func forbidden(_ host: String) throws {
        #expect(throws: EndpointError.self) { try EndpointPolicy().endpoint("https://\(host)/a") }
        #expect(throws: EndpointError.self) { try EndpointPolicy().endpoint("https://\(host):8443/a") }
    }

    @Test(
        "What isn't a plain HTTPS address is refused with the reason",
        arguments: [
            ("", EndpointError.notHTTPS), ("push.example.org/a", .notHTTPS), ("http://push.example.org/a", .notHTTPS),
            ("ftp://push.example.org/a", .notHTTPS), ("file:///etc/passwd", .notHTTPS),
            ("gopher://push.example.org", .notHTTPS),
            ("https:/push.example.org", .notHTTPS), ("https://", .badHost), ("https:///a", .badHost),
            ("https://user@push.example.org/a", .userInfo), ("https://push.example.org:443@10.0.0.1/a", .userInfo),
            ("https://a:b@push.example.org/a", .userInfo), ("https://push.example.org\\@10.0.0.1/a", .malformed),
            ("https://push.example.org/a#b", .malformed), ("https://push.example.org/a b", .malformed),
            ("https://push.example.org/a\r\nX: y", .malformed), ("https://push.example.org/\u{0}", .malformed),
            ("https://b\u{FC}cher.example/a", .malformed), ("https://push\u{3002}example.org/a", .malformed),
            ("https://\u{2460}\u{2461}7.0.0.1/a", .malformed), ("https://push.example.org:80/a", .badPort),
            ("https://push.example.org:22/a", .badPort), ("https://push.example.org:0/a", .badPort),
            ("https://push.example.org:/a", .badPort), ("https://push.example.org:65536/a", .badPort),
            ("https://push.example.org:08443/a", .badPort), ("https://push.example.org:8443:1/a", .badPort),
            ("https://push.example.org:+443/a", .badPort), ("https://push..example.org/a", .badHost),
            ("https://.example.org/a", .badHost), ("https://-a.example.org/a", .badHost),
            ("https://push_1.example.org/a", .badHost), ("https://push.example.org%2f/a", .badHost),
            ("https://push.example.org./a", .badHost), ("https://[2606:4700::1111]x/a", .malformed),
            ("https://\(String(repeating: "a", count: 64)).example/a", .badHost),
            ("https://push.example.org/\(String(repeating: "a", count: 2048))", .tooLong),
        ])
    func malformed(_ text: String, _ error: EndpointError) throws {
        #expect(throws: error) { try EndpointPolicy().endpoint(text) }
        expect(!error.detail.isEmpty)
    }

    @Test("A host that the operator names may be anything, on that port alone")
    func allowed() throws {
        let policy = EndpointPolicy(
            allowing: ["127.0.0.1:8080", "push:80", "[::1]:9000"].compactMap(EndpointPolicy.AllowedHost.init))
        for text in ["http://127.0.0.1:8080/a", "http://push/a", "https://push:80/a", "http://[0:0::1]:9000/a"] {
            try expect(policy.endpoint(text).host.isEmpty == false, "\(text)")
        }
        for text in ["http://127.0.0.1:8081/a", "http://127.0.0.2:8080/a", "https://push/a", "http://user@push:80/a"] {
            #expect(throws: EndpointError.self, "\(text)") { try policy.endpoint(text) }
        }
        for text in [
            "push", "push:", ":80", "push:0", "push:80/a", "http://push:80", "user@push:80", "::1:80", "push:x",
        ] {
            expect(EndpointPolicy.AllowedHost(text) == nil, "\(text)")
        }
    }

    @Test("A name is refused if one of its addresses is private, each time a message is sent")
    func resolution() async throws {
        let answers = Locked<[[String]]>([
            ["93.184.216.34"], ["93.184.216.34", "10.0.0.1"], ["::ffff:169.254.169.254"], ["fe80::1"], [],
            ["2606:4700::1111"],
        ])
        let policy = EndpointPolicy { host in
            expect(host, equals: "push.example.org")
            return answers.withLock { $0.removeFirst() }.compactMap { IPAddress($0) }
        }
        let endpoint = try policy.endpoint("https://push.example.org/a")
        try await expect(policy.addresses(of: endpoint).map(\.description), equals: ["93.184.216.34"])
        for _ in 0..<3 {
            await #expect(throws: EndpointError.forbiddenHost) { try await policy.addresses(of: endpoint) }
        }
        await #expect(throws: (any Error).self) { try await policy.addresses(of: endpoint) }
        try await expect(policy.addresses(of: endpoint).map(\.description), equals: ["2606:4700::1111"])
    }

    @Test(
        "The system's resolver finds this machine's name, says when there's none, and can be cancelled"
    )
    func systemResolver() async throws {
        let found = try await EndpointPolicy.systemResolver("localhost")
        expect(!found.isEmpty && !found.contains(where: \.isPublic))
        await #expect(throws: (any Error).self) { try await EndpointPolicy.systemResolver("no-such-host.invalid") }
        let task = Task { try await EndpointPolicy.systemResolver("localhost") }
        task.cancel()
        _ = await task.result
    }

    @Test("The connection goes to the address that was checked: the name itself can't be looked up")
    func pinned() async throws {
        let service = try TestWebPushService()
        let host = "push.vitals.invalid:\(service.server.port)"
        let asked = Locked(0)
        let policy = EndpointPolicy(allowing: [EndpointPolicy.AllowedHost(host)!]) { _ in
            asked.withLock { $0 += 1 }
            return [IPAddress("127.0.0.1")!]
        }
        let outcome = try await send(to: "http://\(host)/send/a", policy)
        expect(outcome == .taken && asked.withLock { $0 } == 1)
        expect(service.requests.first?.headers["host"], equals: host)
    }

    @Test("A redirect isn't followed")
    func redirect() async throws {
        let target = try TestWebPushService()
        for status in [301, 302, 303, 307, 308] {
            let service = try TestWebPushService([.response(status, headers: ["Location: \(target.endpoint())"])])
            let outcome = try await send(to: service.endpoint(), service.policy)
            expect(outcome == .refused("status \(status)") && service.requests.count == 1)
        }
        expect(target.requests.isEmpty)
    }

    @Test("A subscription from before a stricter policy, or whose name has moved, is refused when it is to be sent to")
    func refusedLater() async throws {
        let service = try TestWebPushService()
        try await expect(send(to: service.endpoint(), EndpointPolicy()), equals: .refused("notHTTPS"))
        let moved = EndpointPolicy { _ in [IPAddress("127.0.0.1")!] }
        let url = "https://push.example.org:\(service.server.port)/a"
        try await expect(send(to: url, moved), equals: .refused("forbiddenHost"))
        expect(service.server.connectionCount, equals: 0)
    }

    private func send(to endpoint: String, _ policy: EndpointPolicy) async throws -> WebPushClient.Outcome {
        let key = try #require(VAPIDKey(VAPIDKey.make()))
        let client = WebPushClient(key: { key }, contact: "mailto:you@example.org", policy: policy)
        return try await client.send(
            to: WebPushSubscription(
                id: UUID(), user: UUID(), token: SecretHash("a"), endpoint: endpoint, keys: TestBrowser().keys,
                refusalCount: 0))
    }
}
