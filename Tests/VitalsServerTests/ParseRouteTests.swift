import Foundation
import Logging
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// `POST /parse` over HTTP, with readers that a test makes up.
@Suite("POST /parse") struct ParseRouteTests {
    /// A reader that does what the test says, and remembers what it was asked.
    private struct TestReader: PhraseReader {
        let name = "test-model"
        let asked = Locked<[Phrase]>([])
        let read: @Sendable (Phrase) async throws -> [ParsedEntry]

        func entries(in phrase: Phrase) async throws -> [ParsedEntry] {
            asked.withLock { $0.append(phrase) }
            return try await read(phrase)
        }
    }

    private struct Unreadable: Error {}

    private static let time = Timestamp(rfc3339: "2026-07-01T07:30:00Z")!
    private static let entries = [
        ParsedEntry(kind: .weight, value: 160, unit: .pounds, recordedAt: time),
        ParsedEntry(kind: .symptom, value: 1, unit: .count, recordedAt: time, label: #"sore "throat""#),
    ]

    private func with(
        _ reader: any PhraseReader, uptime: @escaping @Sendable () -> Duration = { .zero },
        body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.with(
            MemorySyncStore(),
            {
                $0.components.features = [.phrases]
                $0.components.addPhrases(reader: reader, now: { Self.time }, uptime: uptime)
            }, body: body)
    }

    private func post(
        _ server: TestServer, _ body: String, token: String? = DevelopmentUser.token
    ) async throws -> RawResponse {
        try await server.send("POST", "/parse", token: token, body: Array(body.utf8))
    }

    @Test("It answers with the entries and with what read them, and stores nothing")
    func answers() async throws {
        try await with(TestReader { _ in Self.entries }) { (server) async throws in
            let response = try await post(server, #"{"phrase":"weight 160 lb, sore throat"}"#)
            expect(response.status, equals: 200)
            let weight = #"{"kind":"WEIGHT","recordedAt":"2026-07-01T07:30:00Z","unit":"LB","value":160}"#
            let throat =
                #"{"kind":"SYMPTOM","label":"sore \"throat\"","recordedAt":"2026-07-01T07:30:00Z","unit":"COUNT","value":1}"#
            expect(response.text, equals: #"{"entries":[\#(weight),\#(throat)]}"#)
            expect(response["vitals-parser"] == "test-model" && response["cache-control"] == "no-store")
            expect(response["vitals-features"], equals: "base,nl-logging")
            try await expect(server.pull().records().isEmpty)
        }
    }

    @Test("The reader gets the phrase, and the time and zone of the request")
    func passesTime() async throws {
        let reader = TestReader { _ in [] }
        try await with(reader) { (server) async throws in
            for body in [
                #"{"phrase":"pulse 62","requestedAt":"2026-07-01T09:00:00+02:00","timeZone":"Europe/Berlin"}"#,
                #"{"phrase":"pulse 62"}"#, #"{"phrase":"pulse 62","requestedAt":null,"timeZone":null,"more":[]}"#,
            ] {
                try await expect(post(server, body).status, equals: 200)
            }
        }
        let asked = reader.asked.withLock { $0 }
        expect(asked.map(\.text), equals: ["pulse 62", "pulse 62", "pulse 62"])
        expect(
            asked.map(\.time.now.rfc3339),
            equals: ["2026-07-01T07:00:00Z", "2026-07-01T07:30:00Z", "2026-07-01T07:30:00Z"])
        expect(asked.map(\.time.timeZone.identifier), equals: ["Europe/Berlin", "GMT", "GMT"])
    }

    @Test("A zone that the server doesn't know is the offset of the request's time, or else UTC")
    func unknownZone() async throws {
        let reader = TestReader { _ in [] }
        let cases: [(time: String, zone: String, offsetSeconds: Int)] = [
            ("2026-11-28T01:00:00Z", "Etc/Unknown", 0), ("2026-07-01T09:00:00+02:00", "Etc/Unknown", 7_200),
            ("2026-07-01T09:00:00.5-03:30", "America/Newer_Than_This", -12_600),
            ("2026-07-01T07:00:00Z", "+02:00", 7_200),
            ("2026-07-01T09:00:00+02:00", "-0930", -34_200), ("2026-07-01T09:00:00+02:00", "UTC", 0),
        ]
        try await with(reader) { (server) async throws in
            for (time, zone, _) in cases {
                let body = #"{"phrase":"weight 72 kg","requestedAt":"\#(time)","timeZone":"\#(zone)"}"#
                try await expect(post(server, body).status, equals: 200, "\(body)")
            }
            try await expect(
                post(server, #"{"phrase":"a","requestedAt":"2026-07-01T09:00:00+02:00"}"#).status, equals: 200)
        }
        let asked = reader.asked.withLock { $0 }
        expect(
            asked.map { $0.time.timeZone.secondsFromGMT() }, equals: cases.map(\.offsetSeconds) + [7_200],
            "a time's own offset counts where no zone is named, too")
    }

    @Test(
        "A request without a phrase, or with another shape, is refused with a path",
        arguments: [
            (#"{}"#, "phrase"), (#"{"phrase":null}"#, "phrase"), (#"{"phrase":7}"#, "phrase"),
            (#"{"phrase":""}"#, "phrase"),
            (#"{"phrase":" \u2003\n"}"#, "phrase"), (#"["pulse 62"]"#, "phrase"),
            (#"{"phrase":"a","requestedAt":"yesterday"}"#, "requestedAt"),
            (#"{"phrase":"a","requestedAt":7}"#, "requestedAt"),
            (#"{"phrase":"a","timeZone":"GMT+2"}"#, "timeZone"), (#"{"phrase":"a","timeZone":""}"#, "timeZone"),
            (#"{"phrase":"a","timeZone":"UTC\u0000garbage"}"#, "timeZone"),
            (#"{"phrase":"a","timeZone":2}"#, "timeZone"),
            (#"{"phrase":"\#(String(repeating: "é", count: 1_001))"}"#, "phrase"),
        ])
    func badShape(_ body: String, path: String) async throws {
        let reader = TestReader { _ in Self.entries }
        try await with(reader) { (server) async throws in
            let response = try await post(server, body)
            expect(response.status, equals: 400, "\(response.text)")
            expect(response.text.contains(path), "\(response.text)")
        }
        expect(reader.asked.withLock { $0.isEmpty })
    }

    @Test("What isn't JSON, is too long or comes without a token is refused before anything is read")
    func refused() async throws {
        let reader = TestReader { _ in Self.entries }
        try await with(reader) { (server) async throws in
            try await expect(post(server, #"{"phrase":"pulse"#).status, equals: 400)
            try await expect(
                post(server, #"{"phrase":"\#(String(repeating: "a", count: 9_000))"}"#).status, equals: 413)
            try await expect(post(server, #"{"phrase":"pulse 62"}"#, token: nil).status, equals: 401)
            try await expect(post(server, #"{"phrase":"pulse 62"}"#, token: "another").status, equals: 401)
            try await expect(server.send("GET", "/parse").status, equals: 405)
        }
        expect(reader.asked.withLock { $0.isEmpty })
    }

    @Test("Any error of the reader is an empty list that says so; a reader that finds nothing has not failed")
    func readerFails() async throws {
        try await with(TestReader { _ in throw Unreadable() }) { (server) async throws in
            let response = try await post(server, #"{"phrase":"pulse 62"}"#)
            expect(response.status == 200 && response.text == #"{"entries":[],"failure":"model"}"#)
            expect(response["vitals-parser"], equals: "test-model")
        }
        try await with(TestReader { _ in [] }) { (server) async throws in
            try await expect(post(server, #"{"phrase":"pulse 62"}"#).text, equals: #"{"entries":[]}"#)
        }
    }

    @Test("A user has 30 phrases a minute; others aren't held up by one who has used them")
    func limit() async throws {
        let uptime = Locked<Duration>(.zero)
        let store = MemorySyncStore()
        _ = try await store.addUser(token: "another-token")
        try await TestServer.with(
            store,
            {
                $0.components.addPhrases(reader: TestReader { _ in [] }, uptime: { uptime.withLock { $0 } })
            }
        ) { (server) async throws in
            let body = #"{"phrase":"pulse 62"}"#
            for _ in 1...30 { try await expect(post(server, body).status, equals: 200) }
            let refused = try await post(server, body)
            expect(refused.status == 429 && refused["retry-after"] == "60" && refused.code == "too_many_phrases")
            expect(
                refused.json?["detail"]?.string,
                equals: "A user may send 30 phrases a minute, and all users together 600; try again in 60 s.")
            try await expect(
                post(server, "{}").status, equals: 400, "a bad request isn't counted, and isn't told to wait")
            try await expect(post(server, body, token: "another-token").status, equals: 200)
            uptime.withLock { $0 = .seconds(60) }
            try await expect(post(server, body).status, equals: 200)
        }
    }

    @Test("No log line has the phrase, whether it could be read or not")
    func logsNoPhrase() async throws {
        let sink = LogSink()
        for fails in [false, true] {
            let reader = TestReader { _ in
                if fails { throw Unreadable() }
                return Self.entries
            }
            try await TestServer.with(
                MemorySyncStore(), { $0.components.addPhrases(reader: reader) },
                logger: Logger(label: "test") { _ in sink.handler }
            ) { (server) async throws in
                _ = try await post(server, #"{"phrase":"weight 160 lb and Zebra-stripes"}"#)
            }
        }
        expect(sink.lines.contains { $0.contains("/parse") } && sink.lines.contains { $0.contains("phrase not read") })
        expect(!sink.lines.contains { $0.contains("Zebra") || $0.contains("160") || $0.contains("sore") })
    }

    @Test("Without the feature there is no such route")
    func off() async throws {
        try await TestServer.with(MemorySyncStore()) { (server) async throws in
            try await expect(post(server, #"{"phrase":"pulse 62"}"#).status, equals: 404)
        }
    }
}
