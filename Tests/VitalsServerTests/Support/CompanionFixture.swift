import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities
import VitalsServerWorkouts

/// A companion at a server: what it sends, as the seed has it.
struct Companion: Sendable {
    let server: TestServer
    var token = DevelopmentUser.token
    var client = CompanionID.client(DevelopmentUser.id)

    /// A run of half an hour.
    ///
    /// - Parameters:
    ///   - second: when it starts, in seconds after 7 o'clock.
    ///   - seconds: its duration.
    func workout(
        _ uuid: UUID? = nil, second: Int64 = 0, seconds: Double = 1_800, with changes: [String: JSONValue?] = [:]
    ) -> JSONValue {
        let start = Timestamp(rfc3339: "2026-05-06T07:00:00Z")!.advanced(byMilliseconds: second * 1_000)!
        let end = start.advanced(byMilliseconds: Int64(seconds * 1_000))!
        return object(
            [
                "source": .string("apple_health"), "workout_type": .string("run"),
                "start_time": .string(start.rfc3339), "end_time": .string(end.rfc3339),
                "duration_seconds": .number(seconds), "calories_active": .number(300),
                "distance_meters": .number(5_000), "avg_heart_rate": .number(150),
                "source_device": .string("apple_watch"), "uuid": uuid.map { .string($0.lowercased) },
            ], changes)
    }

    func metric(
        _ metric: String = "weight", _ value: Double = 72.5, _ unit: String = "kg", uuid: UUID? = nil,
        with changes: [String: JSONValue?] = [:]
    ) -> JSONValue {
        object(
            [
                "metric": .string(metric), "value": .number(value), "unit": .string(unit),
                "measured_at": .string("2026-05-06T07:00:00Z"), "source": .string("apple_health"),
                "uuid": uuid.map { .string($0.lowercased) },
            ], changes)
    }

    private func object(_ members: [String: JSONValue?], _ changes: [String: JSONValue?]) -> JSONValue {
        var members = members
        members["client_id"] = .string(client.lowercased)
        for (name, value) in changes { members[name] = value }
        return .object(members.sorted { $0.key < $1.key }.compactMap { name, value in value.map { .init(name, $0) } })
    }

    func send(_ method: String, _ path: String, _ items: [JSONValue]) async throws -> RawResponse {
        try await send(method, path, body: .array(items))
    }

    func send(_ method: String, _ path: String, body: JSONValue) async throws -> RawResponse {
        try await server.send(method, "/api/v1/" + path, token: token, body: Array(CanonicalJSON.text(body).utf8))
    }

    /// The counts of a report, such as `inserted 1 received 1`; an array counts its elements.
    func counts(_ method: String, _ path: String, _ items: [JSONValue]) async throws -> String {
        let response = try await send(method, path, items)
        expect(response.status, equals: 200, "\(response.text)")
        return SampleBodies.counts(try #require(response.json))
    }

    func query(_ path: String, _ uuids: [UUID]) async throws -> [String] {
        let body = JSONValue.object([
            .init("client_id", .string(client.lowercased)),
            .init("uuids", .array(uuids.map { .string($0.lowercased) })),
        ])
        return try await send("POST", path + "/query", body: body).texts("existing")
    }

    /// The workouts as a phone pulls them, by start.
    func workouts(isDeleted: Bool = false) async throws -> [EntityRow] {
        let page = try await server.send("GET", "/entities/changes?cursor=workout:0&limit=1000", token: token)
        return try #require(page.json?["entities"]?.array).map { try EntityRow(json: $0) }
            .filter { $0.isDeleted == isDeleted }
            .sorted {
                ($0.value("start").string ?? "", $0.id.lowercased) < ($1.value("start").string ?? "", $1.id.lowercased)
            }
    }
}

extension StoreUnderTest {
    func withCompanion(
        change: @escaping @Sendable (inout HTTPConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Companion) async throws -> Void
    ) async throws {
        try await withStore(notesOverwritten: true, hasEntities: true, hasSamples: true) { store in
            try await TestServer.with(
                store,
                {
                    $0.components.features = [.deletes, .entities, .workouts]
                    $0.components.addEntities()
                    $0.components.addSamples()
                    $0.components.addCompanion()
                    change(&$0)
                }
            ) { server in try await body(Companion(server: server)) }
        }
    }
}
