import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer
import VitalsServerEntities
import VitalsServerWorkouts
import VitalsWorkouts

/// The routes below `/health` over HTTP, on real databases.
@Suite("The routes below /health") struct SampleRoutesTests {
    private func with(
        _ kind: StoreUnderTest = .sqlite, hasSamples: Bool = true,
        body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await kind.withStore(hasEntities: true, hasSamples: hasSamples) { store in
            try await TestServer.with(
                store,
                {
                    $0.components.features = [.entities, .workouts]
                    $0.components.addEntities()
                    $0.components.addSamples()
                    $0.components.addCompanion()
                }, body: body)
        }
    }

    private static let path = "/health/samples"

    @Test("Samples are uploaded, listed, counted and deleted", arguments: StoreUnderTest.databases)
    func travels(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            try await expect(server.send("GET", "/health/summary").text, equals: #"{"types":[]}"#)
            let (one, two, batch) = (UUID(), UUID(), UUID())
            let broken = SampleBodies.sample(with: ["unit": .string("km")])
            let body = SampleBodies.samples(
                [SampleBodies.sample(one), broken, SampleBodies.sample(two, minute: 1)], id: batch)
            let stored = try await server.send("POST", Self.path, body: body)
            expect(stored.status == 200 && stored["vitals-account"] != nil, "\(stored.text)")
            expect(SampleBodies.counts(try #require(stored.json)), equals: "received 3 rejected 1 stored 2")
            let rejected = try #require(stored.json?["rejected"]?.array?.first)
            expect(rejected["index"] == .number(1) && rejected["code"] == .string("unit"))
            expect(rejected["id"], equals: broken["id"])
            let receipt = try #require(stored["vitals-receipt"])
            expect(receipt.hasPrefix("1."))
            // The records' log and the entities' are others.
            try await expect(server.pull()["vitals-receipt"] == nil)

            let again = try await server.send("POST", Self.path, headers: [("Vitals-Receipt", receipt)], body: body)
            expect(again.body == stored.body && again["vitals-receipt"] == receipt)
            let reused = try await server.send(
                "POST", Self.path, body: SampleBodies.samples([SampleBodies.sample()], id: batch))
            expect(reused.status == 422 && reused.code == "request_reused", "\(reused.text)")

            let first = try await server.send("GET", Self.path + "?type=BASAL_ENERGY&limit=1")
            let next = try #require(first.json?["next"]?.string)
            expect(first.json?["samples"]?.array?.compactMap { $0["id"]?.string }, equals: [one.lowercased])
            let second = try await server.send("GET", Self.path + "?type=BASAL_ENERGY&limit=1&after=\(next)")
            expect(second.json?["samples"]?.array?.compactMap { $0["id"]?.string }, equals: [two.lowercased])
            expect(second.json?["next"], equals: .null)
            let time = "?type=BASAL_ENERGY&from=2026-05-06T07:00:00Z&to=2026-05-06T07:01:00Z"
            try await expect(server.send("GET", Self.path + time).json?["samples"]?.array?.count, equals: 1)

            let gone = try await server.send(
                "POST", Self.path + "/deletions", headers: [("Vitals-Receipt", receipt)],
                body: SampleBodies.deletions([one, UUID()]))
            expect(gone.text, equals: #"{"deleted":1,"received":2,"unknown":1}"#)
            let summary = try await server.send("GET", "/health/summary")
            expect(
                summary.text,
                equals: #"{"types":[{"count":1,"first":"2026-05-06T07:01:00Z","last":"2026-05-06T07:01:00Z","#
                    + #""sources":[{"count":1,"last":"2026-05-06T07:01:00Z","source":"Apple Watch"}],"#
                    + #""type":"BASAL_ENERGY"}]}"#)
        }
    }

    @Test(
        "A broken sample costs only itself, and its code names the field",
        arguments: [
            ("id", "id", JSONValue.string("9f1c")), ("id", "id", .number(1)), ("type", "type", .string("basal")),
            ("type", "type", .string("")), ("type", "type", nil),
            ("type", "type", .string(String(repeating: "A", count: 65))), ("value", "value", .string("12")),
            ("value", "value", .null), ("value", "value", .string("NaN")), ("unit", "unit", .string("km")),
            ("unit", "unit", .string("")), ("unit", "unit", nil), ("start", "time", .string("today")),
            ("start", "time", .string("2026-05-06T08:00:00Z")), ("start", "time", .string("1899-12-31T00:00:00Z")),
            ("end", "time", .string("2027-05-08T08:00:00Z")), ("end", "time", .string("2200-01-01T00:00:00Z")),
            ("source", "source", .string("")), ("source", "source", .string("a\nb")),
            ("source", "source", .string(String(repeating: "é", count: 101))), ("device", "device", .string("")),
            ("device", "device", .number(6)), ("zone", "zone", .string(String(repeating: "z", count: 65))),
        ])
    func broken(_ member: String, _ code: String, _ value: JSONValue?) async throws {
        try await StoreUnderTest.memory.withSamples { phone in
            let good = SampleBodies.sample(minute: 3)
            let answer = try await phone.upload([
                SampleBodies.sample(with: [member: value]), good, .string("no sample"),
            ])
            let json = try JSONValue(parsing: answer.text)
            expect(answer.counts, equals: "received 3 rejected 2 stored 1")
            expect(json["rejected"]?.array?.map { $0["code"]?.string }, equals: [code, "id"])
            expect(json["rejected"]?.array?.first?["index"], equals: .number(0))
            try await expect(phone.ids().map(\.lowercased), equals: [good["id"]?.string ?? ""])
        }
    }

    @Test("A number that JSON doesn't have costs its sample, and not the request")
    func notANumber() async throws {
        try await with { server in
            let text = String(
                decoding: SampleBodies.samples([SampleBodies.sample(), SampleBodies.sample()]), as: UTF8.self)
            for number in ["NaN", "-Infinity", "Infinity"] {
                let first = try #require(text.firstRange(of: "12.5"))
                var body = text.replacingCharacters(in: first, with: number)
                body = body.replacingOccurrences(of: "Apple Watch", with: #"NaN \"Infinity\\"#)
                body = body.replacing(/"uploadRequestId":"[^"]*"/, with: #""uploadRequestId":"\#(UUID().lowercased)""#)
                let response = try await server.send("POST", Self.path, body: Array(body.utf8))
                let json = try #require(response.json)
                expect(json["rejected"]?.array?.map { $0["code"]?.string }, equals: ["value"], "\(response.text)")
                expect(json["rejected"]?.array?.count, equals: 1)
            }
            let page = try await server.send("GET", Self.path + "?type=BASAL_ENERGY")
            expect(page.json?["samples"]?.array?.first?["source"]?.string, equals: #"NaN "Infinity\"#)
        }
    }

    @Test("A request that is malformed or too large is refused as a whole, before anything is stored")
    func refused() async throws {
        try await with { server in
            let id = UUID().lowercased
            let bodies: [(String, Int, String)] = [
                ("", 400, "malformed_json"), ("{}", 400, "bad_shape"), ("[]", 400, "bad_shape"),
                (#"{"uploadRequestId":"x","samples":[{}]}"#, 400, "bad_shape"),
                (#"{"uploadRequestId":"\#(id)","samples":[]}"#, 400, "bad_shape"),
                (#"{"uploadRequestId":"\#(id)","samples":{}}"#, 400, "bad_shape"),
                (#"{"uploadRequestId":"\#(id)","samples":[NaN"#, 400, "malformed_json"),
            ]
            for (body, status, code) in bodies {
                let response = try await server.send("POST", Self.path, body: Array(body.utf8))
                expect(response.status == status && response.code == code, "\(body): \(response.text)")
            }
            let ids = #"{"uploadRequestId":"\#(id)","deletions":["\#(id)","x"]}"#
            let response = try await server.send("POST", Self.path + "/deletions", body: Array(ids.utf8))
            expect(response.status == 400 && response.json?["path"]?.string == "deletions[1]")

            let one = SampleBodies.sample()
            for count in [5_001, 60_000] {
                let many = SampleBodies.samples(Array(repeating: count > 6_000 ? .null : one, count: count))
                let response = try await server.send("POST", Self.path, body: many)
                expect(response.status == 413 && response.code == "too_large", "\(count): \(response.text.prefix(200))")
            }
            let long = Array(repeating: UInt8(ascii: " "), count: SampleLimits.bodySizeBytes + 1)
            try await expect(server.send("POST", Self.path, body: long).code, equals: "too_large")
            let deletions = SampleBodies.deletions((0..<5_001).map { _ in UUID() })
            try await expect(server.send("POST", Self.path + "/deletions", body: deletions).status, equals: 413)
            for query in [
                "", "?type=", "?type=A&type=B", "?type=A&limit=0", "?type=A&limit=5001", "?type=A&limit=x",
                "?type=A&from=today", "?type=A&to=1", "?type=A&after=5", "?type=A&after=5.x", "?type=A&after=.\(id)",
                "?type=" + String(repeating: "A", count: 65),
            ] {
                let response = try await server.send("GET", Self.path + query)
                expect(response.status == 400 && response.code == "bad_parameter", "\(query): \(response.text)")
            }
            try await expect(server.send("GET", "/health/summary").text, equals: #"{"types":[]}"#)
            let full = SampleBodies.samples((0..<5_000).map { SampleBodies.sample(minute: Int64($0)) })
            let taken = try await server.send("POST", Self.path, body: full)
            expect(taken.status, equals: 200)
            expect(SampleBodies.counts(try #require(taken.json)), equals: "received 5000 stored 5000")
        }
    }

    @Test("The token decides whose samples they are, and a receipt of another log is refused")
    func callers() async throws {
        try await with { server in
            let other = "another-token"
            _ = try await server.store.addUser(token: other)
            let body = SampleBodies.samples([SampleBodies.sample()])
            let stored = try await server.send("POST", Self.path, body: body)
            let (receipt, account) = (try #require(stored["vitals-receipt"]), try #require(stored["vitals-account"]))
            for path in ["/health/summary", Self.path + "?type=BASAL_ENERGY"] {
                try await expect(server.send("GET", path, token: nil).status, equals: 401)
                let foreign = try await server.send("GET", path, token: other)
                expect(foreign.status == 200 && !foreign.text.contains("Apple Watch"))
                let claimed = try await server.send("GET", path, token: other, headers: [("Vitals-Account", account)])
                expect(claimed.status == 409 && claimed.code == "wrong_account")
            }
            for (path, body) in [(Self.path, body), (Self.path + "/deletions", SampleBodies.deletions([UUID()]))] {
                try await expect(server.send("POST", path, token: nil, body: body).status, equals: 401)
                for (token, receipt, code) in [
                    (other, receipt, "history_lost"), (DevelopmentUser.token, "1.0000000000000000", "history_lost"),
                    (DevelopmentUser.token, "x", "bad_header"),
                ] {
                    let response = try await server.send(
                        "POST", path, token: token, headers: [("Vitals-Receipt", receipt)], body: body)
                    expect(response.code, equals: code)
                }
            }
            try await expect(server.send("GET", "/health/summary", token: other).text, equals: #"{"types":[]}"#)
            try await expect(server.send("PUT", Self.path, body: body).status, equals: 405)
        }
    }

    @Test("Without its tables the feature is off, and there's no such path", arguments: StoreUnderTest.databases)
    func off(_ kind: StoreUnderTest) async throws {
        for hasSamples in [false, true] {
            try await with(kind, hasSamples: hasSamples) { server in
                try await expect(server.send("GET", "/health/summary").status, equals: hasSamples ? 200 : 404)
                let names = try await server.pull()["vitals-features"]
                expect(names, equals: hasSamples ? "base,entities,workouts" : "base,entities")
            }
        }
    }

    @Test("A user with samples isn't empty, and a deleted one's samples are gone", arguments: StoreUnderTest.databases)
    func deletedUser(_ kind: StoreUnderTest) async throws {
        try await kind.withSamples { phone in
            let (other, sync) = (try await phone.another(), try #require(phone.sync))
            try await other.upload([SampleBodies.sample()])
            try await other.delete([UUID()])
            await #expect(throws: SyncStoreError.hasRecords) {
                _ = try await sync.deleteUser(other.user, ifEmpty: true)
            }
            try await expect(sync.deleteUser(other.user))
            await expectError(401, "unauthorized") { try await other.upload([SampleBodies.sample()]) }
            try await expect(other.store.samplesByID(user: other.user, after: nil, limit: 9), equals: [])
            try await expect(other.store.deletedSamples(user: other.user, after: nil, limit: 9), equals: [])
        }
    }

    @Test(
        "A user with more samples than one statement deletes is gone with all of them, and no other's goes",
        .enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)"))
    func deletesInPieces() async throws {
        try await withPostgresStore(hasEntities: true, hasSamples: true) { store, url in
            let (user, other) = (
                try await store.addUser(token: "many-tokens"), try await store.addUser(token: "few-tokens")
            )
            for (user, count) in [(user, 120_001), (other, 60_000)] {
                try PostgresTestDatabase.execute(
                    """
                    INSERT INTO samples (user_id, id, type, value, unit, started_at, ended_at, source)
                    SELECT '\(user.lowercased)', gen_random_uuid(), 'BASAL_ENERGY', 1, 'kcal', '2026-05-06T07:00:00Z',
                        '2026-05-06T07:01:00Z', 'Apple Watch'
                    FROM generate_series(1, \(count))
                    """, at: url)
            }
            try await expect(store.deleteUser(user))
            let left = try PostgresTestDatabase.execute("SELECT count(*)::text FROM samples", at: url)
            expect(left.compactMap { $0 }, equals: ["60000"])
            try await expect(store.sampleSummary(user: other).map(\.count), equals: [60_000])
        }
    }

    @Test("`user export` writes samples page by page, and the ids of deleted ones", arguments: StoreUnderTest.databases)
    func export(_ kind: StoreUnderTest) async throws {
        // An export asks every table.
        try await kind.withDatabase(nil) { database in
            let sync = try await database.open()
            let phone = SampleFixture(store: sync, user: DevelopmentUser.id, sync: sync)
            func export() async throws -> JSONValue {
                var text = ""
                try await PersonExport(store: sync, user: phone.user, features: [.entities, .workouts]).write {
                    text += $0
                }
                return try JSONValue(parsing: text)
            }
            let empty = try await export()
            expect(empty["samples"] == nil && empty["deletedSamples"] == nil)
            let gone = UUID()
            for part in 0..<2 {
                try await phone.upload((0..<4_000).map { SampleBodies.sample(minute: Int64($0 + part * 4_000)) })
            }
            try await phone.delete([gone])
            try await phone.another().upload([SampleBodies.sample()])
            let full = try await export()
            let samples = try #require(full["samples"]?.array)
            expect(samples.count == 8_000 && Set(samples.compactMap { $0["id"]?.string }).count == 8_000)
            try expect(Sample(json: samples[0]).source, equals: "Apple Watch")
            expect(full["deletedSamples"], equals: .array([.string(gone.lowercased)]))
            try await sync.close()
        }
    }
}
