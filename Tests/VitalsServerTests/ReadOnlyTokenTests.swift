import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// What a token that only reads may read, on both databases: everything, or some kinds.
@Suite("A token that only reads") struct ReadOnlyTokenTests {
    @Test(
        "It pulls what the user's own token pulls, and the answer says that it only reads",
        arguments: StoreUnderTest.databases)
    func pulls(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let (token, _) = try await site.lookOn(seconds: 3_600)
            _ = try await site.server.push([record(), record(kind: .steps, value: 7, unit: .count), record()])
            for query in ["", "?cursor=1&limit=1", "?limit=100"] {
                let (own, looked) = (
                    try await site.server.pull(query), try await site.server.pull(query, token: token)
                )
                expect(looked.status == 200 && looked.text == own.text && !looked.records().isEmpty)
                expect(looked["Vitals-Account"] == own["Vitals-Account"] && own["Vitals-Read-Only"] == nil)
                expect(looked["Vitals-Receipt"], equals: own["Vitals-Receipt"])
                expect(looked["Vitals-Read-Only"], equals: #"?1; until="2026-06-20T08:30:00Z""#)
            }
            for path in ["/entities/changes?cursor=note:0", "/health/samples?type=BASAL_ENERGY", "/health/summary"] {
                try await expect(site.server.send("GET", path, token: token).status, equals: 200, "\(path)")
            }
            let used = try await site.database.readOnlyTokens(user: nil)
            expect(used.map(\.lastUsedOn), equals: ["2026-06-20"])
        }
    }

