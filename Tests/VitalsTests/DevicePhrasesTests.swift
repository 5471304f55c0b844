import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("A device and a sentence") struct DevicePhrasesTests {
    private let now: Timestamp = Timestamp(rfc3339: "2026-07-01T07:30:00Z")!

    private func device(_ server: LoopbackServer?) throws -> Device {
        let store = try MeasurementStore(path: ":memory:", clock: { [now] in now })
        let device = Device(store: store, tokens: InMemorySecureStore())
        if let server { try device.login(to: ServerOrigin(server.url), token: "t-123") }
        return device
    }

    private static let zone = TimeZone(identifier: "Europe/Berlin")!

    @Test("the server gets the sentence, its time and zone, and the device's token")
    func asksServer() async throws {
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Parser: gemini-test"],
                json: #"{"entries":[{"kind":"WEIGHT","value":160,"unit":"LB","recordedAt":"2026-07-01T05:00:00Z"}]}"#))
        let device = try device(server)
        let reading = try await device.read(phrase: "weight 160 lb", timeZone: Self.zone)
        expect(reading.source == .model("gemini-test") && reading.entries.map(\.value) == [160])
        let request = try #require(server.requests.first)
        expect(request.method == "POST" && request.target == "/parse")
        expect(request.headers["authorization"], equals: "Bearer t-123")
        expect(
            String(decoding: request.body, as: UTF8.self),
            equals: #"{"phrase":"weight 160 lb","requestedAt":"2026-07-01T07:30:00Z","timeZone":"Europe/Berlin"}"#)
        try expect(device.list().isEmpty, "nothing is stored yet")
        let stored = try device.add(reading.entries)
        try expect(device.list().map(\.measurement) == stored && stored.first?.unit == .kilograms)
    }

    @Test(
        "where the server has no answer, the device reads the sentence itself",
        arguments: [
            LoopbackServer.Answer.response(404, json: "{}"), .response(429, json: "{}"), .response(500, json: "{}"),
            .response(401, json: "{}"), .init(steps: [.close]),
        ])
    func fallsBack(_ answer: LoopbackServer.Answer) async throws {
        let server = try LoopbackServer(answer)
        let reading = try await device(server).read(phrase: "weight 72.3 kg", timeZone: Self.zone)
        expect(reading.source == .device && reading.entries.map(\.value) == [72.3])
        expect(server.requests.count, equals: 1)
    }

    @Test("offline, and without a login, no server is asked")
    func offline() async throws {
        let server = try LoopbackServer(.response(json: #"{"entries":[]}"#))
        let phrase = "weight 72.3 kg"
        try await expect(
            device(server).read(phrase: phrase, timeZone: Self.zone, isOffline: true).source, equals: .device)
        try await expect(device(nil).read(phrase: phrase, timeZone: Self.zone).entries.count, equals: 1)
        expect(server.requests.isEmpty)
    }

    @Test("an empty answer of the server is an answer, and the server's own parser is no model")
    func emptyAnswer() async throws {
        let server = try LoopbackServer(.response(headers: ["Vitals-Parser: offline"], json: #"{"entries":[]}"#))
        let reading = try await device(server).read(phrase: "weight 72.3 kg", timeZone: Self.zone)
        expect(reading.source == .server && reading.entries.isEmpty)
    }

    @Test("where the server's model failed, the device reads the sentence itself and says why")
    func modelFailed() async throws {
        for (body, source) in [
            (#"{"entries":[],"failure":"model"}"#, PhraseReading.Source.deviceInPlaceOfModel("gemini-test")),
            (#"{"entries":[],"failure":"disk"}"#, .model("gemini-test")),
            (#"{"entries":[],"failure":{"model":1}}"#, .model("gemini-test")),
            (#"{"entries":[]}"#, .model("gemini-test")), ("[", .model("gemini-test")),
        ] {
            let server = try LoopbackServer(.response(headers: ["Vitals-Parser: gemini-test"], json: body))
            let reading = try await device(server).read(phrase: "weight 72.3 kg", timeZone: Self.zone)
            expect(reading.source, equals: source, "\(body)")
            expect(reading.entries.map(\.value), equals: source == .model("gemini-test") ? [] : [72.3], "\(body)")
        }
        expect(
            "\(PhraseReading.Source.deviceInPlaceOfModel("gemini-test"))",
            equals: "this phone, because gemini-test, a language model, failed")
    }

    @Test("a server that can't be trusted gives no entry that a form would refuse, and no name that moves a cursor")
    func hostileServer() async throws {
        let good = #"{"kind":"WEIGHT","value":72.3,"unit":"KG","recordedAt":"2026-07-01T05:00:00Z"}"#
        let list =
            [good.replacing("72.3", with: "7230"), good.replacing("2026", with: "2030")]
            + Array(repeating: good, count: 30)
        let server = try LoopbackServer(
            .response(
                headers: ["Vitals-Parser: " + String(repeating: "x", count: 90)],
                json: #"{"entries":[\#(list.joined(separator: ","))]}"#))
        let reading = try await device(server).read(phrase: "weight 72.3 kg", timeZone: Self.zone)
        expect(reading.entries.count == 20 && reading.entries.allSatisfy { $0.value == 72.3 })
        expect(reading.source, equals: .model("unnamed"))
    }

    @Test("entries are stored together or not at all, and a label can be added by hand")
    func adds() throws {
        let device = try device(nil)
        let good = ParsedEntry(kind: .weight, value: 72.3, unit: .kilograms, recordedAt: now)
        var bad = good
        bad.value = 7_230
        #expect(throws: MeasurementError.self) { try device.add([good, bad]) }
        try expect(device.list().isEmpty)
        #expect(throws: MeasurementError.badLabel) { try device.add(.symptom, 4) }
        for label in [" ", "\u{200B}", "\u{2066} \u{2069}", "a\nb"] {
            #expect(throws: MeasurementError.badLabel) { try device.add(.symptom, 4, label: label) }
        }
        try expect(device.add(.symptom, 4, label: "dizzy").label, equals: "dizzy")
        try expect(device.add(.weight, 72, label: "before breakfast").label, equals: "before breakfast")
    }
}
