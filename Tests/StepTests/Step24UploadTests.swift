import Foundation
import StepSupport
import Testing
import Vitals
import VitalsEntities
import VitalsWorkouts

/// Tests of what a server's answer does to a batch.
@Suite("Step 24: the answer to a batch", .serialized)
struct Step24UploadTests {
    private static let noon = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!
    private let store: MeasurementStore

    init() throws {
        store = try MeasurementStore(
            path: ":memory:", clock: { Self.noon }, rules: .all, features: FeatureList([.entities, .workouts]))
    }

    private func sample(_ value: Double) throws -> Sample {
        try Sample(
            SampleType.named("BASAL_ENERGY")!, value, "kcal", from: Self.noon, to: Self.noon, source: "Watch")
    }

    private func write<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.write { try body(SampleTables($0)) }
    }

    private func read<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.read { try body(SampleTables(store.tables(reading: $0))) }
    }

    private func staged(_ count: Int) throws -> (batch: SampleBatch, ids: [UUID]) {
        for value in 1...count { _ = try write { try $0.insert(try sample(Double(value))) } }
        return try taken()
    }

    private func taken() throws -> (batch: SampleBatch, ids: [UUID]) {
        let batch = try #require(try write { try $0.stage() })
        switch batch.content {
        case .samples(let samples): return (batch, samples.map(\.id))
        case .deletions(let ids): return (batch, ids)
        }
    }

    private func receipt(_ seq: Int64) -> Receipt? { Receipt(seq: seq, tag: "ab") }

    private func told() throws -> String {
        let counts = try read { try $0.counts() }
        return "\(counts.uploaded) uploaded, \(counts.pending) waiting, \(counts.rejected) refused"
    }

    private func check(_ expected: String, _ story: String, line: Int = #line) throws {
        let now = try told()
        expect(now == expected, "\(story) Then: \(expected). On your phone: \(now).", line: line)
    }

    @Test("a batch that the server took as a whole is uploaded")
    func uploaded() throws {
        let (batch, _) = try staged(3)
        try write { try $0.settle(batch, by: UploadAnswer(receipt: receipt(1))) }
        try check("3 uploaded, 0 waiting, 0 refused", "The server took three samples.")
        expect(try write { try $0.stage() } == nil, "Everything is uploaded, so there's no further batch.")
    }

    @Test("a rejected sample is shown with the server's reason, and not sent again")
    func rejected() throws {
        let (batch, ids) = try staged(3)
        let reason = UploadAnswer.Rejection(index: 1, code: "unit", detail: "The unit doesn't measure energy.")
        try write { try $0.settle(batch, by: UploadAnswer(rejected: [reason], receipt: receipt(1))) }
        try check("2 uploaded, 0 waiting, 1 refused", "The server refused the second of three samples.")
        let kept = try read { try $0.receipt() }
        expect(
            kept == receipt(1),
            "The answer that refused one has a receipt like any other. Kept: \(kept?.description ?? "none").")
        let shown = try read { try $0.rejected() }
        expect(
            shown.map(\.sample.id) == [ids[1]] && shown.map(\.code) == ["unit"],
            "The refused sample is shown with its reason. Shown: \(shown.map(\.code)).")
        expect(try write { try $0.stage() } == nil, "A refused sample isn't sent again, and a batch was staged.")
    }

    @Test("a failed sample waits for a later batch")
    func failed() throws {
        let (batch, ids) = try staged(3)
        try write { try $0.settle(batch, by: UploadAnswer(failed: [0], receipt: receipt(1))) }
        try check("2 uploaded, 1 waiting, 0 refused", "The server couldn't store the first of three samples now.")
        let next = try taken()
        expect(
            next.ids == [ids[0]] && next.batch.requestID != batch.requestID,
            "It goes with a later batch, under another id. That batch has \(next.ids.count) samples.")
    }

    @Test("a sample that failed is found by its place in the batch")
    func failedLast() throws {
        let (batch, ids) = try staged(3)
        try write { try $0.settle(batch, by: UploadAnswer(failed: [2], receipt: receipt(1))) }
        let next = try taken()
        let place = next.ids.first.flatMap { ids.firstIndex(of: $0) }.map { "place \($0)" } ?? "nothing"
        expect(
            next.ids == [ids[2]],
            "The server couldn't store the last of three samples, the one in place 2. Waiting: \(place).")
    }

    @Test("an answer without a receipt is one, too")
    func withoutReceipt() throws {
        let (batch, _) = try staged(2)
        try write { try $0.settle(batch, by: UploadAnswer()) }
        try check("2 uploaded, 0 waiting, 0 refused", "The server sends no receipts, and took two samples.")
    }

    @Test("an answer that comes after the batch was taken again changes nothing")
    func late() throws {
        let (late, _) = try staged(2)
        _ = try taken()
        let reason = UploadAnswer.Rejection(index: 0, code: "value", detail: "No.")
        try write { try $0.settle(late, by: UploadAnswer(rejected: [reason], receipt: receipt(9))) }
        try check(
            "0 uploaded, 2 waiting, 0 refused",
            "The program was stopped, a new one took the batch, and the old answer comes.")
        expect(try read { try $0.receipt() } == nil, "The late answer's receipt is kept.")
    }

    @Test("the batch has ended, and the receipt is kept")
    func ended() throws {
        let (batch, _) = try staged(1)
        try write { try $0.settle(batch, by: UploadAnswer(receipt: receipt(4))) }
        let kept = try read { try $0.receipt() }
        expect(kept == receipt(4), "The answer's receipt is 4.ab. Kept: \(kept?.description ?? "none").")
        _ = try write { try $0.insert(try sample(99)) }
        let next = try taken()
        expect(
            next.batch.number != batch.number && next.ids.count == 1,
            "A new sample gets a batch of its own. The next batch is \(next.batch.number == batch.number ? "the old one" : "a new one") with \(next.ids.count)."
        )
    }

    @Test("a sample that was deleted while it was sent is gone, and its deletion is sent next")
    func deletedMeanwhile() throws {
        let (batch, ids) = try staged(2)
        try write { try $0.delete(ids[0]) }
        try write { try $0.settle(batch, by: UploadAnswer(receipt: receipt(1))) }
        try check("1 uploaded, 0 waiting, 0 refused", "One of two samples was deleted while they were sent.")
        let next = try taken()
        expect(next.batch.content == .deletions([ids[0]]), "The next batch has its deletion.")
        try write { try $0.settle(next.batch, by: UploadAnswer(receipt: receipt(2))) }
        let left = try read { try $0.counts() }.deletionsPending
        expect(left == 0, "The server knows of the deletion. Still waiting: \(left).")
    }

    @Test("a place outside the batch names nothing")
    func outside() throws {
        let (batch, _) = try staged(2)
        let reason = UploadAnswer.Rejection(index: 7, code: "unit", detail: "")
        try write { try $0.settle(batch, by: UploadAnswer(rejected: [reason], failed: [-1, 2], receipt: receipt(1))) }
        try check("2 uploaded, 0 waiting, 0 refused", "The answer names places that the batch doesn't have.")
    }
}
