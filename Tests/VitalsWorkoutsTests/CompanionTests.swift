import Foundation
import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsWorkouts

@Suite("A coach's server")
struct CompanionTests {
    private static let pairing = CompanionClient.Pairing(clientID: FakeCompanion.clientID, token: "secret")

    private static func client(_ server: FakeCompanion) throws -> CompanionClient {
        CompanionClient(server: try ServerOrigin(FakeCompanion.url), transport: server)
    }

    private static func items(_ count: Int) throws -> [CompanionItem] {
        let device = try Device.inMemory(clock: { ImportingPhone.now }, features: .all)
        let first = Timestamp(rfc3339: "2024-05-01T07:30:00Z")!
        for place in 0..<count {
            var draft = WorkoutDraft(start: first.advanced(byMilliseconds: Int64(place) * 3_600_000)!, minutes: 30)
            draft.activity = "run"
            try device.workouts.add(draft)
        }
        return try device.companionItems()[.workouts] ?? []
    }

    private static func failure(_ server: FakeCompanion, _ items: [CompanionItem]) async throws -> CompanionError? {
        do {
            _ = try await client(server).send(items, to: .workouts, as: pairing)
            return nil
        } catch let error as CompanionError {
            return error
        }
    }

    @Test("gets workouts and measures of the body as its contract spells them")
    func payloads() throws {
        let phone = try ImportingPhone()
        try phone.take(
            ExportXML.workout(
                "Cycling", more: "device=\"\(ExportXML.device)\"",
                inner: ExportXML.statistics("ActiveEnergyBurned", "sum=\"250\" unit=\"kcal\"")
                    + ExportXML.statistics("DistanceCycling", "sum=\"12.3456\" unit=\"km\"")
                    + ExportXML.statistics("HeartRate", "average=\"141\" unit=\"count/min\"")),
            ExportXML.record("Height", "171", "cm"), ExportXML.record("BodyFatPercentage", "0.2", "%"))
        try phone.device.add(.weight, 72.5, .kilograms, recordedAt: Timestamp(rfc3339: "2026-05-02T07:00:00Z")!)
        let items = try phone.device.companionItems()
        let workout = try #require(items[.workouts]?.first)
        let expected = """
            {"avg_heart_rate":141,"calories_active":250,"client_id":"c","distance_meters":12346,"duration_seconds":1800,\
            "end_time":"2026-05-01T06:00:30Z","source":"apple_health","source_device":"apple_watch",\
            "start_time":"2026-05-01T05:30:00Z","uuid":"\(workout.uuid.lowercased)","workout_type":"cycle"}
            """
        expect(CanonicalJSON.text(workout.json(clientID: "c")), equals: expected)
        let metrics = (items[.profileMetrics] ?? []).map { $0.json(clientID: "c") }
        let texts = metrics.map {
            "\($0["metric"]?.string ?? "") \($0["unit"]?.string ?? "") \($0["source"]?.string ?? "")"
        }
        expect(texts == ["weight kg manual", "height cm apple_health", "body_fat percent apple_health"], "\(texts)")
        expect(metrics[2]["value"] == .number(20) && metrics[0]["measured_at"] == .string("2026-05-02T07:00:00Z"))
    }

    @Test("a code becomes a client and a token; a wrong one is a sentence")
    func pairing() async throws {
        let client = try Self.client(FakeCompanion())
        expect(try await client.pair(code: " 4711-0815 ") == Self.pairing)
        expect(try await client.pairing(token: "secret") == Self.pairing)
        for body in [{ try await client.pair(code: "x") }, { try await client.pair(code: " ") }] {
            let error = await #expect(throws: CompanionError.self) { _ = try await body() }
            expect(error?.code == .wrongCode, "\(String(describing: error))")
        }
        let error = await #expect(throws: CompanionError.self) { try await client.pairing(token: "other") }
        expect(error?.code == .noToken)
    }

    @Test("what it has goes by PUT, the rest by POST, and sending again doubles nothing")
    func existing() async throws {
        let (server, items) = (FakeCompanion(), try Self.items(5))
        let client = try Self.client(server)
        expect(try await client.send(Array(items.prefix(2)), to: .workouts, as: Self.pairing).insertedCount == 2)
        let report = try await client.send(items, to: .workouts, as: Self.pairing)
        expect(report.insertedCount == 3 && report.updatedCount == 2 && report.sentCount == 5, "\(report)")
        let again = try await client.send(items, to: .workouts, as: Self.pairing)
        expect(again.updatedCount == 5 && server.stored.count == 5, "\(again)")
        let path = "/api/v1/workouts"
        expect(
            Array(server.requests[2..<5])
                == [
                    .init(method: "POST", path: path + "/query", count: 5), .init(method: "PUT", path: path, count: 2),
                    .init(method: "POST", path: path, count: 3),
                ], "\(server.requests)")
    }

