import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServerEntities

@testable import VitalsServer

/// The routes below `/entities` over HTTP, on real databases.
@Suite("The routes below /entities") struct EntityRoutesTests {
    private func with(
        _ kind: StoreUnderTest = .sqlite, hasTables: Bool = true,
        change: @escaping @Sendable (inout HTTPConfiguration) -> Void = { _ in },
        body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await kind.withStore(hasEntities: hasTables) { store in
            try await TestServer.with(
                LiveSyncStore(store),
                {
                    $0.components.features = [.live, .entities]
                    $0.components.addEntities()
                    $0.components.addLive(heartbeatSeconds: 3600)
                    change(&$0)
                }, body: body)
        }
    }

    private static let types = "goal,group,note,reminder,tag,workout"

    @Test(
        "Commands are pushed, changes are read page by page, an entity by its id", arguments: StoreUnderTest.databases)
    func travels(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            let empty = try await server.send("GET", "/entities/changes?cursor=tag:0")
            expect(empty.text, equals: #"{"cursor":"tag:0","entities":[],"more":false}"#)
            expect(empty["vitals-receipt"] == nil && empty["etag"] == nil && empty["vitals-entity-types"] == Self.types)

            let (tag, twin) = (UUID(), UUID())
            let pushed = try await server.commands(
                .create("tag", tag, ["name": .text("Morning")]), .create("tag", twin, ["name": .text("morning")]))
            expect(pushed.status == 200 && pushed["vitals-entity-types"] == Self.types, "\(pushed.text)")
            let results = try #require(pushed.json?["results"]?.array).map { try EntityResult(json: $0) }
            expect(results.map(\.id) == [tag, tag] && results.map(\.seq) == [1, 2])
            expect(results[0].entity == nil && results[1].entity?.seq == 2)
            let receipt = try #require(pushed["vitals-receipt"])
            expect(receipt.hasPrefix("2.") && pushed["vitals-account"] != nil)

            let page = try await server.send("GET", "/entities/changes?cursor=tag:0,group:7&limit=1")
            let rows = try #require(page.json?["entities"]?.array).map { try EntityRow(json: $0) }
            expect(rows.map(\.id) == [tag] && page.json?["more"] == .bool(false))
            expect(page.json?["cursor"]?.string, equals: "group:7,tag:2")
            expect(page["vitals-receipt"] == receipt && page["etag"] == "\"\(receipt)\"")

            for (id, status) in [(tag, 200), (twin, 200), (UUID(), 404)] {
                let response = try await server.send("GET", "/entities/tag/\(id.lowercased)")
                expect(response.status == status && response["vitals-entity-types"] == Self.types)
                if status == 200 {
                    expect(response.json == rows[0].json.canonical && response["vitals-receipt"] == receipt)
                }
            }
            for path in ["/entities/group/\(tag.lowercased)", "/entities/tag/x", "/entities/e%CC%81/\(tag.lowercased)"]
            {
                try await expect(server.send("GET", path).status, equals: 404)
            }
        }
    }

