import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// `GET /insights/weekly` over HTTP, on real databases, with writers that a test makes up.
@Suite("GET /insights/weekly") struct InsightRouteTests {
    /// A writer that does what the test says, and remembers what it was asked.
    private struct TestWriter: InsightWriter {
        let name = "test-model"
        let cacheName: String? = "test-model insights-1"
        let asked = Locked<[WeekTotals]>([])
        let answer: @Sendable () async throws -> String

        func write(_ totals: WeekTotals) async throws -> String {
            asked.withLock { $0.append(totals) }
            return try await answer()
        }
    }

    private struct Unreadable: Error {}

    private static let now = Timestamp(rfc3339: "2026-06-17T12:00:00Z")!

    private static func weight(_ value: Double, at time: String, extra: String = "") -> Vitals.Measurement {
        .sample(
            value: value, recordedAt: Timestamp(rfc3339: time)!.millisecondsSinceEpoch,
            updatedAt: now.millisecondsSinceEpoch, extra: extra)
    }

    private func with(
        _ kind: StoreUnderTest, _ writer: any InsightWriter,
        uptime: @escaping @Sendable () -> Duration = { .zero },
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await kind.withStore(hasInsights: true) { store in
            try await TestServer.with(
                store,
                {
                    $0.components.features = [.insights]
                    $0.components.addInsights(writer: writer, now: { Self.now }, uptime: uptime)
                }, logger: logger, body: body)
        }
    }

    private func get(
        _ server: TestServer, _ query: String = "", token: String? = DevelopmentUser.token
    ) async throws -> RawResponse {
        try await server.send("GET", "/insights/weekly\(query)", token: token)
    }

