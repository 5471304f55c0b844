import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServerEntities
import VitalsServerWorkouts

@testable import VitalsServer

/// The workouts that a companion sends, on real databases, and what phones then have.
@Suite("Workouts of a companion") struct CompanionWorkoutTests {
    private static let path = "workouts"
    private static let databases = StoreUnderTest.databases

    @Test("A workout becomes an entity with the source's fields, once", arguments: databases)
    func inserts(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let uuid = UUID()
            let item = companion.workout(uuid)
            try await expect(companion.counts("POST", Self.path, [item]), equals: "inserted 1 received 1")
            try await expect(companion.counts("POST", Self.path, [item, item]), equals: "duplicates 2 received 2")
            let row = try #require(try await companion.workouts().first)
            expect(row.id == CompanionID.of(uuid) && row.version == 1)
            expect(
                row.fields,
                equals: [
                    "start": .string("2026-05-06T07:00:00Z"), "end": .string("2026-05-06T07:30:00Z"),
                    "minutes": .number(30), "activity": .string("run"), "energy": .number(300),
                    "distance": .number(5), "heartRate": .number(150), "source": .string("apple_health"),
                    "device": .string("apple_watch"),
                ])
            // One object is an item too. Without an id of its own it has one of its content.
            let bare = companion.workout(
                second: 7_200, with: ["calories_active": .number(0), "distance_meters": .null, "avg_heart_rate": nil])
            let response = try await companion.send("POST", Self.path, body: bare)
            expect(SampleBodies.counts(try #require(response.json)), equals: "inserted 1 received 1")
            try await expect(companion.counts("POST", Self.path, [bare]), equals: "duplicates 1 received 1")
            try await expect(
                companion.workouts().last?.fields.keys.sorted(),
                equals: ["activity", "device", "end", "minutes", "source", "start"])
        }
    }

    @Test(
        "A broken workout costs only itself, and the error names its place and field",
        arguments: [
            ("client_id", JSONValue.string(UUID().lowercased), "client_id"), ("client_id", nil, "client_id"),
            ("client_id", .string("me"), "client_id"), ("source", nil, "source"), ("source", .string("a\nb"), "source"),
            ("workout_type", .string("swim"), "workout_type"), ("workout_type", nil, "workout_type"),
            ("start_time", .string("today"), "start_time"), ("start_time", nil, "start_time"),
            ("start_time", .string("2026-05-06T07:30:01Z"), "end_time"),
            ("start_time", .string("1899-12-31T23:59:59Z"), "start_time"),
            ("start_time", .string("9999-12-31T23:59:59Z"), "start_time"),
            ("end_time", .string("2026-05-06T06:59:59Z"), "end_time"),
            ("end_time", .string("2027-05-06T07:00:00Z"), "end_time"),
            ("end_time", .string("2026-05-07T07:00:00.001Z"), "end_time"), ("end_time", nil, "end_time"),
            ("duration_seconds", nil, "duration_seconds"), ("duration_seconds", .number(0), "duration_seconds"),
            ("duration_seconds", .number(-1), "duration_seconds"),
            ("duration_seconds", .number(86_401), "duration_seconds"),
            ("duration_seconds", .string("NaN"), "duration_seconds"),
            ("calories_active", .number(-1), "calories_active"), ("calories_active", .string("NaN"), "calories_active"),
            ("distance_meters", .number(-0.5), "distance_meters"),
            ("avg_heart_rate", .string("fast"), "avg_heart_rate"), ("source_device", .number(1), "source_device"),
            ("uuid", .string("1"), "uuid"),
        ] as [(String, JSONValue?, String)])
    func broken(_ member: String, _ value: JSONValue?, _ field: String) async throws {
        try await StoreUnderTest.sqlite.withCompanion { companion in
            let items = [companion.workout(second: 9_000), companion.workout(with: [member: value])]
            let response = try await companion.send("POST", Self.path, items)
            let json = try #require(response.json)
            expect(SampleBodies.counts(json), equals: "errors 1 inserted 1 received 2", "\(response.text)")
            let error = try #require(json["errors"]?.array?.first)
            expect(error["index"] == .number(1) && error["field"] == .string(field), "\(response.text)")
            try await expect(companion.workouts().count, equals: 1)
        }
    }

    @Test("A bare NaN costs its item, as some encoders write it")
    func notANumber() async throws {
        try await StoreUnderTest.sqlite.withCompanion { companion in
            let items = JSONValue.array([companion.workout(), companion.workout(second: 9_000)])
            let text = CanonicalJSON.text(items).replacing(
                "\"calories_active\":300", with: "\"calories_active\":NaN", maxReplacements: 1)
            let response = try await companion.server.send("POST", "/api/v1/workouts", body: Array(text.utf8))
            expect(SampleBodies.counts(try #require(response.json)), equals: "errors 1 inserted 1 received 2")
            expect(response.json?["errors"]?.array?.first?["field"]?.string, equals: "calories_active")
            let none = try await companion.send("POST", Self.path, body: .array([]))
            expect(none.status == 400 && none.code == "bad_shape")
        }
    }

    @Test("What is odd is taken with a warning, and without the value that can't be")
    func warnings() async throws {
        try await StoreUnderTest.sqlite.withCompanion { companion in
            let items = [
                companion.workout(with: ["avg_heart_rate": .number(301), "mood": .string("good"), "a b": .number(1)]),
                companion.workout(second: 7_200, with: ["duration_seconds": .number(3_601)]),
                // A pause, and a duration of exactly twice the interval.
                companion.workout(second: 14_400, with: ["duration_seconds": .number(60)]),
                companion.workout(second: 21_600, with: ["duration_seconds": .number(3_600)]),
            ]
            let response = try await companion.send("POST", Self.path, items)
            let json = try #require(response.json)
            expect(SampleBodies.counts(json), equals: "inserted 4 received 4 warnings 4", "\(response.text)")
            let notes = json["warnings"]?.array?.map { note -> String in
                guard case .number(let index)? = note["index"] else { return "" }
                return "\(Int(index)) \(note["field"]?.string ?? "")"
            }
            expect(Set(notes ?? []), equals: ["0 avg_heart_rate", "0 mood", "0 ", "1 duration_seconds"])
            try await expect(companion.workouts().first?.value("heartRate"), equals: .null)
        }
    }

    @Test("Amounts that no phone could store are left out, so that the workout can be edited there")
    func amounts() async throws {
        try await StoreUnderTest.sqlite.withCompanion { companion in
            let item = companion.workout(with: [
                "calories_active": .number(100_001), "distance_meters": .number(1e308),
            ])
            let tiny = companion.workout(
                second: 7_200,
                with: ["calories_active": .number(100_000), "distance_meters": .number(.leastNonzeroMagnitude)])
            let response = try await companion.send("POST", Self.path, [item, tiny])
            expect(
                SampleBodies.counts(try #require(response.json)), equals: "inserted 2 received 2 warnings 2",
                "\(response.text)")
            let rows = try await companion.workouts().sorted {
                ($0.value("start").string ?? "") < ($1.value("start").string ?? "")
            }
            expect(rows.map { $0.value("energy") } == [.null, .number(100_000)], "\(rows)")
            expect(rows.allSatisfy { $0.value("distance") == .null }, "\(rows)")
        }
    }

    @Test("What a phone or another app recorded is one workout with it, at 120 s and 10 %", arguments: databases)
    func likeness(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let phone = UUID()
            try await companion.server.commands(
                .create("workout", phone, ["start": .text("2026-05-06T07:00:00Z"), "minutes": .number(30)]))
            let (alike, late, long) = (UUID(), UUID(), UUID())
            let items = [
                companion.workout(late, second: 121), companion.workout(long, seconds: 2_003),
                companion.workout(alike, second: 120, seconds: 2_000),
            ]
            try await expect(
                companion.counts("POST", Self.path, items), equals: "duplicates 1 inserted 2 received 3")
            try await expect(
                companion.query(Self.path, [alike, late, UUID(), long]), equals: [alike, late, long].map(\.lowercased))
            let rows = try await companion.workouts()
            expect(Set(rows.map(\.id)), equals: [phone, CompanionID.of(late), CompanionID.of(long)])
            expect(rows.first { $0.id == phone }?.value("source"), equals: .null, "A duplicate changes nothing.")

            // The id means the phone's workout from now on: also once that has moved, and once it's deleted.
            let move: EntityCommand = .update(
                "workout", phone, ["start": (.text("2026-05-06T07:00:00Z"), .text("2026-05-06T12:00:00Z"))])
            try await companion.server.commands(move)
            try await expect(companion.counts("POST", Self.path, [items[2]]), equals: "duplicates 1 received 1")
            try await expect(companion.counts("PUT", Self.path, [items[2]]), equals: "duplicates 1 received 1")
            try await companion.server.commands(.delete("workout", phone))
            let again = try await companion.send("PUT", Self.path, [items[2]])
            expect(SampleBodies.counts(try #require(again.json)), equals: "duplicates 1 received 1 warnings 1")
            try await expect(companion.workouts().count, equals: 2)
            try await expect(companion.query(Self.path, [alike]), equals: [])
        }
    }

    @Test("Two workouts that are alike in one request are two, and stay two when they come again", arguments: databases)
    func two(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let items = [companion.workout(UUID()), companion.workout(UUID(), second: 60)]
            try await expect(companion.counts("POST", Self.path, items), equals: "inserted 2 received 2")
            try await expect(companion.counts("POST", Self.path, items), equals: "duplicates 2 received 2")
            // Two others of another app: each is one of these.
            let others = [companion.workout(UUID(), second: 61), companion.workout(UUID(), second: 1)]
            try await expect(companion.counts("POST", Self.path, others), equals: "duplicates 2 received 2")
            try await expect(companion.workouts().count, equals: 2)
        }
    }

    @Test("A deleted workout doesn't come back", arguments: databases)
    func deleted(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let uuid = UUID()
            let item = companion.workout(uuid)
            _ = try await companion.send("POST", Self.path, [item])
            try await companion.server.commands(.delete("workout", CompanionID.of(uuid)))
            for method in ["POST", "PUT"] {
                let response = try await companion.send(method, Self.path, [item])
                let json = try #require(response.json)
                expect(SampleBodies.counts(json), equals: "duplicates 1 received 1 warnings 1", "\(response.text)")
            }
            try await expect(companion.workouts(), equals: [])
            try await expect(companion.query(Self.path, [uuid]), equals: [])
        }
    }

    @Test("PUT updates the source's fields and leaves the person's; what it doesn't know it adds", arguments: databases)
    func put(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let uuid = UUID()
            let id = CompanionID.of(uuid)
            let first = companion.workout(uuid)
            try await expect(companion.counts("PUT", Self.path, [first]), equals: "inserted 1 received 1")
            try await companion.server.commands(.update("workout", id, ["note": (.null, .text("Against the wind."))]))
            let changed = companion.workout(uuid, with: ["distance_meters": .number(5_250), "avg_heart_rate": nil])
            try await expect(
                companion.counts("PUT", Self.path, [changed, companion.workout(UUID(), second: 9_000)]),
                equals: "inserted 1 received 2 updated 1")
            let row = try #require(try await companion.workouts().first)
            expect(row.value("distance") == .number(5.25) && row.value("heartRate") == .number(150))
            expect(row.value("note").string == "Against the wind." && row.version == 3)
            // The same again: nothing changes, so no phone pulls it.
            try await expect(companion.counts("PUT", Self.path, [changed]), equals: "received 1 updated 1")
            try await expect(companion.workouts().first?.version, equals: 3)
            try await expect(companion.counts("POST", Self.path, [first]), equals: "duplicates 1 received 1")
            try await expect(companion.workouts().first?.value("distance"), equals: .number(5.25))
        }
    }

    @Test("Two requests at once store each workout once", arguments: databases)
    func concurrent(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let items = (0..<20).map { companion.workout(UUID(), second: Int64($0) * 7_200) }
            let counts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<4 { group.addTask { try await companion.counts("POST", Self.path, items) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            expect(
                counts.sorted(),
                equals: Array(repeating: "duplicates 20 received 20", count: 3) + ["inserted 20 received 20"])
            try await expect(companion.workouts().count, equals: 20)
        }
    }

    @Test("Too many items are refused before any is looked at, and another's query is refused", arguments: databases)
    func limits(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            for count in [1_001, 10_000] {
                let response = try await companion.send(
                    "POST", Self.path, Array(repeating: companion.workout(), count: count))
                expect(response.status == 413 && response.code == "too_large", "\(response.text.prefix(200))")
            }
            let full = (0..<1_000).map { companion.workout(UUID(), second: Int64($0) * 400) }
            try await expect(companion.counts("POST", Self.path, full), equals: "inserted 1000 received 1000")
            try await expect(companion.counts("POST", Self.path, full), equals: "duplicates 1000 received 1000")
            for path in [Self.path, "profile-metrics"] {
                var other = companion
                other.client = UUID()
                let body = JSONValue.object([
                    .init("client_id", .string(other.client.lowercased)), .init("uuids", .array([])),
                ])
                let foreign = try await companion.send("POST", path + "/query", body: body)
                expect(foreign.status == 403 && foreign.code == "another_client", "\(foreign.text)")
                let ids = JSONValue.array((0..<1_001).map { _ in .string(UUID().lowercased) })
                let many = JSONValue.object([
                    .init("client_id", .string(companion.client.lowercased)), .init("uuids", ids),
                ])
                try await expect(companion.send("POST", path + "/query", body: many).status, equals: 413)
            }
        }
    }

    @Test("Two users share no workouts, and neither may name the other's client", arguments: databases)
    func isolation(_ kind: StoreUnderTest) async throws {
        try await kind.withCompanion { companion in
            let user = try await companion.server.store.addUser(token: "another-token")
            let other = Companion(server: companion.server, token: "another-token", client: CompanionID.client(user))
            let uuid = UUID()
            _ = try await companion.send("POST", Self.path, [companion.workout(uuid)])
            try await expect(other.query(Self.path, [uuid]), equals: [])
            try await expect(other.counts("POST", Self.path, [companion.workout()]), equals: "errors 1 received 1")
            try await expect(other.workouts(), equals: [])
            try await expect(other.counts("POST", Self.path, [other.workout(uuid)]), equals: "inserted 1 received 1")
            try await expect(companion.workouts().count, equals: 1)
            let none = try await companion.server.send("POST", "/api/v1/workouts", token: nil, body: [])
            expect(none.status, equals: 401)
        }
    }

    @Test("Phones are told of what a companion changed, and of nothing that was there")
    func told() async throws {
        let told = Locked<[RecordsChange]>([])
        struct Listener: ChangeListener {
            let told: Locked<[RecordsChange]>
            func didChange(_ change: RecordsChange) { told.withLock { $0.append(change) } }
        }
        try await StoreUnderTest.sqlite.withStore(hasEntities: true, hasSamples: true) { store in
            try await TestServer.with(
                LiveSyncStore(store),
                {
                    $0.components.features = [.live, .entities, .workouts]
                    $0.components.addCompanion()
                }
            ) { server in
                try #require(server.store.ability(ChangeFeed.self)).add(Listener(told: told))
                let companion = Companion(server: server)
                for _ in 0..<2 { _ = try await companion.send("POST", Self.path, [companion.workout()]) }
                _ = try await companion.query(Self.path, [UUID()])
                for _ in 0..<2 { _ = try await companion.send("POST", "profile-metrics", [companion.metric()]) }
            }
        }
        expect(told.withLock { $0.map { "\($0.kind) \($0.seq)" } }, equals: ["entities 1", "measurements 1"])
    }
}
