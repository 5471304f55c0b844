import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A device and its weekly insight") struct DeviceInsightsTests {
    private func device(_ server: LoopbackServer?) throws -> Device {
        let device = Device(store: try MeasurementStore(path: ":memory:"), tokens: InMemorySecureStore())
        if let server { try device.login(to: ServerOrigin(server.url), token: "t-123") }
        return device
    }

    @Test("the server gets the person's zone and the device's token, and nothing else")
    func asksServer() async throws {
        let server = try LoopbackServer(
            .response(headers: ["Vitals-Writer: gemini-test"], json: #"{"insight":"You walked."}"#))
        let device = try device(server)
        try device.add(.weight, 72.375, .kilograms)
        let insight = try await device.weeklyInsight(in: try #require(TimeZone(identifier: "Europe/Berlin")))
        expect(insight, equals: WeeklyInsight(text: "You walked.", writer: .model("gemini-test")))
        expect(insight?.writer.description, equals: "gemini-test, a language model, from totals of your week")
        let request = try #require(server.requests.first)
        expect(request.method == "GET" && request.target == "/insights/weekly?timeZone=Europe/Berlin")
        expect(request.headers["authorization"] == "Bearer t-123" && request.body.isEmpty)
        expect(!request.head.contains("72.375"))
        // A plus sign means a space in a query.
        _ = try await device.weeklyInsight(in: try #require(TimeZone(identifier: "Etc/GMT+3")))
        expect(server.requests.last?.target.hasSuffix("?timeZone=Etc/GMT%2B3") == true)
    }

    @Test("units that aren't canonical are in the request, and canonical ones aren't, as before there were any")
    func units() async throws {
        let server = try LoopbackServer(.response(json: #"{"insight":"You walked."}"#))
        let device = try device(server)
        for (weight, distance, query) in [
            (MetricUnit.pounds, MetricUnit.miles, "&units=LB,MI"), (.kilograms, .miles, "&units=MI"),
            (.pounds, .kilometres, "&units=LB"), (.kilograms, .kilometres, ""),
        ] {
            _ = try await device.weeklyInsight(in: .gmt, weightUnit: weight, distanceUnit: distance)
            expect(server.requests.last?.target, equals: "/insights/weekly?timeZone=GMT" + query)
        }
    }

    @Test("the request names the account of the store")
    func namesAccount() async throws {
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Account: a-1"],
                json: #"{"records":[],"nextCursor":0,"insight":"You walked.","entries":[]}"#))
        let device = try device(server)
        _ = try await device.weeklyInsight()
        expect(server.requests.last?.headers["vitals-account"] == nil)
        try await device.sync()
        _ = try await device.weeklyInsight()
        expect(server.requests.last?.headers["vitals-account"], equals: "a-1")
        _ = try await device.read(phrase: "weight 72 kg")
        expect(server.requests.last?.target, equals: "/parse")
        expect(server.requests.last?.headers["vitals-account"], equals: "a-1")
    }

    @Test("the server's own rules are named as such, and a strange name isn't shown")
    func writers() async throws {
        for (headers, writer) in [
            (["Vitals-Writer: offline"], WeeklyInsight.Writer.server), ([], .server),
            (["Vitals-Writer: a\u{E9}b"], .model("unnamed")),
            (["Vitals-Writer: \(String(repeating: "a", count: 65))"], .model("unnamed")),
        ] {
            let server = try LoopbackServer(.response(headers: headers, json: #"{"insight":"You walked."}"#))
            try await expect(device(server).weeklyInsight()?.writer, equals: writer)
        }
    }

    @Test(
        "what isn't a text that can be shown is no insight",
        arguments: [
            LoopbackServer.Answer.response(json: #"{"insight":null}"#), .response(json: #"{"insight":7}"#),
            .response(json: #"{"insight":""}"#), .response(json: #"{"insight":" \n"}"#), .response(json: "[]"),
            .response(json: #"{"insight":"a\u001b[2J"}"#), .response(json: #"{"insight":"a\u202eb"}"#),
            .response(json: #"{"insight":"\#(String(repeating: "a", count: 2_001))"}"#),
            .response(body: Array("<html>".utf8)), .response(404, json: #"{"insight":"You walked."}"#),
            .response(401, json: "{}"), .response(429, json: "{}"), .response(500, json: "{}"), .init(steps: [.close]),
            .response(302, headers: ["Location: http://127.0.0.1:1/"]),
        ])
    func refuses(_ answer: LoopbackServer.Answer) async throws {
        let server = try LoopbackServer(answer)
        try await expect(device(server).weeklyInsight() == nil)
        expect(server.requests.count, equals: 1)
    }

    @Test("a model that failed is told from a week without a text")
    func modelFailed() async throws {
        let server = try LoopbackServer(
            .response(headers: ["Vitals-Writer: gemini-test"], json: #"{"insight":null,"failure":"model"}"#))
        do {
            _ = try await device(server).weeklyInsight()
            Issue.record("The model failed, and nothing says so.")
        } catch let error as InsightFailure {
            expect(
                error.description,
                equals: """
                    gemini-test, the language model that your server asks about your week, gave no text. Your server asks it \
                    again later.
                    """)
        }
        // The server's own rules are no model.
        let other = try LoopbackServer(.response(json: #"{"insight":null,"failure":"model"}"#))
        try await expect(device(other).weeklyInsight() == nil)
    }

    @Test("without a login no server is asked")
    func loggedOut() async throws { try await expect(device(nil).weeklyInsight() == nil) }
}
