import Foundation
import Synchronization
import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsWorkouts

@Suite("Sending samples")
struct UploadTests {
    private static let now = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!

    private static func sample(_ value: Double, daysAgo: Double = 1) throws -> Sample {
        let start = now.advanced(byMilliseconds: -Int64(daysAgo * 86_400_000))!
        return try Sample(
            SampleType.named("BASAL_ENERGY")!, value, "kcal", from: start, to: start, source: "Watch")
    }

    private static func store(_ count: Int) throws -> MeasurementStore {
        let store = try MeasurementStore(path: ":memory:", clock: { now }, features: .all)
        try store.write { tables in
            let samples = SampleTables(tables)
            for value in 0..<count { try samples.insert(try sample(Double(value + 1))) }
        }
        return store
    }

    private static func add(_ sample: Sample, to store: MeasurementStore) throws {
        _ = try store.write { try SampleTables($0).insert(sample) }
    }

    private static func counts(_ store: MeasurementStore) throws -> SampleCounts {
        try store.read { try SampleTables(store.tables(reading: $0)).counts() }
    }

    @Test("everything is sent in batches, and a second run sends nothing")
    func sendsOnce() async throws {
        let (store, server) = (try Self.store(12), FakeSampleServer())
        let upload = SampleUpload(store, server)
        try await upload.run()
        try await upload.run()
        expect(server.ids.count == 12)
        expect(server.requests.count == 1)
        expect(try Self.counts(store).uploaded == 12)
    }

    @Test("a batch whose answer was lost goes out again, under its own id and with the same bytes")
    func lostAnswer() async throws {
        let (store, server) = (try Self.store(3), FakeSampleServer())
        server.answerNext { _ in .failure(.failed(.timedOut)) }
        await #expect(throws: (any Error).self) { try await SampleUpload(store, server).run() }
        try Self.add(try Self.sample(99), to: store)
        try await SampleUpload(store, server).run()
        let bodies = server.requests.map(\.body)
        expect(bodies.count == 3 && bodies[0] == bodies[1])
        expect(try Self.counts(store).uploaded == 4)
    }

    @Test("a batch whose id the server has with other bytes gets a new one, and a second time it's an error")
    func reused() async throws {
        let (store, server) = (try Self.store(3), FakeSampleServer())
        server.answerNext { _ in .failure(.requestReused) }
        try await SampleUpload(store, server).run()
        expect(server.requests.count == 2 && Set(server.requests.map(\.requestID)).count == 2)
        expect(try Self.counts(store).uploaded == 3)
        // Without an error, a person would see for ever that samples wait, and not why.
        try Self.add(try Self.sample(99), to: store)
        let refusing = RefusingServer()
        await #expect(throws: (any Error).self) { try await SampleUpload(store, refusing).run() }
        expect(refusing.count == 2, "\(refusing.count) requests")
        expect(try Self.counts(store).pending == 1)
    }

    @Test("a rejected sample is shown and not sent again, a failed one is")
    func answers() async throws {
        let (store, server) = (try Self.store(4), FakeSampleServer())
        server.answerNext { _ in
            .success(UploadAnswer(rejected: [.init(index: 1, code: "unit", detail: "No.")], failed: [2]))
        }
        try await SampleUpload(store, server).run(maximumBatches: 1)
        guard case .samples(let sent)? = server.requests.first?.content else { return }
        let ids = sent.map(\.id)
        expect(try Self.counts(store).uploaded == 2)
        expect(try Self.counts(store).pending == 1)
        let rejected = try store.read { try SampleTables(store.tables(reading: $0)).rejected() }
        expect(rejected.map(\.sample.id) == [ids[1]])
        expect(rejected.map(\.code) == ["unit"])
        try await SampleUpload(store, server).run()
        expect(
            server.requests.last.map { if case .samples(let all) = $0.content { all.map(\.id) } else { [] } } == [
                ids[2]
            ])
        expect(try Self.counts(store).rejected == 1)
    }

    @Test("an answer that comes after somebody else took the batch changes nothing")
    func lateAnswer() throws {
        let store = try Self.store(2)
        let first = try store.write { try SampleTables($0).stage() }!
        let second = try store.write { try SampleTables($0).stage() }!
        expect(first.requestID == second.requestID && first.lease != second.lease)
        try store.write {
            try SampleTables($0).settle(
                first, by: UploadAnswer(rejected: [.init(index: 0, code: "value", detail: "")]))
        }
        expect(try Self.counts(store).pending == 2)
        try store.write { try SampleTables($0).settle(second, by: UploadAnswer()) }
        expect(try Self.counts(store).uploaded == 2)
    }

    @Test("a sample that is deleted while it's sent keeps the batch's bytes, and its deletion follows")
    func deletedMeanwhile() async throws {
        let (store, server) = (try Self.store(2), FakeSampleServer())
        let batch = try store.write { try SampleTables($0).stage() }!
        guard case .samples(let samples) = batch.content else { return }
        try store.write { try SampleTables($0).delete(samples[0].id) }
        expect(try Self.counts(store).total == 1)
        try await SampleUpload(store, server).run()
        expect(server.requests[0].body == batch.body)
        expect(server.deleted == [samples[0].id])
        expect(server.ids == [samples[1].id])
        expect(try Self.counts(store).deletionsPending == 0)
    }

    @Test("a server that lost its history gets everything again, but for what was pruned")
    func historyLost() async throws {
        let (store, server) = (try Self.store(3), FakeSampleServer())
        try Self.add(try Self.sample(7, daysAgo: 1_000), to: store)
        try await SampleUpload(store, server).run()
        expect(try Self.counts(store).total == 3)
        server.restore()
        try Self.add(try Self.sample(8), to: store)
        try await SampleUpload(store, server).run()
        expect(server.ids.count == 4)
    }

    @Test("what waits is never pruned")
    func pruning() async throws {
        let store = try Self.store(0)
        try Self.add(try Self.sample(7, daysAgo: 1_000), to: store)
        try SampleUpload(store, FakeSampleServer()).prune()
        expect(try Self.counts(store).total == 1)
    }

    @Test("a batch that is too large goes in parts, and a server without samples is no error")
    func sizes() async throws {
        let (store, server) = (try Self.store(9), FakeSampleServer())
        server.answerNext { _ in .failure(.tooLarge) }
        try await SampleUpload(store, server).run()
        expect(server.ids.count == 9)
        server.answerNext { _ in .failure(.absent) }
        try Self.add(try Self.sample(99), to: store)
        try await SampleUpload(store, server).run()
        expect(try Self.counts(store).pending == 1)
    }
}

/// A server that knows each request's id, as a broken one may.
private final class RefusingServer: SampleAPI {
    private let requests = Mutex(0)

    var count: Int { requests.withLock { $0 } }

    func upload(_ batch: SampleBatch, context: SyncContext) async throws(UploadFailure) -> UploadAnswer {
        requests.withLock { $0 += 1 }
        throw .requestReused
    }

    func checkReceipt(context: SyncContext) async throws(UploadFailure) {}

    func samples(
        of type: String, from: Timestamp, to: Timestamp, after: String?, context: SyncContext
    ) async throws(SyncFailure) -> (samples: [Sample], next: String?) { ([], nil) }
}