    @Test("goes in batches of at most 500, in order")
    func batches() async throws {
        let (server, items) = (FakeCompanion(), try Self.items(1_100))
        let report = try await Self.client(server).send(items, to: .workouts, as: Self.pairing)
        expect(report.insertedCount == 1_100)
        expect(server.requests.filter { !$0.path.hasSuffix("query") }.map(\.count) == [500, 500, 100])
    }

    @Test("one that can't say what it has gets all as new, and is asked once")
    func noQuery() async throws {
        let server = FakeCompanion { _, path in path.hasSuffix("/query") ? HTTPResponse(status: 404) : nil }
        let client = try Self.client(server)
        let items = try Self.items(501)
        _ = try await client.send(items, to: .workouts, as: Self.pairing)
        let again = try await client.send(items, to: .workouts, as: Self.pairing)
        expect(again.duplicateCount == 501 && server.stored.count == 501, "\(again)")
        expect(server.requests.count { $0.path.hasSuffix("/query") } == 2)
    }

    @Test("one that can't update gets all by POST", arguments: [404, 405, 501])
    func noPut(status: Int) async throws {
        let server = FakeCompanion { request, _ in request.method == "PUT" ? HTTPResponse(status: status) : nil }
        let client = try Self.client(server)
        let items = try Self.items(3)
        _ = try await client.send(items, to: .workouts, as: Self.pairing)
        expect(try await client.send(items, to: .workouts, as: Self.pairing).duplicateCount == 3)
    }

    @Test("one without these routes at all is answered in a plain sentence")
    func noRoutes() async throws {
        let server = FakeCompanion { _, _ in HTTPResponse(status: 404, body: Array("<html>Not here</html>".utf8)) }
        let error = try await Self.failure(server, try Self.items(1))
        expect(
            error?.code == .notACompanion && error?.description.contains("takes no workouts") == true,
            "\(String(describing: error))")
        let pairing = await #expect(throws: CompanionError.self) { try await Self.client(server).pair(code: "1") }
        expect(pairing?.code == .notACompanion)
    }

    @Test("a request that is too large is halved; one entry that is still too large is said")
    func tooLarge() async throws {
        let server = FakeCompanion { request, path in
            let items = (try? JSONValue(parsing: request.body ?? []))?.array?.count ?? 0
            return items > 100 ? HTTPResponse(status: 413) : nil
        }
        let report = try await Self.client(server).send(try Self.items(350), to: .workouts, as: Self.pairing)
        expect(report.insertedCount == 350 && server.stored.count == 350, "\(report)")
        let none = FakeCompanion { request, path in path.hasSuffix("query") ? nil : HTTPResponse(status: 413) }
        expect(try await Self.failure(none, try Self.items(3))?.code == .tooLarge)
    }

    @Test("its answer is read leniently: errors with their place among all, and no counts at all")
    func answers() async throws {
        let server = FakeCompanion { request, path in
            guard request.method == "POST", !path.hasSuffix("query") else { return nil }
            let text = """
                {"received":"many","inserted":99999,"errors":[{"index":1,"field":"end_time","message":"No\\u001b[2J"},
                {"index":-1},"odd",7],"warnings":{},"duplicates_skipped":2}
                """
            return HTTPResponse(status: 201, body: Array(text.utf8))
        }
        let report = try await Self.client(server).send(try Self.items(502), to: .workouts, as: Self.pairing)
        expect(report.receivedCount == 502 && report.insertedCount == 502 && report.duplicateCount == 4, "\(report)")
        expect(
            report.errors.count == 8 && report.errors[0].index == 1 && report.errors[4].index == 501, "\(report.errors)"
        )
        expect(report.errors[0].message == "No\u{FFFD}[2J" && report.errors[1].index == nil)
        let silent = FakeCompanion { _, path in path.hasSuffix("query") ? nil : HTTPResponse(status: 204) }
        expect(try await Self.client(silent).send(try Self.items(2), to: .workouts, as: Self.pairing).sentCount == 2)
    }

    @Test("each way to fail has its sentence")
    func failures() async throws {
        let items = try Self.items(1)
        for (status, code) in [
            (401, CompanionError.Code.noToken), (403, .noToken), (429, .tooManyAttempts), (500, .unavailable),
            (302, .refused), (400, .refused),
        ] {
            let error = try await Self.failure(FakeCompanion { _, _ in HTTPResponse(status: status) }, items)
            expect(error?.code == code && error?.status == status, "\(status): \(String(describing: error))")
        }
        let away = FakeCompanion { _, _ in throw HTTPTransportError.unreachable("down") }
        expect(try await Self.failure(away, items)?.code == .offline)
        let slow = FakeCompanion { _, _ in throw HTTPTransportError.timedOut }
        expect(try await Self.failure(slow, items)?.code == .timedOut)
        let stopped = FakeCompanion { _, _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await Self.failure(stopped, items) }
    }
}
