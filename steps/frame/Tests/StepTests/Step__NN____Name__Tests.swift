import StepSupport
import Testing
import Vitals
import VitalsServer
import VitalsServer__Name__
import Vitals__Name__

/// Tests of what a phone and a server count.
@Suite("Step __NN__: __title__", .serialized)
struct Step__NN____Name__Tests {
    private static func store() throws -> MeasurementStore {
        try MeasurementStore(path: ":memory:", clock: StepClock().read, features: FeatureList([.__name__]))
    }

    @Test("each write of this phone is counted, under its kind")
    func countsWrites() throws {
        let store = try Self.store()
        let weight = try store.add(kind: .weight, value: 72, unit: .kilograms)
        try store.edit(weight.id, value: 71)
        try store.add(kind: .steps, value: 900, unit: .count)
        let counts = try Device(store: store).__name__()
        expect(
            counts == [.weight: 2, .steps: 1],
            "A weight was added and edited, and steps were added: 2 and 1. The phone has counted \(counts).")
    }

    @Test("a record from another phone isn't counted")
    func leavesOutOthers() throws {
        let store = try Self.store()
        let page = Pulled(records: [Records.weight(72)], nextCursor: 1)
        _ = try store.apply(
            SyncResponse(page, account: "a"), askedWith: try store.syncState(), origin: "https://vitals.example.com")
        let counts = try Device(store: store).__name__()
        expect(counts.isEmpty, "A pull brought a record that another phone wrote. This phone has counted \(counts).")
    }

    @Test("a server counts what a push has written, and not what it had already")
    func countsPushes() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteSyncStore(
            path: folder.path("server.sqlite"), migrations: [.__name__], pushHooks: [.__name__])
        for _ in 0..<2 { _ = try await store.push([Records.weight(72)], user: DevelopmentUser.id, receipt: nil) }
        let count = try await store.writtenCount(user: DevelopmentUser.id)
        expect(count == 1, "One record was pushed twice, so one was written. The server has counted \(count).")
    }
}
