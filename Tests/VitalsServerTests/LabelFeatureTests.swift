import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

/// Symptoms and labels over HTTP: what the feature `nl-logging` takes, and that without it nothing changes.
@Suite("The feature `nl-logging` of a server: symptoms and labels") struct LabelFeatureTests {
    private static let id = UUID(uuidString: "6f1c2a34-0000-4000-8000-000000000001")!

    private static func symptom(_ extra: String, value: Double = 4, version: Int64 = 1) -> Vitals.Measurement {
        .sample(id: id, kind: .symptom, value: value, unit: .count, version: version, extra: extra)
    }

    @Test(
        "A symptom is stored with its label, and an edit that keeps the members keeps it",
        arguments: StoreUnderTest.available)
    func stores(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(hasLabels: true) { store in
            try await TestServer.with(store, { $0.components.features = [.phrases] }) { server in
                let first = Self.symptom(#"{"label":"dizzy","note":"on the stairs"}"#)
                let pushed = try await server.push([first])
                expect(pushed.texts("acceptedIds").count, equals: 1, "\(pushed.text)")
                let second = Self.symptom(first.extra.text, value: 6, version: 2)
                _ = try await server.push([second])
                try await expect(server.pull().records(), equals: [second])
                try await expect(server.pull()["vitals-features"], equals: "base,nl-logging")
            }
        }
    }

    @Test(
        "A symptom without a name, or a label that is no line of text, is refused by itself",
        arguments: [
            ("", "bad_label"), (#"{"label":""}"#, "bad_label"), (#"{"label":7}"#, "bad_label"),
            (#"{"label":"a\nb"}"#, "bad_label"), (#"{"label":"\u001b[2J"}"#, "bad_label"),
            (#"{"label":"\#(String(repeating: "a", count: 201))"}"#, "bad_label"),
        ])
    func refuses(_ extra: String, code: String) async throws {
        try await TestServer.with(MemorySyncStore(), { $0.components.features = [.phrases] }) { server in
            let good = record(UUID())
            let response = try await server.push([Self.symptom(extra), good])
            expect(response.status == 200 && response.text.contains(code), "\(response.text)")
            try await expect(server.pull().records(), equals: [good])
        }
    }

    @Test("A strength beyond 10, and one in another unit, is refused")
    func bounds() async throws {
        try await TestServer.with(MemorySyncStore(), { $0.components.features = [.phrases] }) { server in
            let strong = try await server.push([Self.symptom(#"{"label":"dizzy"}"#, value: 10.5)])
            expect(strong.text.contains("out_of_bounds"))
            var heavy = Self.symptom(#"{"label":"dizzy"}"#)
            heavy.unit = .kilograms
            try await expect(server.push([heavy]).text.contains("unit_mismatch"))
        }
    }

    @Test("With deletes, too, a deleted symptom needs no name", arguments: StoreUnderTest.available)
    func deletion(_ kind: StoreUnderTest) async throws {
        try await kind.withStore(notesOverwritten: true, hasLabels: true) { store in
            try await TestServer.with(store, { $0.components.features = [.deletes, .phrases] }) { server in
                _ = try await server.push([Self.symptom(#"{"label":"dizzy"}"#)])
                let deletion = Self.symptom("", value: 0, version: 2).asDeletion
                let response = try await server.push([deletion])
                expect(response.texts("acceptedIds").count, equals: 1, "\(response.text)")
                try await expect(server.pull().records(), equals: [deletion])
            }
        }
    }

    @Test("Without it, the column changes no byte of any response", arguments: StoreUnderTest.available)
    func off(_ kind: StoreUnderTest) async throws {
        let before = Locked<[String]>([])
        let now = Locked<[String]>([])
        let pushes = [
            record(Self.id, extra: UnknownMembers(unchecked: #"{"label":"before breakfast"}"#)),
            record(Self.id, version: 2, extra: UnknownMembers(unchecked: #"{"label":{"deep":[1]}}"#)),
            record(Self.id, version: 3, extra: UnknownMembers(unchecked: #"{"label":"😀"}"#)),
            Self.symptom(#"{"label":"dizzy"}"#, version: 4),
        ]
        for (log, hasLabels) in [(before, false), (now, true)] {
            try await kind.withStore(hasLabels: hasLabels) { store in
                try await TestServer.with(store) { server in
                    for record in pushes {
                        let response = try await server.push([record])
                        expect(response.status, equals: 200, "\(response.text)")
                        log.withLock { $0.append(response.comparable) }
                    }
                    let page = try await server.pull("?cursor=0&limit=10")
                    log.withLock { $0.append(page.comparable) }
                }
            }
        }
        expect(before.withLock { $0 }, equals: now.withLock { $0 })
        expect(now.withLock { $0[3].contains("unknown_kind") })
    }

    @Test("The column says what the record says, and nothing else can write it")
    func column() async throws {
        let rows: [(extra: String, label: String?)] = [
            ("", nil), (#"{"label":"dizzy"}"#, "dizzy"), (#"{"label":7}"#, nil), (#"{"label":null}"#, nil),
            (#"{"label":{"a":1}}"#, nil), (#"{"a":"label"}"#, nil),
            (#"{"label":"\u00e9\ud83d\ude00 \"x\""}"#, "é😀 \"x\""),
        ]
        let records = rows.map { Vitals.Measurement.sample(extra: $0.extra) }
        let expected = Dictionary(uniqueKeysWithValues: zip(records.map { $0.id.lowercased }, rows.map(\.label)))
        try await withTemporaryDirectory { directory in
            let path = directory + "/server.sqlite"
            let store = try SQLiteSyncStore(path: path, migrations: [.label])
            _ = try await store.push(records, user: DevelopmentUser.id, receipt: nil)
            try await store.close()
            let queue = try DatabaseQueue(path: path)
            let found = try await queue.read {
                try Row.fetchAll($0, sql: "SELECT id, label FROM measurements").map {
                    ($0["id"] as String, $0["label"] as String?)
                }
            }
            expect(Dictionary(uniqueKeysWithValues: found.map { ($0.lowercased(), $1) }), equals: expected)
            await #expect(throws: DatabaseError.self) {
                try await queue.write { try $0.execute(sql: "UPDATE measurements SET label = 'x'") }
            }
        }
        guard StoreUnderTest.available.contains(.postgres) else { return }
        try await withPostgresStore(hasLabels: true) { store, url in
            _ = try await store.push(records, user: postgresTestUser, receipt: nil)
            let text = try PostgresTestDatabase.execute(
                "SELECT id || '=' || coalesce(label, '-') FROM measurements ORDER BY id", at: url)
            let wanted = expected.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "-")" }
            expect(text, equals: wanted)
            // No row has it today. If one does, it mustn't stop the migration.
            let zero = #"SELECT measurement_label('{"label":"a\u0000b"}')"#
            try expect(PostgresTestDatabase.execute(zero, at: url), equals: [nil])
            #expect(throws: (any Error).self) {
                try PostgresTestDatabase.execute("UPDATE measurements SET label = 'x'", at: url)
            }
        }
    }
}
