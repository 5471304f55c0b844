import Foundation
import TestSupport
import Testing
import Vitals

@testable import VitalsReport

@Suite("What is kept of an exchange") struct ExchangeTests {
    @Test("The items of each list at the top level are counted, and nothing else")
    func counts() {
        let cases: [(String, [String: Int])] = [
            (#"{"records":[]}"#, ["records": 0]), (#"{"records":[ ]}"#, ["records": 0]),
            (#"{"records":[{"a":[1,2],"b":"x,y"},{"a":"]}\""}]}"#, ["records": 2]),
            (#"{"a":"records","samples":[[1,2],[3]],"deletions":["x","y","z"]}"#, ["samples": 2, "deletions": 3]),
            (#"{"results":[true],"more":{"records":[1,2]}}"#, ["results": 1]),
            (#"{"commands":[null,7]}"#, ["commands": 2]),
            ("", [:]), ("<html>[1,2]</html>", [:]), ("]]}}[,", [:]),
        ]
        for (body, expected) in cases {
            expect(ItemCount(body: Array(body.utf8)).counts, equals: expected, "\(body)")
        }
    }

    @Test("A route has no host, no prefix, no query and no id")
    func routes() {
        let routes = [
            "GET https://secret.example.com/sync/pull?cursor=7&limit=500": "GET /sync/pull",
            "POST http://127.0.0.1:8080/hidden/place/sync/push": "POST /sync/push",
            "DELETE https://x.example/account/devices/7f3a": "DELETE /account/devices/{id}",
            "GET https://x.example/entities/note/0190": "GET /entities/{id}/{id}",
            "GET https://x.example/account": "GET /account", "GET https://x.example/my/secret": "GET other",
            "SECRET https://x.example/pair": "OTHER /pair", "GET https://x.example": "GET other",
            "GET ???": "GET other",
        ]
        for (request, route) in routes {
            let parts = request.split(separator: " ", maxSplits: 1).map(String.init)
            expect(ReportRoute.name(method: parts[0], url: parts[1]), equals: route, "\(request)")
        }
    }

    @Test("Words of a server are kept where they are words")
    func words() {
        expect(ReportWord.code("out_of_bounds"), equals: "out_of_bounds")
        for text in ["Anna is 72.4", "", "A", String(repeating: "a", count: 41)] {
            expect(ReportWord.code(text), equals: "other", "\(text)")
        }
        expect(ReportWord.features("base, deletes,Secret token,x=1"), equals: ["base", "deletes"])
        expect(ReportWord.sampleType("HEART_RATE"), equals: "HEART_RATE")
        expect(ReportWord.sampleType("Anna's watch"), equals: "other")
    }

    @Test("An address says its scheme and whether it's this machine")
    func addresses() {
        let addresses: [(String?, String)] = [
            (nil, "none"), ("https://vitals.example.com", "https, not loopback"),
            ("http://127.0.0.1:8080", "http, loopback"), ("http://[::1]:8080", "http, loopback"),
            ("http://localhost", "http, loopback"), ("http://127.evil.example", "http, not loopback"),
            ("https://example.com/anna", "https, not loopback, behind a path"),
        ]
        for (origin, words) in addresses { expect(ReportAddress.words(origin), equals: words, "\(origin ?? "")") }
    }
}
