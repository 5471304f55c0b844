import Foundation
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsWorkouts

@Suite("Samples")
struct SampleTests {
    private static let start = Timestamp(rfc3339: "2026-05-06T07:30:00Z")!
    private static let end = Timestamp(rfc3339: "2026-05-06T07:31:00Z")!

    private static func basal(_ value: Double, _ unit: String, source: String = "Watch") throws -> Sample {
        try Sample(SampleType.named("BASAL_ENERGY")!, value, unit, from: start, to: end, source: source)
    }

    @Test(
        "the id comes from the content: another unit or a rounded value is the same sample, another source another one")
    func ids() throws {
        let one = try Self.basal(12.5, "kcal")
        expect(try Self.basal(12.5 * 4.184, "kJ").id == one.id)
        expect(try Self.basal(12.5001, "kcal").id == one.id)
        expect(try Self.basal(12.6, "kcal").id != one.id)
        expect(try Self.basal(12.5, "kcal", source: "iPhone").id != one.id)
    }

    @Test("a sample survives its JSON, with what the source said")
    func json() throws {
        let sample = try Sample(
            SampleType.named("BASAL_ENERGY")!, 52.3, "kJ", from: Self.start, to: Self.end, source: "Ada’s Watch",
            device: "Watch6,1", zone: "Europe/Berlin")
        expect(try Sample(json: sample.json) == sample)
        expect(sample.unit == "kJ" && sample.value == 52.3)
    }

    @Test("a unit that doesn't measure the type, a sample that ends before it starts and one of two years are refused")
    func refused() {
        let type = SampleType.named("BASAL_ENERGY")!
        func field(_ make: () throws -> Sample) -> String? {
            do { return try make().type } catch { return (error as? SampleInvalid)?.field }
        }
        expect(field { try Self.basal(1, "count") } == "unit")
        expect(field { try Self.basal(.nan, "kcal") } == "value")
        expect(field { try Sample(type, 1, "kcal", from: Self.end, to: Self.start, source: "Watch") } == "time")
        expect(
            field {
                try Sample(
                    type, 1, "kcal", from: Self.start, to: Self.start.advanced(byMilliseconds: 400 * 86_400_000)!,
                    source: "Watch")
            } == "time")
        expect(field { try Self.basal(1, "kcal", source: "") } == "source")
    }
}

@Suite("The sum of a day")
struct SampleSumTests {
    private static let midnight = Timestamp(rfc3339: "2026-05-06T00:00:00Z")!
    private static let day = midnight..<midnight.advanced(byMilliseconds: 86_400_000)!

    private static func at(_ hour: Int64) -> Timestamp { midnight.advanced(byMilliseconds: hour * 3_600_000)! }

    private static func sample(_ type: String, _ value: Double, _ unit: String, _ source: String) throws -> Sample {
        try Sample(SampleType.named(type)!, value, unit, from: at(8), to: at(9), source: source)
    }

    private static func device() throws -> Device {
        try Device.inMemory(clock: { at(12) }, features: FeatureList([.entities, .workouts]))
    }

    @Test("with measurements and samples of one type present, it reads one of them: the table says which")
    func readsOne() throws {
        let device = try Self.device()
        try device.add(.steps, 5_000, .count, recordedAt: Self.at(9))
        try device.store.write { tables in
            let samples = SampleTables(tables)
            try samples.insert(try Self.sample("STEPS", 3_000, "count", "Watch"))
            try samples.insert(try Self.sample("FLIGHTS_CLIMBED", 7, "count", "Watch"))
        }
        expect(try device.samples.total(SampleType.named("STEPS")!, in: Self.day) == 5_000)
        expect(try device.samples.total(SampleType.named("FLIGHTS_CLIMBED")!, in: Self.day) == 7)
    }

    @Test("an hour that watch and phone both recorded counts once, in the type's own unit")
    func countsOnce() throws {
        let device = try Self.device()
        try device.store.write { tables in
            let samples = SampleTables(tables)
            try samples.insert(try Self.sample("BASAL_ENERGY", 60, "kcal", "Watch"))
            try samples.insert(try Self.sample("BASAL_ENERGY", 58 * 4.184, "kJ", "iPhone"))
        }
        let total = try device.samples.total(SampleType.named("BASAL_ENERGY")!, in: Self.day)
        // Both cover the hour, so the first name by its bytes counts.
        expect(total == 60, "\(total)")
    }
}
