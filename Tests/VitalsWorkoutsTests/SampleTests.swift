import Foundation
import TestSupport
import Testing
import Vitals
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