    @Test("An unchanged log is a 304, and the receipt is checked before it")
    func notModified() async throws {
        try await with { server in
            let receipt = try #require(
                try await server.commands(.create("tag", ["name": .text("a")]))["vitals-receipt"])
            func get(_ tag: String, _ receipt: String?) async throws -> RawResponse {
                let headers = [("If-None-Match", tag)] + (receipt.map { [("Vitals-Receipt", $0)] } ?? [])
                return try await server.send("GET", "/entities/changes?cursor=tag:1", headers: headers)
            }
            for tag in ["\"\(receipt)\"", "W/\"\(receipt)\"", "\"x\", \"\(receipt)\""] {
                let response = try await get(tag, receipt)
                expect(response.status == 304 && response.body.isEmpty && response["etag"] == "\"\(receipt)\"")
                expect(response["vitals-entity-types"], equals: Self.types)
            }
            try await expect(get("\"1.0000000000000000\"", nil).status, equals: 200)
            try await expect(get(receipt, nil).status, equals: 200)
            let lost = try await get("\"\(receipt)\"", "1.0000000000000000")
            expect(lost.status == 409 && lost.code == "history_lost" && lost["vitals-entity-types"] == Self.types)
        }
    }

    @Test("A request that is malformed performs nothing, and the problem names the place")
    func malformed() async throws {
        try await with { server in
            let good = EntityCommand.create("tag", ["name": .text("a")]).json
            func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
                guard case .object(let members) = good else { return good }
                let rest = members.filter { $0.name != name }
                return .object(rest + (value.map { [.init(name, $0)] } ?? []))
            }
            let cases: [(JSONValue, String, String)] = [
                (changed("op", .text("upsert")), "malformed", "commands[1].op"),
                (
                    changed("op", .text("create" + String(repeating: "\u{301}", count: 40_000))), "malformed",
                    "commands[1].op"
                ),
                (changed("requestId", .text("")), "malformed", "commands[1].requestId"),
                (changed("requestId", .text(String(repeating: "a", count: 65))), "malformed", "commands[1].requestId"),
                (changed("requestId", .text("é")), "malformed", "commands[1].requestId"),
                (changed("type", .text("a/b")), "malformed", "commands[1].type"),
                (changed("id", .text("9f1c")), "malformed", "commands[1].id"),
                (changed("updatedAt", .text("today")), "malformed", "commands[1].updatedAt"),
                (changed("fields", .array([])), "malformed", "commands[1].fields"),
                (changed("fields", .object([.init("name", .text("a"))])), "malformed", "commands[1].fields.name"),
                (changed("payloadHash", nil), "malformed", "commands[1].payloadHash"),
                (changed("payloadHash", .text("0000000000000000")), "bad_hash", "commands[1].payloadHash"),
                (
                    changed("fields", .object([.init("name", .object([.init("to", .text("b"))]))])), "bad_hash",
                    "commands[1].payloadHash"
                ),
                (.null, "malformed", "commands[1]"),
            ]
            for (command, code, path) in cases {
                let body = JSONValue.object([.init("commands", .array([good, command]))])
                let response = try await server.entities("push", body)
                expect(response.status == 400 && response.code == code, "\(path): \(response.text)")
                expect(response.json?["path"]?.string, equals: path)
                expect(response["vitals-entity-types"], equals: Self.types)
            }
            for body in [
                "", "x", "[]", "{}", #"{"commands":{}}"#, #"{"commands":[],"syncOperationId":5}"#, #"{"a":1,"a":2}"#,
            ] {
                let response = try await server.send("POST", "/entities/push", body: Array(body.utf8))
                expect(response.status == 400 && response.code == "malformed", "\(body): \(response.text)")
            }
            for query in [
                "", "?cursor=", "?cursor=tag", "?cursor=tag:", "?cursor=tag:-1", "?cursor=tag:1.5", "?cursor=tag:1,",
                "?cursor=tag:1,tag:2",
                "?cursor=tag:9223372036854775808", "?cursor=tag:1&cursor=tag:1", "?cursor=tag:1&limit=0",
                "?cursor=tag:1&limit=1001", "?cursor=tag:1&limit=x", "?cursor=tag:1&limit=1&limit=1",
                "?cursor=e%CC%81:0",
            ] {
                let response = try await server.send("GET", "/entities/changes\(query)")
                expect(response.status == 400 && response.code == "malformed", "\(query): \(response.text)")
            }
            let unknown = try await server.send("GET", "/entities/changes?cursor=tag:1,spaceship:0")
            expect(
                unknown.status == 400 && unknown.code == "unknown_type" && unknown["vitals-entity-types"] == Self.types)
            let page = try await server.send("GET", "/entities/changes?cursor=tag:0")
            expect(page["vitals-receipt"] == nil, "something was performed")
        }
    }

    @Test("Headers are checked as in part one: token, account, receipt")
    func headers() async throws {
        try await with { server in
            let body = JSONValue.object([
                .init("commands", .array([EntityCommand.create("tag", ["name": .text("a")]).json]))
            ])
            for path in ["push", "restate"] {
                let anonymous = try await server.send(
                    "POST", "/entities/\(path)", token: "wrong", body: Array(CanonicalJSON.text(body).utf8))
                expect(anonymous.status == 401 && anonymous["vitals-entity-types"] == nil)
            }
            let wrong = try await server.entities("push", body, [("Vitals-Account", String(repeating: "0", count: 32))])
            expect(wrong.status == 409 && wrong.code == "wrong_account")
            let bad = try await server.entities("push", body, [("Vitals-Receipt", "1.xyz")])
            expect(bad.status == 400 && bad.code == "bad_header")
            let lost = try await server.entities("push", body, [("Vitals-Receipt", "1.0123456789abcdef")])
            expect(lost.status == 409 && lost.code == "history_lost" && lost["vitals-receipt"] == nil)
            let account = try #require(lost["vitals-account"])
            let right = try await server.entities("push", body, [("Vitals-Account", account)])
            expect(right.status, equals: 200)
            let receipt = try #require(right["vitals-receipt"])
            let next = try await server.entities("push", body, [("Vitals-Receipt", receipt)])
            expect(
                next.status == 200 && next["vitals-receipt"] == receipt && next.text == right.text, "the same request")
            try await expect(server.send("GET", "/entities/push").status, equals: 405)
            try await expect(server.send("DELETE", "/entities/tag/\(UUID().lowercased)").status, equals: 405)
        }
    }

    @Test("What is too large is a 413, and performs nothing")
    func tooLarge() async throws {
        try await with { server in
            func push(_ count: Int, _ values: [String: JSONValue]) async throws -> RawResponse {
                let commands = (0..<count).map {
                    EntityCommand.create("tag", values.merging(["name": .text("n\($0)")]) { $1 }).json
                }
                return try await server.entities("push", .object([.init("commands", .array(commands))]))
            }
            try await expect(push(500, [:]).status, equals: 200)
            try await expect(push(501, [:]).code, equals: "too_large")
            try await expect(push(1, ["blob": .text(String(repeating: "x", count: 1 << 20))]).code, equals: "too_large")
            try await expect(
                push(1, ["blob": .array(Array(repeating: .array([]), count: 220_000))]).code, equals: "too_large")
            let rows = (0..<1001).map { _ in EntityRow(id: UUID(), type: "tag", version: 1, isDeleted: true).json }
            let restated = try await server.entities("restate", .object([.init("entities", .array(rows))]))
            expect(restated.status == 413 && restated.code == "too_large")
            let fits = try await server.entities(
                "restate", .object([.init("entities", .array(Array(rows.dropLast())))]))
            expect(fits.status, equals: 200)
            func aliases(_ count: Int) -> JSONValue {
                let tag = JSONValue.id(UUID())
                return .object([
                    .init("entities", .array([])),
                    .init("aliases", .object((0..<count).map { _ in .init(UUID().lowercased, tag) })),
                ])
            }
            try await expect(server.entities("restate", aliases(50_000)).status, equals: 200)
            try await expect(server.entities("restate", aliases(50_001)).code, equals: "too_large")
            // The same 5 MiB that a push of measurements may have.
            let bytes = [UInt8](repeating: 32, count: 5 << 20)
            try await expect(server.send("POST", "/entities/restate", body: bytes).code, equals: "too_large")
        }
    }

    @Test("A request id with other content is a 422 that names the command")
    func reused() async throws {
        try await with { server in
            try await server.commands(.create("tag", requestID: "r", ["name": .text("a")]))
            let response = try await server.commands(
                .create("tag", ["name": .text("b")]), .create("tag", requestID: "r", ["name": .text("c")]))
            expect(response.status == 422 && response.code == "request_reused")
            expect(response.json?["path"]?.string, equals: "commands[1].requestId")
            let page = try await server.send("GET", "/entities/changes?cursor=tag:0")
            expect(page.json?["entities"]?.array?.count, equals: 1)
        }
    }

    @Test("Names of a megabyte and of 40,000 accents cost no time", .timeLimit(.minutes(1)))
    func hostileNames() async throws {
        try await with { server in
            let accents = "a" + (0..<40_000).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }.joined()
            let tag = UUID()
            try await server.commands(.create("tag", tag, ["name": .text("a")]))
            let start = ContinuousClock.now
            for name in [
                String(repeating: "x", count: 900_000), accents, String(repeating: "\u{FDFA}", count: 200),
                String(repeating: " ", count: 200),
            ] {
                let response = try await server.commands(
                    .create("tag", ["name": .text(name)]), .update("tag", tag, ["name": (.text(name), .text("b"))]),
                    .update("tag", tag, ["name": (.null, .text(name))]),
                    .create("note", ["title": .text("t"), "tags": .array([.text(name)])]),
                    .create("tag", ["name": .text("u"), "x": .object([.init(name, .text(name))])]))
                expect(response.status == 200 || response.status == 413, "\(response.text.prefix(300))")
                // The name of a field that nobody could have.
                let fields = JSONValue.object([.init(name, .object([.init("to", .text(name))]))])
                let command = EntityCommand(.create, type: "tag", id: UUID(), updatedAt: .min, fields: fields)
                let refused = try await server.commands(command)
                expect(
                    refused.status == 200 && refused.text.contains("\"invalid\"") || refused.status == 413,
                    "\(refused.text.prefix(300))")
                let header = try await server.send(
                    "GET", "/entities/changes?cursor=tag:0", headers: [("If-None-Match", "\"x\"")])
                expect(header.status, equals: 200)
            }
            expect(ContinuousClock.now - start < .seconds(20), "\(ContinuousClock.now - start)")
        }
    }

    @Test("Restated entities come back, and each part's receipt covers it", arguments: StoreUnderTest.databases)
    func restates(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            func row(_ type: String, _ id: UUID, _ fields: [String: JSONValue]) -> EntityRow {
                var row = EntityRow(id: id, type: type, version: 3, seq: 40)
                for (name, value) in fields { row.set(name, to: value, stamp: 2) }
                return row
            }
            let (tag, twin, group, gone, reminder, orphan) = (UUID(), UUID(), UUID(), UUID(), UUID(), UUID())
            try await server.commands(.create("tag", tag, ["name": .text("Morning")]))
            let replaced = UUID()
            let part = JSONValue.object([
                .init(
                    "entities",
                    .array([
                        row("reminder", reminder, ["title": .text("R"), "group": .id(group), "tags": .ids(twin)]).json,
                        row("reminder", orphan, ["title": .text("O"), "group": .id(UUID())]).json,
                        row("tag", twin, ["name": .text("MORNING"), "colour": .text("red")]).json,
                        row("group", group, ["name": .text("G")]).json,
                        EntityRow(id: gone, type: "note", version: 5, seq: 9, isDeleted: true).json,
                    ])), .init("aliases", .object([.init(replaced.lowercased, .id(group))])),
            ])
            let response = try await server.entities("restate", part)
            expect(response.status, equals: 200, "\(response.text)")
            expect(response.json?["unplaced"], equals: .array([.id(orphan)]))
            let survivor = try EntityRow(json: try #require(response.json?["replaced"]?[twin.lowercased]))
            expect(survivor.id == tag && survivor.value("colour") == .text("red"))
            let page = try await server.send("GET", "/entities/changes?cursor=tag:0,group:0,reminder:0,note:0")
            let rows = try #require(page.json?["entities"]?.array).map { try EntityRow(json: $0) }
            let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
            expect(Set(byID.keys), equals: [tag, group, gone, reminder])
            expect(byID[reminder]?.fields["tags"] == .ids(tag) && byID[reminder]?.stamps["title"] == 2)
            expect(byID[gone]?.isDeleted == true && byID[gone]?.version == 6)
            try await expect(server.send("GET", "/entities/group/\(replaced.lowercased)").status, equals: 200)
            expect(page["vitals-receipt"], equals: response["vitals-receipt"])

            // A second phone knows an older and a newer field, and says the rest again.
            var other = row("reminder", reminder, ["title": .text("Older"), "group": .id(group)])
            other.set("title", to: .text("Older"), stamp: 1)
            other.set("body", to: .text("newer"), stamp: 7)
            other.version = 9
            let again = try await server.entities(
                "restate", .object([.init("entities", .array([other.json]))]),
                [("Vitals-Receipt", response["vitals-receipt"]!)])
            expect(again.json?["replaced"] == .object([]) && again.json?["unplaced"] == .array([]))
            let merged = try EntityRow(
                json: try #require(try await server.send("GET", "/entities/reminder/\(reminder.lowercased)").json))
            expect(
                merged.value("title") == .text("R") && merged.value("body") == .text("newer") && merged.version == 10)

            for (body, code, path) in [
                (#"{"entities":[{}]}"#, "malformed", "entities[0].id"), (#"{"entities":{}}"#, "malformed", "entities"),
                (#"{"entities":[],"aliases":[]}"#, "malformed", "aliases"),
                (#"{"entities":[],"aliases":{"x":"y"}}"#, "malformed", "aliases"),
                (
                    #"{"entities":[{"id":"\#(tag.lowercased)","type":"spaceship","version":1,"seq":1,"deleted":true}]}"#,
                    "unknown_type", "entities[0].type"
                ),
                (
                    #"{"entities":[{"id":"\#(tag.lowercased)","type":"tag","version":0,"seq":1}]}"#, "malformed",
                    "entities[0].version"
                ),
            ] {
                let response = try await server.send("POST", "/entities/restate", body: Array(body.utf8))
                expect(
                    response.status == 400 && response.code == code && response.json?["path"]?.string == path,
                    "\(response.text)")
            }
        }
    }

    @Test("A restated key that no map may have is refused, and pages go on", arguments: StoreUnderTest.databases)
    func impossibleKeys(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            let (group, note) = (UUID(), UUID())
            try await server.commands(.create("group", group, ["name": .text("G")]))
            func restate(_ type: String, _ fields: String, _ stamps: String) async throws -> RawResponse {
                let row = #"{"id":"\#(note.lowercased)","type":"\#(type)","version":1,"seq":1"#
                let body = #"{"entities":[\#(row),"fields":{\#(fields)},"stamps":{\#(stamps)}}]}"#
                return try await server.send("POST", "/entities/restate", body: Array(body.utf8))
            }
            let reminder = #""title":"R","group":"\#(group.lowercased)","#
            for key in ["a b", "", "é", String(repeating: "ü", count: 300), String(repeating: "x", count: 101)] {
                let cases = [
                    ("note", #""title":"N","new":{"\#(key)":1}"#, #""new":{}"#, "fields.new"),
                    ("note", #""title":"N","new":{"\#(key)":null}"#, #""new":{}"#, "fields.new"),
                    ("note", #""title":"N""#, #""new":{"\#(key)":1}"#, "stamps.new"),
                    (
                        "reminder", reminder + #""occurrences":{"\#(key)":1}"#, #""occurrences":{}"#,
                        "fields.occurrences"
                    ),
                ]
                for (type, fields, stamps, path) in cases {
                    let response = try await restate(type, fields, stamps)
                    expect(response.status == 400 && response.code == "malformed", "\(response.text)")
                    expect(response.json?["path"]?.string, equals: "entities[0].\(path)")
                }
            }
            let page = try await server.send("GET", "/entities/changes?cursor=group:0,note:0,reminder:0")
            expect(page.status == 200 && page.json?["entities"]?.array?.count == 1, "\(page.text)")
            let fine = try await restate("note", #""title":"N","new":{"a.b~":1}"#, #""new":{}"#)
            expect(fine.status, equals: 200, "\(fine.text)")
        }
    }

    @Test(
        "A restated version leaves room for edits, and what they lead to can be restated",
        arguments: StoreUnderTest.databases)
    func greatVersions(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            func restate(_ id: UUID, version: Int64, stamp: Int64) async throws -> RawResponse {
                var row = EntityRow(id: id, type: "note", version: version)
                row.set("title", to: .text("N"), stamp: stamp)
                row.set("x.key", to: .text("N"), stamp: stamp)
                return try await server.entities("restate", .object([.init("entities", .array([row.json]))]))
            }
            let greatest: Int64 = 1 << 52
            for (version, stamp, path) in [
                (greatest + 1, 1, "version"), (9_007_199_254_740_991, 1, "version"), (1, greatest + 1, "stamps."),
            ] as [(Int64, Int64, String)] {
                let response = try await restate(UUID(), version: version, stamp: stamp)
                expect(response.status == 400 && response.code == "malformed", "\(response.text)")
                expect(response.json?["path"]?.string?.hasPrefix("entities[0].\(path)") == true, "\(response.text)")
            }
            let (note, gone) = (UUID(), UUID())
            for _ in 0..<3 { try await expect(restate(note, version: greatest, stamp: greatest).status, equals: 200) }
            let tombstone = EntityRow(id: gone, type: "note", version: greatest, isDeleted: true).json
            try await expect(
                server.entities("restate", .object([.init("entities", .array([tombstone]))])).status, equals: 200)
            for (before, after) in [("N", "O"), ("O", "P")] {
                let edit = EntityCommand.update("note", note, ["title": (.text(before), .text(after))])
                let pushed = try await server.commands(edit)
                expect(pushed.status == 200 && pushed.text.contains("applied"), "\(pushed.text)")
            }
            let page = try await server.send("GET", "/entities/changes?cursor=note:0")
            let rows = try #require(page.json?["entities"])
            try await expect(server.entities("restate", .object([.init("entities", rows)])).status, equals: 200)
        }
    }

    @Test(
        "A broken constraint is a 500, so that a phone sets the one command aside", arguments: StoreUnderTest.databases)
    func constraint(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            let note = UUID()
            try await server.commands(.create("note", note, ["title": .text("N")]))
            let sql = "UPDATE entities SET version = 9007199254740991"
            if let store = server.store.ability(SQLiteSyncStore.self) {
                try await store.write { try $0.execute(sql: sql) }
            }
            if let store = server.store.ability(PostgresSyncStore.self) {
                try await store.write { _ = try $0.execute(unsafe: sql) }
            }
            let response = try await server.commands(.update("note", note, ["title": (.text("N"), .text("M"))]))
            expect(response.status == 500 && response.code == "internal", "\(response.text)")
            try await expect(server.commands(.create("note", ["title": .text("M")])).status, equals: 200)
        }
    }

    @Test("A stored key that no map may have is left out of the page")
    func storedKeys() async throws {
        try await with { server in
            let note = UUID()
            try await server.commands(.create("note", note, ["title": .text("N")]))
            let sqlite = try #require(server.store.ability(SQLiteSyncStore.self))
            try await sqlite.write {
                try $0.execute(
                    sql: """
                        UPDATE entities SET fields = '{"new":{"a b":1,"c":2},"title":"N"}',
                          stamps = '{"new":{"a b":1,"c":1},"title":1}'
                        """)
            }
            let page = try await server.send("GET", "/entities/changes?cursor=note:0")
            let row = try EntityRow(json: try #require(page.json?["entities"]?.array?.first))
            expect(row.fields, equals: ["title": .text("N"), "new.c": .number(2)])
            let update = EntityCommand.update("note", note, ["title": (.text("N"), .text("M"))])
            try await expect(server.commands(update).status, equals: 200)
        }
    }

    @Test("A map of 300,000 stamps costs no time", .timeLimit(.minutes(1)))
    func manyStamps() async throws {
        try await with { server in
            let stamps = (0..<300_000).map { #""\#($0)":1"# }.joined(separator: ",")
            let row = #"{"id":"\#(UUID().lowercased)","type":"note","version":1,"seq":1"#
            let body = #"{"entities":[\#(row),"fields":{"title":"N"},"stamps":{"new":{\#(stamps)}}}]}"#
            let response = try await server.send("POST", "/entities/restate", body: Array(body.utf8))
            expect(response.status == 200 && response.json?["unplaced"]?.array?.count == 1, "\(response.text)")
        }
    }

    @Test(
        "Each change is an event of its own kind on all streams, and no record is in it",
        arguments: StoreUnderTest.databases)
    func events(_ kind: StoreUnderTest) async throws {
        try await with(kind) { server in
            try await server.commands(.create("tag", ["name": .text("before")]))
            let reader = try await EventReader.open(server)
            let command = EntityCommand.create("tag", ["name": .text("a")])
            try await server.commands(command)
            let event = try #require(try await reader.event())
            expect(event["type"]?.string == "entities.changed" && event["seq"] == .number(2) && event["records"] == nil)
            // A repeat changes nothing, and a measurement has numbers of its own.
            try await server.commands(command)
            _ = try await server.push([.sample()])
            let next = try #require(try await reader.event())
            expect(next["type"]?.string == "measurements.changed" && next["records"]?.array?.count == 1)
            let row = EntityRow(id: UUID(), type: "tag", version: 1, isDeleted: true).json
            _ = try await server.entities("restate", .object([.init("entities", .array([row]))]))
            try await expect(reader.event()?["type"]?.string, equals: "entities.changed")
        }
    }

    @Test("A change is told with the token that pushed, so that Web Push wakes the other devices")
    func wakes() async throws {
        let told = Locked<[RecordsChange]>([])
        struct Listener: ChangeListener {
            let told: Locked<[RecordsChange]>
            func didChange(_ change: RecordsChange) { told.withLock { $0.append(change) } }
        }
        try await with(change: { $0.components.addRequestOrigin() }) { server in
            let feed = try #require(server.store.ability(ChangeFeed.self))
            feed.add(Listener(told: told))
            try await server.commands(.create("tag", ["name": .text("a")]))
            try await server.commands(.delete("tag", UUID()))
            let refused = EntityCommand.update("tag", UUID(), ["name": (.null, .text("b"))])
            try await server.commands(refused)
        }
        let origin = SecretHash(DevelopmentUser.token)
        let expected = [1, 2].map { RecordsChange(user: DevelopmentUser.id, kind: .entities, seq: $0, origin: origin) }
        expect(told.withLock { $0 }, equals: expected)
    }

    @Test("A slow reader gets one event of each kind")
    func coalesces() async throws {
        let mailbox = EventMailbox(token: "t")
        for event in [EventMessage.hint(.entities, 3), .measurements(7), .hint(.entities, 5), .measurements(6)] {
            mailbox.put(event)
        }
        mailbox.putHeartbeat()
        await expect(mailbox.next() == .event(.hint(.entities, 5)))
        await expect(mailbox.next() == .event(.measurements(7)))
        mailbox.put(.hint(.entities, 6))
        mailbox.put(.account)
        mailbox.put(.measurements(8))
        mailbox.end()
        await expect(mailbox.next() == .event(.account))
        await expect(mailbox.next() == .end)
    }

    @Test("Two servers on one database tell each other")
    func otherServer() async throws {
        guard StoreUnderTest.available.contains(.postgres) else { return }
        try await withPostgresStore(hasEntities: true) { _, url in
            let configure: @Sendable (inout HTTPConfiguration) -> Void = {
                $0.components.features = [.live, .entities]
                $0.components.addEntities()
                $0.components.addLive(heartbeatSeconds: 1)
            }
            let (one, two) = (
                try await PostgresSyncStore(url: url, pushHooks: [.entities]),
                try await PostgresSyncStore(url: url, pushHooks: [.entities])
            )
            try await TestServer.with(LiveSyncStore(one), configure) { first in
                try await TestServer.with(LiveSyncStore(two), configure) { second in
                    let reader = try await EventReader.open(second)
                    for number in 1...3 {
                        try await first.commands(.create("tag", ["name": .text("n\(number)")]))
                        let event = try #require(try await reader.event())
                        expect(event["type"]?.string == "entities.changed" && event["seq"] == .number(Double(number)))
                    }
                }
            }
        }
    }

    @Test("Without its tables the feature is off, and its paths are unknown", arguments: StoreUnderTest.databases)
    func off(_ kind: StoreUnderTest) async throws {
        try await with(kind, hasTables: false) { server in
            let response = try await server.send("GET", "/entities/changes?cursor=tag:0")
            expect(response.status == 404 && response["vitals-entity-types"] == nil)
            try await expect(server.pull()["vitals-features"], equals: "base,live")
        }
    }
}

extension TestServer {
    func entities(
        _ route: String, _ body: JSONValue, _ headers: [(String, String)] = []
    ) async throws -> RawResponse {
        try await send("POST", "/entities/\(route)", headers: headers, body: Array(CanonicalJSON.text(body).utf8))
    }

    @discardableResult
    func commands(_ commands: EntityCommand...) async throws -> RawResponse {
        try await entities("push", .object([.init("commands", .array(commands.map(\.json)))]))
    }
}
