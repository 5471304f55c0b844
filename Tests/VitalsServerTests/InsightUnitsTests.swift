import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// The units that insights speak in: those of the person's screens.
@Suite("Insights in the units of the screen") struct InsightUnitsTests {
    private static let now = Timestamp(rfc3339: "2026-06-17T12:00:00Z")!

    private static let totals = WeekTotals(
        dayCount: 3,
        current: [
            .weight: .init(count: 2, sum: 144.4, least: 72, greatest: 72.4),
            .distance: .init(count: 1, sum: 10, least: 10, greatest: 10),
            .steps: .init(count: 1, sum: 9_000, least: 9_000, greatest: 9_000),
        ],
        before: [.weight: .init(count: 1, sum: 73, least: 73, greatest: 73)])

    @Test(
        "The parameter has at most one unit of weight and one of distance",
        arguments: [
            ("LB,MI", InsightUnits(weight: .pounds, distance: .miles)), ("MI", InsightUnits(distance: .miles)),
            ("KM,LB", InsightUnits(weight: .pounds)), ("KG,KM", .canonical), ("", nil), ("LB,KG", nil), ("LB,LB", nil),
            ("lb", nil), ("BPM", nil), ("LB,", nil), ("LB, MI", nil), ("ST", nil),
        ])
    func reads(_ text: String, units: InsightUnits?) { expect(InsightUnits(list: text), equals: units) }

    @Test("The rules write pounds and miles")
    func rules() async throws {
        let units = InsightUnits(weight: .pounds, distance: .miles)
        let text = try await RuleWriter().speaking(units).write(Self.totals)
        expect(
            text,
            equals: """
                You recorded 9,000 steps and 6.2 mi in the first 3 days of this week. On average your weight was 159.2 lb \
                (1.7 lb less than on the same days last week).
                """)
        expect(RuleWriter().write(Self.totals).contains("72.2 kg"))
    }

    @Test(
        "A question for a language model has the numbers and their units, exact to a tenth; others have another fingerprint"
    )
    func question() throws {
        let units = InsightUnits(weight: .pounds, distance: .miles)
        let question = units.question(of: Self.totals)
        expect(
            CanonicalJSON.text(question["thisWeek"]?["WEIGHT"] ?? .null),
            equals: #"{"count":2,"greatest":159.6,"least":158.7,"mean":159.2,"sum":318.3,"unit":"LB"}"#)
        expect(question["thisWeek"]?["DISTANCE"]?["unit"] == .string("MI"))
        expect(question["thisWeek"]?["STEPS"], equals: Self.totals.question["thisWeek"]?["STEPS"])
        expect(question["days"] == .number(3) && question["lastWeek"]?["WEIGHT"]?["unit"] == .string("LB"))
        expect(InsightUnits.canonical.question(of: Self.totals), equals: Self.totals.question)
    }

    @Test(
        "A model gets the question in the person's units, and each answer is kept for its units",
        .timeLimit(.minutes(2)))
    func model() async throws {
        let answers = ["You weigh 72 kg.", "You weigh 159 lb."].map { text in
            let part = CanonicalJSON.text(
                .object([.init("text", .string(CanonicalJSON.text(.object([.init("insight", .string(text))]))))]))
            return LoopbackServer.Answer.response(
                json: #"{"candidates":[{"content":{"parts":[\#(part)],"role":"model"},"finishReason":"STOP"}]}"#)
        }
        let gemini = try LoopbackServer(answers)
        let writer = GeminiWriter(
            GeminiSettings(
                key: "test-key-1234", model: "gemini-test", baseURL: gemini.url, timeoutSeconds: 5,
                makeTransport: { HTTPSyncAPI.defaultTransport(responseLimitBytes: 65_536) }),
            prompt: "Write about the week.", promptName: "insights-1")
        try await serving(writer) { server in
            _ = try await server.push([Self.weight])
            for (query, text) in [
                ("", "You weigh 72 kg."), ("?units=LB", "You weigh 159 lb."), ("?units=LB,KM", "You weigh 159 lb."),
                ("?units=KG,KM", "You weigh 72 kg."),
            ] {
                let response = try await server.send("GET", "/insights/weekly\(query)")
                expect(response.text, equals: #"{"insight":"\#(text)"}"#, "\(query)")
            }
        }
        let asked = gemini.requests.map { String(decoding: $0.body, as: UTF8.self) }
        expect(asked.count == 2 && asked[0].contains(#"\"unit\":\"KG\""#) && asked[1].contains(#"\"unit\":\"LB\""#))
    }

    @Test("The route takes the person's units, and refuses what isn't units with the parameter's name")
    func route() async throws {
        try await serving(RuleWriter()) { server in
            _ = try await server.push([Self.weight])
            let pounds = try await server.send("GET", "/insights/weekly?timeZone=Europe/Berlin&units=LB,MI")
            expect(pounds.status == 200 && pounds.text.contains("158.7 lb"), "\(pounds.text)")
            let kilograms = try await server.send("GET", "/insights/weekly")
            expect(kilograms.text.contains("72 kg"))
            for query in ["?units=", "?units=ST", "?units=LB,KG", "?units=LB&units=MI", "?units=%00"] {
                let response = try await server.send("GET", "/insights/weekly\(query)")
                expect(response.status == 400 && response.code == "bad_parameter", "\(query): \(response.text)")
                expect(response.text.contains("`units`") || response.text.contains("units"), "\(query)")
            }
        }
    }

    private static let weight = Vitals.Measurement.sample(
        value: 72, recordedAt: Timestamp(rfc3339: "2026-06-16T05:00:00Z")!.millisecondsSinceEpoch,
        updatedAt: now.millisecondsSinceEpoch, extra: "")

    private func serving(
        _ writer: any InsightWriter, body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await StoreUnderTest.sqlite.withStore(hasInsights: true) { store in
            try await TestServer.with(
                store,
                {
                    $0.components.features = [.insights]
                    $0.components.addInsights(writer: writer, now: { Self.now }, uptime: { .zero })
                }, body: body)
        }
    }
}
