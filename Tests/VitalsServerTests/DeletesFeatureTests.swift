import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Tests of the feature `deletes` over HTTP: what it adds to responses, what it refuses, and that without it nothing changes.
@Suite("The feature `deletes` of a server") struct DeletesFeatureTests {
    private let id = UUID(uuidString: "6f1c2a34-0000-4000-8000-000000000001")!

    /// The pushes of a short history: a record, an edit, an edit made apart from it, and a deletion.
    private var pushes: [[UInt8]] {
        let first = record(id)
        let (second, third) = (record(id, value: 71, version: 2), record(id, value: 72, version: 3))
        let stale = record(id, value: 73, version: 2, extra: .deletion)
        return [
            (first, RecordVersion.none), (second, RecordVersion(first)), (third, RecordVersion(first)), (stale, .none),
        ]
        .map { PushBody.bytes(of: [$0], editedFrom: [id: $1]) }
    }

    @Test("With it, responses name what was overwritten", arguments: StoreUnderTest.available)
    func on(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [id, pushes] store in
            try await TestServer.with(store, { $0.components.features = [.deletes] }) { server in
                for body in pushes.prefix(3) {
                    let response = try await server.send("POST", "/sync/push", body: body)
                    expect(response.text.contains(id.uuidString.lowercased()))
                }
                let page = try await server.pull("?cursor=0&limit=10")
                expect(page["vitals-features"], equals: "base,deletes")
                let overwritten = RecordVersion(record(id, value: 71, version: 2))
                expect(
                    page.text.contains(#""overwritten":[{"copies":[{"digest":"\#(overwritten.digest)","version":2}]"#))
                try await expect(!server.pull("?cursor=0").text.contains("overwritten"), "no page, no notes")
                let refused = try await server.send("POST", "/sync/push", body: pushes[3])
                expect(refused.text.contains("deleted_with_content"))
            }
        }
    }

    @Test("Without it, every response is what a server from before deletes sends", arguments: StoreUnderTest.available)
    func off(_ kind: StoreUnderTest) async throws {
        let before = Locked<[String]>([])
        let now = Locked<[String]>([])
        for (log, notes) in [(before, false), (now, true)] {
            try await kind.withStore(notesOverwritten: notes) { [pushes] store in
                try await TestServer.with(store) { server in
                    for body in pushes {
                        let response = try await server.send("POST", "/sync/push", body: body)
                        log.withLock { $0.append(response.comparable) }
                    }
                    for query in ["", "?cursor=0&limit=10", "?cursor=9"] {
                        let response = try await server.pull(query)
                        log.withLock { $0.append(response.comparable) }
                    }
                }
            }
        }
        expect(before.withLock { $0 }, equals: now.withLock { $0 })
        expect(now.withLock { $0 }.allSatisfy { !$0.contains("overwritten") && !$0.contains("deletes") })
    }

    @Test(
        "A push with bases of another shape is refused, and changes nothing",
        arguments: [
            #"[]"#, #"{"ID":3}"#, #"{"ID":{}}"#, #"{"ID":{"version":1}}"#, #"{"ID":{"version":-1}}"#,
            #"{"ID":{"version":1.5,"digest":"0123456789abcdef"}}"#,
            #"{"ID":{"version":1,"digest":"0123456789ABCDEF"}}"#,
            #"{"ID":{"version":9007199254740992,"digest":"0123456789abcdef"}}"#,
        ])
    func badBases(_ bases: String) async throws {
        try await StoreUnderTest.memory.withStore(notesOverwritten: true) { [id] store in
            try await TestServer.with(store, { $0.components.features = [.deletes] }) { server in
                let name = id.uuidString.lowercased()
                let body = #"{"records":[\#(record(id).json)],"bases":\#(bases.replacing("ID", with: name))}"#
                let response = try await server.send("POST", "/sync/push", body: Array(body.utf8))
                expect(response.status == 400 && response.text.contains("bases"))
                try await expect(server.pull().records().isEmpty)
            }
        }
    }

    @Test(
        "Records with another value in `deleted`, taken while the feature was off, lose the member and can be edited",
        arguments: StoreUnderTest.available)
    func otherValuesOfDeleted(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { store in
            let values: [JSONValue] = [
                .bool(false), .string("no"), .number(0), .array([]), .object([.init("a", .null)]),
            ]
            let taken = values.map { value in
                record(extra: UnknownMembers(members: [.init("deleted", value), .init("note", .string("stays"))]))
            }
            let marked = record(value: 70, extra: .deletion)
            // As a server without the feature does.
            _ = try await store.push((taken + [marked]).sortedByID, user: DevelopmentUser.id, receipt: nil)
            try await TestServer.with(store, { $0.components.features = [.deletes] }) { server in
                let held = try await server.pull().records()
                expect(held.count, equals: taken.count + 1)
                for record in held where record.id != marked.id {
                    expect(record.version == 2 && record.extra.text == #"{"note":"stays"}"#, "\(record.json)")
                    var edit = record
                    (edit.version, edit.value) = (3, 80)
                    try await expect(server.push([edit]).texts("acceptedIds"), equals: [edit.id.lowercased])
                }
                let tombstone = try #require(held.first { $0.id == marked.id })
                expect(tombstone.isDeleted && tombstone == tombstone.asDeletion && tombstone.version == 2)
            }
        }
    }

    @Test("Bases of other records are passed over, and too many values are refused before they are read")
    func strangeBases() async throws {
        try await StoreUnderTest.memory.withStore(notesOverwritten: true) { [id] store in
            try await TestServer.with(store, { $0.components.features = [.deletes] }) { server in
                let other = #"{"records":[\#(record(id).json)],"bases":{"not an id":{"version":7},"\#(UUID())":[1]}}"#
                let passedOver = try await server.send("POST", "/sync/push", body: Array(other.utf8))
                expect(passedOver.status, equals: 200)
                let entries = (0..<110_000).map { #""\#($0)":{}"# }.joined(separator: ",")
                let many = #"{"records":[],"bases":{\#(entries)}}"#
                let refused = try await server.send("POST", "/sync/push", body: Array(many.utf8))
                expect(refused.status, equals: 413)
            }
        }
    }

    @Test(
        "A base that names another user's record notes nothing, and shows nothing of it",
        arguments: StoreUnderTest.available)
    func baseOfAnotherUser(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [id] store in
            let other = try await store.addUser(token: "another-token")
            let theirs = record(id, value: 88, version: 3)
            _ = try await store.push([theirs], user: other, receipt: nil)
            try await TestServer.with(store, { $0.components.features = [.deletes] }) { server in
                let mine = record(id, value: 61)
                let body = PushBody.bytes(of: [mine], editedFrom: [id: RecordVersion(theirs)])
                try await expect(server.send("POST", "/sync/push", body: body).status, equals: 200)
                let page = try await server.pull("?cursor=0&limit=10")
                expect(page.records().count == 1 && !page.text.contains("overwritten"))
                expect(page.text.contains("61") && !page.text.contains("88"))
                let kept = try await store.pull(user: other, cursor: 0, through: nil, limit: 10, receipt: nil)
                expect(kept.records, equals: [theirs])
            }
        }
    }

    @Test(
        "Deletions of an unknown kind, and at the end of version and time, come back as sent",
        arguments: StoreUnderTest.available)
    func extremeDeletions(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true) { [id] store in
            try await TestServer.with(store, { $0.components.features = [.deletes] }) { server in
                let last = "9999-12-31T23:59:59.999Z"
                let deletion = #"""
                    {"deleted":true,"id":"\#(id.uuidString.lowercased())","kind":"MOOD","recordedAt":"\#(last)","unit":"x",\#
                    "updatedAt":"\#(last)","value":-1.5,"version":9007199254740991}
                    """#
                let body = Array(#"{"records":[\#(deletion)],"bases":{}}"#.utf8)
                for _ in 0..<2 { try await expect(server.send("POST", "/sync/push", body: body).status, equals: 200) }
                let page = try await server.pull("?cursor=0&limit=10")
                expect(page.records().count == 1 && page.text.contains(#""version":9007199254740991"#), "\(page.text)")
                expect(page.text.contains(#""deleted":true"#) && page.text.contains("MOOD"))
                let full = deletion.replacing(#""value":-1.5"#, with: #""note":"72 kg","value":-1.5"#)
                let refused = try await server.send("POST", "/sync/push", body: Array(#"{"records":[\#(full)]}"#.utf8))
                expect(refused.text.contains("deleted_with_content"))
            }
        }
    }

    @Test(
        "A database without the table has the feature off, and serves all the same",
        .enabled(if: StoreUnderTest.available.contains(.postgres)))
    func withoutTable() async throws {
        try await withPostgresDatabase { url in
            try PostgresTestDatabase.execute(try PostgresTestDatabase.schema(), at: url)
            let store = try await PostgresSyncStore(url: url, pushHooks: [.overwrittenNotes])
            try await TestServer.with(store, { $0.components.features = [.deletes] }) { [pushes] server in
                let response = try await server.send("POST", "/sync/push", body: pushes[0])
                expect(response.status == 200 && response["vitals-features"] == "base")
            }
        }
    }
}

extension RawResponse {
    /// The response without what differs from one to the next.
    var comparable: String {
        let kept = headers.filter { !["date", "x-request-id"].contains($0.name) }.map { header in
            // The receipt's tag is made from the time of writing.
            header.name == "vitals-receipt" ? "\(header.name): \(header.value.prefix { $0 != "." })" : "\(header)"
        }
        return "\(status) \(kept.sorted()) \(text)"
    }
}
