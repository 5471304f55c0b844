import Foundation
import Synchronization
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures
import VitalsWorkouts

@Suite("Reading a health source")
struct IngestTests {
    private static let now = Timestamp(rfc3339: "2026-05-06T12:00:00Z")!

    private static func sample(
        _ value: Double, daysAgo: Double, type: String = "BASAL_ENERGY", source: String = "Watch"
    ) throws -> Sample {
        let start = now.advanced(byMilliseconds: -Int64(daysAgo * 86_400_000))!
        return try Sample(
            SampleType.named(type)!, value, "kcal", from: start, to: start.advanced(byMilliseconds: 60_000)!,
            source: source)
    }

    private static func device() throws -> Device { try Device.inMemory(clock: { now }, features: .all) }

    private static func stored(_ device: Device, _ type: String = "BASAL_ENERGY") throws -> [Sample] {
        try device.samples.list(type, from: Timestamp(clamping: 0), to: .max, limit: .max)
    }

    @Test("everything is read once, however often it's read, newest first")
    func readsAll() async throws {
        let (device, health) = (try Self.device(), FakeHealth())
        for day in 0..<400 { health.add(try Self.sample(Double(day + 1), daysAgo: Double(day))) }
        let firstDay = Mutex<Int?>(nil)
        let report = try await device.samples.ingest(from: health) { report in
            if report.counts.addedCount > 0 { firstDay.withLock { $0 = $0 ?? report.counts.addedCount } }
        }
        expect(report.counts.addedCount == 400)
        expect(try Self.stored(device).count == 400)
        expect(firstDay.withLock { $0 } ?? 0 <= 2)
        expect(try await device.samples.ingest(from: health).counts.addedCount == 0)
        expect(report.lanes.allSatisfy { $0.fraction == 1 && $0.lane == nil })
    }

    @Test("what comes later is read by the change lane, also when it's dated back or into the future")
    func datedBack() async throws {
        let (device, health) = (try Self.device(), FakeHealth())
        health.add(try Self.sample(1, daysAgo: 0))
        health.add(try Self.sample(2, daysAgo: -3))
        _ = try await device.samples.ingest(from: health)
        expect(try Self.stored(device).count == 2)
        health.add(try Self.sample(3, daysAgo: 200))
        health.add(try Self.sample(4, daysAgo: 0.5))
        _ = try await device.samples.ingest(from: health)
        expect(try Self.stored(device).map(\.value).sorted() == [1, 2, 3, 4])
    }

    @Test("without time it stops between two windows, and goes on later")
    func budget() async throws {
        let health = FakeHealth()
        for day in 0..<300 { health.add(try Self.sample(Double(day + 1), daysAgo: Double(day))) }
        let store = try MeasurementStore(path: ":memory:", clock: { Self.now }, features: .all)
        let ticks = Mutex(0.0)
        let uptime: @Sendable () -> Double = {
            ticks.withLock {
                $0 += 1; return $0
            }
        }
        var runs = 0
        while runs < 50 {
            runs += 1
            let report = try await Ingest(store, health, uptime: uptime).run(budgetSeconds: 6)
            if report.lanes.allSatisfy({ $0.fraction == 1 }) { break }
        }
        expect(runs > 2 && runs < 50)
        expect(try store.read { try SampleTables(store.tables(reading: $0)).counts().total } == 300)
    }

    @Test("a deletion counts, before its sample and after it, and what was deleted doesn't come back")
    func deletions() async throws {
        let (device, health) = (try Self.device(), FakeHealth())
        let (one, two) = (try Self.sample(1, daysAgo: 1), try Self.sample(2, daysAgo: 2))
        let id = health.add(one)
        health.add(two)
        _ = try await device.samples.ingest(from: health)
        health.delete(id)
        _ = try await device.samples.ingest(from: health)
        expect(try Self.stored(device) == [two])
        expect(try device.samples.counts().deletionsPending == 1)
        health.loseMarks()
        _ = try await device.samples.ingest(from: health)
        expect(try Self.stored(device) == [two])
        // An export that was made before has no ids of the source.
        try device.store.write { expect(try SampleTables($0).insert(one) == false) }
        expect(try Self.stored(device) == [two])
    }

    @Test("of two readings with the same content one may be deleted, and the other stays")
    func twins() async throws {
        let (device, health) = (try Self.device(), FakeHealth())
        let sample = try Self.sample(1, daysAgo: 1)
        let first = health.add(sample)
        let second = health.add(sample)
        _ = try await device.samples.ingest(from: health)
        expect(try Self.stored(device).count == 1)
        health.delete(first)
        _ = try await device.samples.ingest(from: health)
        expect(try Self.stored(device).count == 1)
        health.delete(second)
        _ = try await device.samples.ingest(from: health)
        expect(try Self.stored(device).isEmpty)
        // The app writes it again: it's there again, under another id, since the server's deletion is final.
        health.add(sample)
        _ = try await device.samples.ingest(from: health)
        let again = try Self.stored(device)
        expect(again.map(\.value) == [1] && again.map(\.id) != [sample.id])
    }

    @Test("a source that doesn't move is an error that is shown, and the other types go on")
    func stuck() async throws {
        let (device, health) = (try Self.device(), FakeHealth(["BASAL_ENERGY"]))
        health.add(try Self.sample(1, daysAgo: 1))
        _ = try await device.samples.ingest(from: health)
        health.stick()
        let report = try await device.samples.ingest(from: health)
        expect(report.stalled == ["BASAL_ENERGY"])
        expect(try device.samples.lanes()["fake"]?.first?.isStalled == true)
    }

    @Test("a type that can't be read costs only itself")
    func failing() async throws {
        let (device, health) = (try Self.device(), FakeHealth(["BASAL_ENERGY", "EXERCISE_TIME"]))
        health.add(try Self.sample(1, daysAgo: 1))
        health.fail("EXERCISE_TIME")
        let report = try await device.samples.ingest(from: health)
        expect(report.failures["EXERCISE_TIME"]?.contains("locked") == true)
        expect(report.counts.addedCount == 1)
    }

    @Test("a weight becomes a measurement in the window's transaction, and a workout an entity, each once")
    func otherReadings() async throws {
        let (device, health) = (try Self.device(), FakeHealth(["WEIGHT", "WORKOUT"]))
        let weight = Vitals.Measurement(
            id: SampleID.of(["weight"]), kind: .weight, value: 72, unit: .kilograms, recordedAt: Self.now,
            updatedAt: Self.now, version: 1)
        health.add(SourceReading(id: UUID(), start: Self.now, .measurement(weight)), type: "WEIGHT")
        let (workout, run) = (SampleID.of(["workout"]), UUID())
        health.add(
            SourceReading(
                id: run, start: Self.now,
                .workout(workout, ["start": .string(Self.now.rfc3339), "minutes": .number(30)])), type: "WORKOUT")
        for _ in 0..<2 { _ = try await device.samples.ingest(from: health) }
        expect(try device.list(kind: .weight).count == 1)
        expect(try device.entities.list("workout").map(\.id) == [workout])
        health.delete(run)
        _ = try await device.samples.ingest(from: health)
        expect(try device.entities.list("workout").isEmpty)
        health.loseMarks()
        _ = try await device.samples.ingest(from: health)
        expect(try device.entities.list("workout").isEmpty)
    }
}