    @Test("It answers with the text and with what wrote it", arguments: StoreUnderTest.databases)
    func answers(_ kind: StoreUnderTest) async throws {
        let writer = TestWriter { "You weigh \"less\".\n" }
        try await with(kind, writer) { server in
            try await expect(get(server).text, equals: #"{"insight":null}"#, "nothing was measured")
            _ = try await server.push([Self.weight(72, at: "2026-06-16T05:00:00Z")])
            for _ in 0..<2 {
                let response = try await get(server, "?timeZone=Europe/Berlin")
                expect(response.status == 200 && response.text == #"{"insight":"You weigh \"less\"."}"#)
                expect(response["vitals-writer"] == "test-model" && response["cache-control"] == "no-store")
                expect(response["vitals-features"], equals: "base,ai-insights")
            }
        }
        expect(writer.asked.withLock { $0.count }, equals: 1)
    }

    @Test(
        "The embedded rules write without a key, and deleted records don't count", arguments: StoreUnderTest.databases)
    func offline(_ kind: StoreUnderTest) async throws {
        try await with(kind, RuleWriter()) { server in
            _ = try await server.push([
                Self.weight(72, at: "2026-06-16T05:00:00Z"), Self.weight(73, at: "2026-06-09T05:00:00Z"),
                Self.weight(0, at: "2026-06-16T05:00:00Z", extra: #"{"deleted":true}"#),
            ])
            let response = try await get(server)
            let text = """
                {"insight":"On average your weight was 72 kg (1 kg less than on the same days last week). \
                That comes from 1 entry; the same days last week had 1."}
                """
            expect(response.text == text && response["vitals-writer"] == "offline")
        }
    }

    @Test("The week is that of the zone in the request")
    func zones() async throws {
        let writer = TestWriter { "You walked." }
        try await with(.sqlite, writer) { server in
            // Sunday night in New York, and Monday in UTC.
            _ = try await server.push([Self.weight(72, at: "2026-06-15T03:00:00Z")])
            try await expect(get(server, "?timeZone=America/New_York").text, equals: #"{"insight":null}"#)
            try await expect(get(server, "?timeZone=America%2FNew_York").text, equals: #"{"insight":null}"#)
            try await expect(get(server).text != #"{"insight":null}"#)
            try await expect(get(server, "?timeZone=Etc/GMT%2B3").text != #"{"insight":null}"#)
            try await expect(get(server, "?timeZone=Etc/GMT%2B4").text, equals: #"{"insight":null}"#)
            try await expect(get(server, "?timeZone=-04:00").text, equals: #"{"insight":null}"#)
            try await expect(get(server, "?timeZone=%2B02:00").text != #"{"insight":null}"#)
            // A name that the server doesn't know is UTC, not an error each time.
            for zone in ["Etc/Unknown", "America/Newer_Than_This", "Mars/Olympus"] {
                try await expect(get(server, "?timeZone=\(zone)").text != #"{"insight":null}"#, "\(zone)")
            }
        }
    }

    @Test(
        "A zone that isn't one is refused with its name",
        arguments: [
            "?timeZone=GMT%2B2", "?timeZone=", "?timeZone=UTC&timeZone=UTC", "?timeZone=../../etc/passwd",
            "?timeZone=%00", "?timeZone=UTC%00garbage", "?timeZone=PST", "?timeZone=%2B99:00",
        ])
    func badZone(_ query: String) async throws {
        let writer = TestWriter { "You walked." }
        try await with(.sqlite, writer) { server in
            let response = try await get(server, query)
            expect(response.status == 400 && response.code == "bad_parameter", "\(response.text)")
            expect(response.text.contains("timeZone"))
            try await expect(get(server, token: nil).status, equals: 401)
            try await expect(get(server, token: "another").status, equals: 401)
            try await expect(server.send("POST", "/insights/weekly").status, equals: 405)
        }
        expect(writer.asked.withLock { $0.isEmpty })
    }

    @Test(
        "Any error of the writer is null and says so, also when it's asked for again, and no log line has a number or a sentence"
    )
    func writerFails() async throws {
        let sink = LogSink()
        for fails in [false, true] {
            let writer = TestWriter {
                if fails { throw Unreadable() }
                return "You weigh 72.125 zebras."
            }
            try await with(.sqlite, writer, logger: Logger(label: "test") { _ in sink.handler }) { server in
                _ = try await server.push([Self.weight(72.125, at: "2026-06-16T05:00:00Z")])
                let response = try await get(server)
                let failure = #"{"failure":"model","insight":null}"#
                expect(response.status == 200 && (response.text == failure) == fails, "\(response.text)")
                try await expect((get(server).text == failure) == fails, "kept for ten minutes")
            }
        }
        expect(sink.lines.contains { $0.contains("/insights/weekly") })
        expect(!sink.lines.contains { $0.contains("72.125") || $0.contains("zebras") })
    }

    @Test("A user has 30 requests a minute; others aren't held up by one who has used them")
    func limit() async throws {
        let uptime = Locked<Duration>(.zero)
        try await StoreUnderTest.sqlite.withStore(hasInsights: true) { store in
            _ = try await store.addUser(token: "another-token")
            try await TestServer.with(
                store,
                {
                    $0.components.addInsights(
                        writer: RuleWriter(), now: { Self.now }, uptime: { uptime.withLock { $0 } })
                }
            ) { server in
                for _ in 1...30 { try await expect(get(server).status, equals: 200) }
                let refused = try await get(server)
                expect(refused.status == 429 && refused["retry-after"] == "60" && refused.code == "too_many_insights")
                try await expect(get(server, token: "another-token").status, equals: 200)
                uptime.withLock { $0 = .seconds(60) }
                try await expect(get(server).status, equals: 200)
            }
        }
    }

    @Test("Without the feature there is no such route, and without its table the server doesn't start")
    func off() async throws {
        try await StoreUnderTest.sqlite.withStore { store in
            try await TestServer.with(store) { (server) async throws in
                let response = try await get(server)
                expect(response.status, equals: 404)
            }
            await #expect(throws: (any Error).self) {
                try await TestServer.with(store, { $0.components.features = [.insights] }) { _ in }
            }
        }
        try await TestServer.with(
            MemorySyncStore(),
            {
                $0.components.features = [.insights]
                $0.components.addInsights(writer: RuleWriter())
            }
        ) { (server) async throws in
            let response = try await get(server)
            expect(response.status, equals: 404)
        }
    }
}