    @Test("It's unknown from the moment at which it ends, and once it's revoked", arguments: StoreUnderTest.databases)
    func ends(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let (short, _) = try await site.lookOn("Coach", seconds: 60)
            let (long, id) = try await site.lookOn("Doctor")
            site.clock.advance(seconds: 59)
            try await expect(site.server.pull(token: short).status, equals: 200)
            site.clock.advance(seconds: 1)
            for path in ["/sync/pull", "/account", "/account/devices"] {
                try await expect(site.server.send("GET", path, token: short).code, equals: "unauthorized")
            }
            try await expect(site.server.push([record()], token: short).code, equals: "unauthorized")
            try await expect(site.server.pull(token: long)["Vitals-Read-Only"], equals: "?1")
            let pairing = try #require(site.server.store.ability((any PairingStore).self))
            try await expect(pairing.deviceTokens(user: nil).map(\.name), equals: ["Coach", "Doctor"])
            try await expect(pairing.revokeDeviceToken(id))
            try await expect(!pairing.revokeDeviceToken(id))
            try await expect(site.server.pull(token: long).code, equals: "unauthorized")
            try await expect(site.server.push([record()], token: long).code, equals: "unauthorized")
        }
    }

    @Test("A server whose feature is off doesn't know it", arguments: StoreUnderTest.databases)
    func off(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind, hasDevices: false) { site in
            let (token, _) = try await site.lookOn()
            try await expect(site.server.pull(token: token).code, equals: "unauthorized")
            try await expect(site.server.push([record()], token: token).code, equals: "unauthorized")
            try await expect(site.server.pull().records(), equals: [])
        }
    }

    @Test(
        "With kinds, a pull has records of these alone, deletions too, and its cursor passes the others",
        arguments: StoreUnderTest.databases)
    func kinds(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let (token, _) = try await site.lookOn(kinds: [.weight, .heartRate])
            let (weight, gone) = (record(), record(value: 80))
            let (steps, goneSteps) = (
                record(kind: .steps, value: 7, unit: .count), record(kind: .steps, value: 8, unit: .count)
            )
            let pulse = record(kind: .heartRate, value: 60, unit: .beatsPerMinute)
            let pushed = [steps, weight, goneSteps, gone, pulse]
            for record in pushed { _ = try await site.server.push([record]) }
            let deletions = [gone, goneSteps].map { record in
                var next = record
                next.version = 2
                return next.asDeletion
            }
            for record in deletions { _ = try await site.server.push([record]) }
            let own = try await site.server.pull()
            for limit in [nil, 1, 2, 3, 100] as [Int?] {
                var (found, cursor, texts): ([UUID], Int64, String) = ([], 0, "")
                while true {
                    let query = "?cursor=\(cursor)" + (limit.map { "&limit=\($0)" } ?? "")
                    let page = try await site.server.pull(query, token: token)
                    expect(page.status == 200 && page.records().count <= limit ?? 100)
                    expect(page["Vitals-Read-Only"], equals: #"?1; kinds="WEIGHT,HEART_RATE""#)
                    expect(page["Vitals-Receipt"], equals: own["Vitals-Receipt"])
                    found += page.records().map(\.id)
                    texts += page.text
                    let next = try #require(page.nextCursor)
                    if page.records().isEmpty || limit == nil {
                        expect(next, equals: own.nextCursor, "the cursor passes what is left out")
                        break
                    }
                    expect(next > cursor)
                    cursor = next
                }
                expect(found, equals: [weight.id, pulse.id, gone.id], "limit \(String(describing: limit))")
                for id in [steps.id, goneSteps.id] { expect(!texts.contains(id.lowercased)) }
            }
        }
    }

    @Test(
        "Among thousands of others a rare kind is found, and a page never has more than was asked for",
        arguments: StoreUnderTest.databases)
    func rare(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let (token, _) = try await site.lookOn(kinds: [.weight])
            func steps(_ count: Int) -> [Vitals.Measurement] {
                (0..<count).map { _ in record(kind: .steps, value: 1, unit: .count) }
            }
            for batch in [steps(500), steps(500), steps(500), [record(), record(), record()], steps(500)] {
                try await expect(site.server.push(batch).status, equals: 200)
            }
            let first = try await site.server.pull("?limit=2", token: token)
            expect(first.records().count == 2, "\(first.records().count)")
            let second = try await site.server.pull("?limit=2&cursor=\(first.nextCursor ?? 0)", token: token)
            expect(second.records().count, equals: 1)
            let last = try await site.server.pull("?limit=2&cursor=\(second.nextCursor ?? 0)", token: token)
            try await expect(last.nextCursor, equals: site.server.pull("?cursor=1").nextCursor)
            expect(last.records(), equals: [])
            try await expect(site.server.pull(token: token).records().count, equals: 3)
        }
    }

    @Test("With kinds it gets no entities, and only samples of these kinds", arguments: StoreUnderTest.databases)
    func samples(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let (token, _) = try await site.lookOn(kinds: [.heartRate])
            for (path, status) in [
                ("/health/samples?type=HEART_RATE", 200), ("/health/samples?type=BASAL_ENERGY", 403),
                ("/health/samples?type=HEART_RATE&type=BASAL_ENERGY", 403), ("/health/samples?type=heart_rate", 403),
                ("/health/samples", 403), ("/health/summary", 403), ("/entities/changes?cursor=note:0", 403),
            ] {
                let answer = try await site.server.send("GET", path, token: token)
                expect(answer.status, equals: status, "\(path)")
                if status == 403 { expect(answer.code, equals: "read_only") }
            }
        }
    }

    @Test(
        "Its events are those of the user; with kinds they say only that something changed",
        arguments: StoreUnderTest.databases)
    func events(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let (whole, wholeID) = try await site.lookOn("Whole")
            let (some, _) = try await site.lookOn("Some", kinds: [.weight])
            let (all, hints) = (
                try await EventReader.open(site.server, token: whole),
                try await EventReader.open(site.server, token: some)
            )
            let steps = record(kind: .steps, value: 7, unit: .count)
            _ = try await site.server.push([steps])
            try await expect(all.event()?["records"]?.array?.count, equals: 1)
            let hint = try #require(try await hints.event())
            expect(
                hint["records"] == nil && hint["overwritten"] == nil && hint["type"]?.string == "measurements.changed")
            _ = try await site.server.push([record()])
            try await expect(all.event() != nil)
            try expect(#require(try await hints.event())["records"] == nil, "nor those of its own kinds")
            let pairing = try #require(site.server.store.ability((any PairingStore).self))
            _ = try await pairing.revokeDeviceToken(wholeID)
            _ = try await site.server.push([record()])
            let last = try #require(try await all.event())
            expect(last["type"]?.string == "account.changed" && last["records"] == nil)
            try await expect(all.event() == nil)
            try await expect(hints.event() != nil, "the other one stays open")
        }
    }

    @Test("A stream ends with a sign of life once its token has expired")
    func streamExpires() async throws {
        try await DevicesServer.with(.sqlite, heartbeatSeconds: 0.05) { site in
            let (token, _) = try await site.lookOn(seconds: 60)
            let reader = try await EventReader.open(site.server, token: token)
            try await expect(reader.next(), equals: ": still here")
            site.clock.advance(seconds: 60)
            try await expect(reader.event()?["type"]?.string, equals: "account.changed")
            try await expect(reader.event() == nil)
        }
    }

    @Test(
        "Neither the token nor a hash of it is in an export, and it goes with its user",
        arguments: StoreUnderTest.databases)
    func exported(_ kind: StoreUnderTest) async throws {
        try await DevicesServer.with(kind) { site in
            let user = try await site.server.store.addUser(token: "another-token")
            let (token, id) = try await site.lookOn(user: user, seconds: 60, kinds: [.weight])
            try await site.lookOn("of another")
            let text = Locked("")
            try await PersonExport(store: site.server.store, user: user, features: [.devices]).write { piece in
                text.withLock { $0 += piece }
            }
            let printed = text.withLock { $0 }
            let devices = try #require(try JSONValue(parsing: printed)["devices"]?.array)
            expect(devices.count == 1 && devices[0]["id"]?.string == id.lowercased, "\(printed)")
            expect(devices[0]["readOnly"] == .bool(true) && devices[0]["kinds"] == .array([.string("WEIGHT")]))
            expect(devices[0]["expiresAt"]?.string, equals: "2026-06-20T07:31:00Z")
            expect(!printed.contains(token) && printed.firstMatch(of: /[0-9a-f]{64}/) == nil)
            try await expect(site.server.store.deleteUser(user, ifEmpty: true), "a token is no record")
            try await expect(site.database.readOnlyTokens(user: nil).map(\.name), equals: ["of another"])
            try await expect(site.server.pull(token: token).status, equals: 401)
        }
    }
}
