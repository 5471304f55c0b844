import TestSupport
import Testing
import Vitals

@Suite("Server origin")
struct ServerOriginTests {
    @Test(
        "an address has one spelling",
        arguments: [
            ("https://example.com", "https://example.com"), ("HTTPS://Example.COM/", "https://example.com"),
            ("  http://example.com \n", "http://example.com"), ("http://example.com:80", "http://example.com"),
            ("https://example.com:443/", "https://example.com"), ("https://example.com:80", "https://example.com:80"),
            ("http://example.com:443", "http://example.com:443"), ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("https://example.com/a/B/", "https://example.com/a/B"),
            ("https://example.com/a//", "https://example.com/a"),
            ("https://example.com/%C3%A9", "https://example.com/%C3%A9"), ("http://[::1]:8080/", "http://[::1]:8080"),
            ("http://[::1]", "http://[::1]"), ("http://[FE80::1]:80", "http://[fe80::1]"),
            ("https://B\u{FC}cher.example/\u{E9}", "https://xn--bcher-kva.example/%C3%A9"),
            ("http://localhost:1", "http://localhost:1"), ("http://localhost:65535", "http://localhost:65535"),
        ])
    func spelling(text: String, expected: String) throws {
        let origin = try ServerOrigin(text)
        expect(origin.description, equals: expected)
        try expect(ServerOrigin(origin.description), equals: origin)
    }

    @Test(
        "what is no address of a server is refused, in one line",
        arguments: [
            "", " ", "example.com", "localhost:8080", "//example.com", "/path", "ftp://example.com",
            "file:///etc/hosts",
            "http:", "http://", "http:///path", "http://:8080", "https://user@example.com",
            "https://user:pw@example.com",
            "https://@example.com", "https://example.com?", "https://example.com?x=y", "https://example.com#",
            "https://example.com/#x", "http://example.com:0", "http://example.com:65536", "http://example.com:99999",
            "http://example.com:x", "http://example.com:-1", "http://exa mple.com", "http://example.com/a b",
            "http://[::1", "http://[]", "http://[]:80/",
            "http://::1", "http://example.com\r\nX: y", "http://example.com/\u{0}",
        ])
    func refused(text: String) throws {
        let error = try #require(throws: ServerOriginError.self) { try ServerOrigin(text) }
        expect(!error.description.isEmpty && !error.description.contains { $0.isNewline })
        expect(!error.description.contains("pw"), "An error must not repeat a password.")
    }

    @Test(
        "the reason is a code to switch on",
        arguments: [
            ("ftp://example.com", ServerOriginError.Code.notAnAddress), ("https://u:p@example.com", .hasCredentials),
            ("https://example.com?x=y", .hasQuery), ("http://example.com:99999", .portOutOfRange),
        ])
    func code(text: String, code: ServerOriginError.Code) {
        #expect(throws: ServerOriginError.self) { try ServerOrigin(text) }
        do { _ = try ServerOrigin(text) } catch { expect((error as? ServerOriginError)?.code, equals: code) }
    }
}
