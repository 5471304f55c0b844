import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer
import VitalsServerEntities
import VitalsServerWorkouts

/// The body measures that a companion sends, and how it's paired.
@Suite("Body measures and the pairing of a companion") struct CompanionMetricTests {
    private static let path = "profile-metrics"
    private static let databases = StoreUnderTest.databases

    @Test("A measure is a measurement that phones pull, once", arguments: databases)
    func inserts(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let items = [
                companion.metric(), companion.metric("height", 175, "cm"),
                companion.metric("body_fat", 18.5, "percent", uuid: UUID()), companion.metric(),
            ]
            try await expect(companion.counts("POST", Self.path, items), equals: "duplicates 1 inserted 3 received 4")
            try await expect(companion.counts("POST", Self.path, items), equals: "duplicates 4 received 4")
            let records = try await companion.server.pull().records()
            let shown = records.map { "\($0.kind.rawValue) \($0.value) \($0.unit.rawValue) \($0.version)" }
            expect(
                Set(shown), equals: ["WEIGHT 72.5 KG 1", "HEIGHT 175.0 CM 1", "BODY_FAT 18.5 PERCENT 1"])
            expect(
                records.allSatisfy { $0.recordedAt.rfc3339 == "2026-05-06T07:00:00Z" && $0.updatedAt == $0.recordedAt })
        }
    }

    @Test(
        "A broken measure costs only itself",
        arguments: [
            ("client_id", JSONValue.string(UUID().lowercased), "client_id"), ("metric", .string("mood"), "metric"),
            ("metric", nil, "metric"), ("value", .string("NaN"), "value"), ("value", nil, "value"),
            ("value", .number(-1), "value"), ("value", .number(5_000), "value"), ("unit", .string("lb"), "unit"),
            ("unit", nil, "unit"), ("measured_at", .string("now"), "measured_at"), ("measured_at", nil, "measured_at"),
            ("source", nil, "source"), ("uuid", .string("x"), "uuid"),
        ] as [(String, JSONValue?, String)])
    func broken(_ member: String, _ value: JSONValue?, _ field: String) async throws {
        try await StoreUnderTest.sqlite.withCompanion { companion in
            let items = [
                companion.metric(with: [member: value]), companion.metric("height", 180, "cm", with: ["x": .null]),
            ]
            let response = try await companion.send("POST", Self.path, items)
            let json = try #require(response.json)
            expect(SampleBodies.counts(json), equals: "errors 1 inserted 1 received 2 warnings 1", "\(response.text)")
            expect(json["errors"]?.array?.first?["field"]?.string, equals: field)
            try await expect(companion.server.pull().records().count, equals: 1)
        }
    }

    @Test(
        "PUT with an id and another value is the next version, and a deleted one doesn't come back",
        arguments: databases)
    func put(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let uuid = UUID()
            let id = CompanionID.of(uuid)
            let item = companion.metric(uuid: uuid)
            try await expect(companion.counts("PUT", Self.path, [item]), equals: "inserted 1 received 1")
            let heavier = companion.metric("weight", 73, uuid: uuid)
            try await expect(companion.counts("POST", Self.path, [heavier]), equals: "duplicates 1 received 1")
            try await expect(companion.counts("PUT", Self.path, [item]), equals: "received 1 updated 1")
            try await expect(
                companion.counts("PUT", Self.path, [heavier, heavier]), equals: "duplicates 1 received 2 updated 1")
            let record = try #require(try await companion.server.pull().records().first)
            expect(record.id == id && record.value == 73 && record.version == 2)
            try await expect(companion.query(Self.path, [uuid, UUID()]), equals: [uuid.lowercased])

            try await companion.server.push([record.bumpVersion(now: record.updatedAt).asDeletion]).expectAccepted()
            for method in ["POST", "PUT"] {
                let counts = try await companion.counts(method, Self.path, [heavier])
                expect(counts, equals: "duplicates 1 received 1 warnings 1")
            }
            try await expect(companion.query(Self.path, [uuid]), equals: [])
            try await expect(companion.server.pull().records().map(\.version), equals: [3])
        }
    }

    @Test("Two users share no measures", arguments: databases)
    func isolation(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let user = try await companion.server.store.addUser(token: "another-token")
            let other = Companion(server: companion.server, token: "another-token", client: CompanionID.client(user))
            let uuid = UUID()
            _ = try await companion.send("POST", Self.path, [companion.metric(uuid: uuid)])
            try await expect(other.query(Self.path, [uuid]), equals: [])
            try await expect(
                other.counts("POST", Self.path, [other.metric(uuid: uuid)]), equals: "inserted 1 received 1")
            try await expect(other.counts("POST", Self.path, [companion.metric()]), equals: "errors 1 received 1")
        }
    }

    @Test("10,000 measures are refused before any is looked at")
    func limits() async throws {
        try await StoreUnderTest.sqlite.withCompanion { companion in
            let many = Array(repeating: companion.metric(), count: 10_000)
            try await expect(companion.send("PUT", Self.path, many).code, equals: "too_large")
            try await expect(companion.server.pull().records(), equals: [])
        }
    }

    @Test("The client's id never changes, and says nothing of the user's")
    func client() async throws {
        try await StoreUnderTest.sqlite.withCompanion { companion in
            let response = try await companion.server.send("GET", "/api/v1/client")
            expect(response.text, equals: #"{"client_id":"\#(companion.client.lowercased)"}"#)
            expect(response["cache-control"], equals: "no-store")
            expect(
                companion.client.lowercased, equals: "e5857f35-9e42-594c-8a5a-f97452b46f09",
                "Fixed for ever: companions have stored it.")
            try await expect(companion.server.send("GET", "/api/v1/client", token: nil).status, equals: 401)
            try await expect(companion.server.send("POST", "/api/v1/client").status, equals: 405)
        }
    }

    @Test("Pairing gives a token and the client's id; again gives the same id; attempts are counted with POST /pair")
    func pairing() async throws {
        let clock = PairingClock()
        try await withTemporaryDirectory { directory in
            let store = try SQLiteSyncStore(
                path: directory + "/server.sqlite", migrations: .all, pushHooks: [.entities, .samples])
            let paired = PairedSyncStore(store, pairing: store, now: clock.now)
            let pairing = Pairing(store: store, now: clock.now)
            try await TestServer.with(
                paired,
                {
                    $0.components.addPairing(now: clock.now, uptime: clock.uptime)
                    $0.components.addCompanion()
                }
            ) { server in
                func pair(_ path: String, _ code: String) async throws -> RawResponse {
                    try await server.send("POST", path, token: nil, body: Array(#"{"code":"\#(code)"}"#.utf8))
                }
                var companion = Companion(server: server)
                for _ in 0..<2 {
                    let code = try await pairing.makeCode(for: DevelopmentUser.id).code.text
                    let response = try await pair("/api/v1/pair", code)
                    expect(response.json?["client_id"]?.string, equals: companion.client.lowercased, "\(response.text)")
                    expect(response["cache-control"], equals: "no-store")
                    companion.token = try #require(response.json?["token"]?.string)
                    let counts = try await companion.counts("POST", "workouts", [companion.workout()])
                    expect(counts.contains("received 1") && !counts.contains("errors"))
                    try await expect(pair("/api/v1/pair", code).status, equals: 403)
                }
                // Four attempts so far.
                for path in ["/pair", "/api/v1/pair", "/pair", "/pair", "/api/v1/pair", "/pair"] {
                    try await expect(pair(path, "00000000").status, equals: 403)
                }
                for path in ["/pair", "/api/v1/pair"] { try await expect(pair(path, "00000000").status, equals: 429) }
                let foreign = try await server.send(
                    "POST", "/api/v1/pair", token: nil, headers: [("Content-Type", "text/plain")], body: [])
                expect(foreign.status, equals: 415)
            }
        }
    }
}

extension RawResponse {
    fileprivate func expectAccepted() { expect(!texts("acceptedIds").isEmpty, "\(text)") }
}
