import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

@Suite("A phone's store from before labels") struct LabelMigrationTests {
    let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func id(_ number: Int) -> String { String(format: "6f1c2a34-0000-4000-8000-%012d", number) }

    /// A phone with such a store: three records unsent, one of them with an older one below it.
    private func phone() throws -> Phone {
        let phone = Phone(directory.path("phone"))
        try FileManager.default.createDirectory(atPath: phone.directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: phone.directory + "/vitals.sqlite")
        let sql = try String(contentsOf: PackageFiles.url("Tests/Fixtures/stores/before-labels.sql"), encoding: .utf8)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
        return phone
    }

    @Test("It opens with every record as it was, and unsent ones stay unsent")
    func opens() throws {
        let phone = try phone()
        let path = phone.directory + "/vitals.sqlite"
        let store = try MeasurementStore(path: path)
        try expect(store.dirty().map { $0.id.uuidString.lowercased() }, equals: [1, 2, 4].map(id))
        try expect(store.dirty().map(\.version), equals: [1, 3, 2])
        let labels = try DatabaseQueue(path: path).read {
            try Row.fetchAll($0, sql: "SELECT label FROM measurement ORDER BY id").map { $0["label"] as String? }
        }
        expect(labels, equals: [nil, nil, nil, "along the river", "dizzy", nil])
        try expect(
            store.byId(UUID(uuidString: id(4))!)?.extra.text, equals: #"{"label":"along the river","note":"wet"}"#)
    }

    @Test("Its unsent records reach the server and another phone, with their members")
    func syncs() throws {
        let server = try LiveServer(directory: directory.url.path, environment: ["VITALS_FEATURES": "all"])
        let (old, other) = (try phone(), Phone(directory.path("other")))
        for phone in [old, other] {
            try #require(try phone.run("login", "--rebind", "--server", server.url, input: "dev-token\n").status == 0)
            let sync = try phone.run("sync")
            expect(sync.status, equals: 0, "\(sync.errors)")
        }
        try expect(MeasurementStore(path: old.directory + "/vitals.sqlite", features: .all).dirty().isEmpty)
        let store = try MeasurementStore(path: other.directory + "/vitals.sqlite", features: .all)
        // The phone moves to this server, so it sends everything. The label that is none is refused.
        let received = try store.list().map(\.measurement).sorted { $0.id.uuidString < $1.id.uuidString }
        expect(received.map { $0.id.uuidString.lowercased() }, equals: [1, 2, 3, 4, 5].map(id))
        expect(received.map(\.label), equals: [nil, nil, nil, "along the river", "dizzy"])
        expect(received.first { $0.version == 3 }?.value, equals: 71)
        try expect(old.run("rejected").output.contains("A symptom needs a label"))
    }
}
