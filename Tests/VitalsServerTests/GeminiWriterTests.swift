import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Insights by the real client of Gemini's API, against a server of this machine that speaks the same JSON. No test reaches
/// Google.
@Suite("Insights by a language model") struct GeminiWriterTests {
    private static let totals = WeekTotals(
        dayCount: 3, current: [.weight: .init(count: 2, sum: 144.4, least: 72, greatest: 72.4)],
        before: [.steps: .init(count: 1, sum: 9_000, least: 9_000, greatest: 9_000)])

    private func writer(_ server: LoopbackServer, timeoutSeconds: Double = 5) -> GeminiWriter {
        GeminiWriter(
            GeminiSettings(
                key: "test-key-1234", model: "gemini-test", baseURL: server.url, timeoutSeconds: timeoutSeconds,
                makeTransport: { HTTPSyncAPI.defaultTransport(responseLimitBytes: 65_536) }),
            prompt: "Write about the week.", promptName: "insights-1")
    }

    /// A response of the API whose model wrote this text.
    private static func answer(_ text: String) -> LoopbackServer.Answer {
        let part = CanonicalJSON.text(.object([.init("text", .string(text))]))
        return .response(
            json: #"{"candidates":[{"content":{"parts":[\#(part)],"role":"model"},"finishReason":"STOP"}]}"#)
    }

    @Test("The request has the numbers, the prompt, a schema and the key, and nothing else")
    func request() async throws {
        let server = try LoopbackServer(Self.answer(#"{"insight":"You weigh less."}"#))
        try await expect(writer(server).write(Self.totals), equals: "You weigh less.")
        let request = try #require(server.requests.first)
        expect(request.method == "POST" && request.target == "/v1beta/models/gemini-test:generateContent")
        expect(request.headers["x-goog-api-key"], equals: "test-key-1234")
        let body = try JSONValue(parsing: request.body)
        guard case .object(let members) = body else {
            Issue.record("The body is no object.")
            return
        }
        expect(Set(members.map(\.name)), equals: ["contents", "generationConfig", "systemInstruction"])
        let user = body["contents"]?.array?.first?["parts"]?.array?.first?["text"]?.string
        expect(
            user,
            equals: """
                {"days":3,"lastWeek":{"STEPS":{"count":1,"greatest":9000,"least":9000,"mean":9000,"sum":9000,"unit":"COUNT"}},\
                "thisWeek":{"WEIGHT":{"count":2,"greatest":72.4,"least":72,"mean":72.2,"sum":144.4,"unit":"KG"}}}
                """)
        expect(body["contents"]?.array?.count, equals: 1)
        expect(body["systemInstruction"]?["parts"]?.array?.first?["text"]?.string, equals: "Write about the week.")
    }

    @Test(
        "Of a person's records, no id, time, label, member or token is in the bytes that leave",
        arguments: StoreUnderTest.databases)
    func privacy(_ kind: StoreUnderTest) async throws {
        let stand = try LoopbackServer(Self.answer(#"{"insight":"You weigh less."}"#))
        let now = Timestamp(rfc3339: "2026-06-17T12:00:00Z")!
        let time = Timestamp(rfc3339: "2026-06-16T05:43:21Z")!
        let secrets = [
            Vitals.Measurement.sample(
                value: 72.123456, recordedAt: time.millisecondsSinceEpoch, updatedAt: time.millisecondsSinceEpoch,
                extra: #"{"label":"before Zebra breakfast","zebra":"Zebra"}"#),
            .sample(
                kind: .symptom, value: 4, unit: .count, recordedAt: time.millisecondsSinceEpoch,
                updatedAt: time.millisecondsSinceEpoch, extra: #"{"label":"Zebra bite"}"#),
        ]
        try await kind.withStore(hasLabels: true, hasInsights: true) { store in
            let user = try await store.addUser(token: "zebra-token")
            _ = try await store.push(secrets, user: user, receipt: nil)
            let writer = writer(stand)
            try await TestServer.with(
                store,
                {
                    $0.components.features = [.phrases, .insights]
                    $0.components.addInsights(writer: writer, now: { now })
                }
            ) { server in
                let response = try await server.send(
                    "GET", "/insights/weekly?timeZone=Africa/Nairobi", token: "zebra-token")
                expect(response.text, equals: #"{"insight":"You weigh less."}"#)
            }
            let request = try #require(stand.requests.first)
            let bytes = (request.head + String(decoding: request.body, as: UTF8.self)).lowercased()
            expect(bytes.contains("72.1") && bytes.contains("symptom"), "the totals are there")
            let ids = secrets.map { $0.id.lowercased } + [user.lowercased]
            let words = [
                "zebra", "label", "72.12", "nairobi", "2026", "05:43", "\(time.millisecondsSinceEpoch)", "recordedat",
                "version",
            ]
            for word in ids + words { expect(!bytes.contains(word), "\(word) left the server") }
        }
    }

    @Test(
        "An answer in which nothing can be read is an error, and is asked once",
        arguments: [
            Named(
                "a text that was cut off",
                .response(
                    json:
                        #"{"candidates":[{"content":{"parts":[{"text":"{\"insight\":\"You and\"}"}]},"finishReason":"MAX_TOKENS"}]}"#
                )),
            Named(
                "no text at all",
                .response(json: #"{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}]}"#)),
            Named("prose", answer("Sure! You weigh less.")), Named("cut off JSON", answer(#"{"insight":"You wei"#)),
            Named("another member", answer(#"{"text":"You weigh less."}"#)),
            Named("a number", answer(#"{"insight":72}"#)),
            Named("null", answer(#"{"insight":null}"#)), Named("a list", answer(#"["You weigh less."]"#)),
            Named("blocked", .response(json: #"{"promptFeedback":{"blockReason":"SAFETY"}}"#)),
            Named("no JSON", .response(body: Array("<html>".utf8))), Named("no UTF-8", .response(body: [0xFF, 0xFE])),
            Named("429", .response(429, headers: ["Retry-After: 3600"], json: "{}")),
            Named("500", .response(500, json: "{}")),
            Named("a redirect", .response(302, headers: ["Location: http://127.0.0.1:1/"])),
            Named("too large", .response(json: String(repeating: " ", count: 70_000))),
            Named("a closed connection", .init(steps: [.close])),
            Named("half a body", .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"candidates\"")),
        ] as [Named<LoopbackServer.Answer>])
    func unreadable(_ answer: Named<LoopbackServer.Answer>) async throws {
        let server = try LoopbackServer(answer.value)
        await #expect(throws: (any Error).self) { try await writer(server).write(Self.totals) }
        expect(server.requests.count <= 1)
    }

    @Test("A model that takes too long is given up at the time-out")
    func timesOut() async throws {
        let server = try LoopbackServer(
            .init(steps: [.send(LoopbackServer.Answer.head(200, ["Content-Length: 1000"])), .hold]))
        let clock = ContinuousClock()
        let start = clock.now
        await #expect(throws: (any Error).self) { try await writer(server, timeoutSeconds: 0.5).write(Self.totals) }
        expect(clock.now - start < .seconds(20))
    }

    @Test("The claim of a question outlasts the longest time-out of a model")
    func claimIsLongEnough() {
        let wait = InsightService.lookPause * InsightService.lookCount
        expect(InsightService.claimMilliseconds > 25_000 && wait < .milliseconds(InsightService.claimMilliseconds))
    }
}
