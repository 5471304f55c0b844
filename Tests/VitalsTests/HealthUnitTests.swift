import Foundation
import TestSupport
import Testing

@testable import Vitals

@Suite("Units of Apple Health")
struct HealthUnitTests {
    @Test(
        "each unit converts to the canonical one, to the last bit of a Double",
        arguments: [
            ("kg", MetricKind.weight, 72.3, 72.3), ("g", .weight, 72_650, 72.65), ("mg", .weight, 72_650_000, 72.65),
            ("lb", .weight, 159.5, 159.5 * 0.45359237), ("oz", .weight, 16, 0.45359237),
            ("st", .weight, 1, 14 * 0.45359237),
            ("count", .steps, 812, 812),
            ("count/min", .heartRate, 61, 61), ("count/s", .heartRate, 1.5, 90), ("Hz", .heartRate, 2, 120),
            ("kcal", .activeEnergy, 12.5, 12.5), ("Cal", .activeEnergy, 12.5, 12.5), ("cal", .activeEnergy, 700, 0.7),
            ("kJ", .activeEnergy, 4.184, 1), ("J", .activeEnergy, 4_184, 1),
            ("km", .distance, 0.2002, 0.2002), ("m", .distance, 415.2, 0.4152), ("cm", .distance, 100_000, 1),
            ("mm", .distance, 1_000_000, 1), ("mi", .distance, 26.2, 26.2 * 1.609344),
            ("yd", .distance, 1_760, 1.609344), ("ft", .distance, 5_280, 1.609344), ("in", .distance, 63_360, 1.609344),
        ])
    func conversion(spelling: String, kind: MetricKind, value: Double, expected: Double) throws {
        let unit = try #require(HealthUnit(spelling, for: kind))
        expect(unit.canonical, equals: kind.canonicalUnit)
        expect(abs(unit.canonicalValue(value) - expected) <= expected.ulp)
    }

    @Test(
        "pounds and miles give the bits of canonical()",
        arguments: [("lb", MetricUnit.pounds, MetricKind.weight), ("mi", .miles, .distance)])
    func sameBits(spelling: String, entered: MetricUnit, kind: MetricKind) throws {
        let unit = try #require(HealthUnit(spelling, for: kind))
        for value in stride(from: 0.1, to: 500, by: 0.7) {
            let typed = Vitals.Measurement(
                id: UUID(), kind: kind, value: value, unit: entered, recordedAt: .min, updatedAt: .min, version: 1)
            try expect(typed.canonical().value.bitPattern, equals: unit.canonicalValue(value).bitPattern)
        }
    }

    @Test(
        "a unit of another kind, or one that is not known, is no unit",
        arguments: [
            ("lb", MetricKind.distance), ("kg", .heartRate), ("KG", .weight), ("", .weight), ("count/min", .steps),
        ])
    func unknown(spelling: String, kind: MetricKind) {
        expect(HealthUnit(spelling, for: kind) == nil)
    }
}
