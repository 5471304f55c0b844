import Foundation
import TestSupport
import Testing
import Vitals

@Suite("Units and bounds")
struct UnitsTests {
    private func record(_ kind: MetricKind, _ value: Double, _ unit: MetricUnit, version: Int64 = 1)
        -> Vitals.Measurement
    {
        Vitals.Measurement(
            id: UUID(), kind: kind, value: value, unit: unit, recordedAt: .min, updatedAt: .max, version: version)
    }

    private static let canonicalUnits: [(MetricKind, MetricUnit)] = [
        (.weight, .kilograms), (.steps, .count), (.heartRate, .beatsPerMinute), (.activeEnergy, .kilocalories),
        (.distance, .kilometres),
    ]

    @Test("each kind has the protocol's canonical unit", arguments: canonicalUnits)
    func canonicalUnit(kind: MetricKind, unit: MetricUnit) {
        expect(kind.canonicalUnit, equals: unit)
        expect(MetricKind.base.count, equals: Self.canonicalUnits.count)
    }

    @Test("the names on the wire are the protocol's")
    func names() {
        expect(MetricKind.base.map(\.rawValue), equals: ["WEIGHT", "STEPS", "HEART_RATE", "ACTIVE_ENERGY", "DISTANCE"])
        expect(MetricUnit.known.map(\.rawValue), equals: ["KG", "LB", "COUNT", "BPM", "KCAL", "KM", "MI"])
    }

    @Test("a pound is 0.45359237 kg and a mile 1.609344 km, exactly")
    func factors() throws {
        try expect(record(.weight, 1, .pounds).canonical().value, equals: 0.45359237)
        try expect(record(.distance, 1, .miles).canonical().value, equals: 1.609344)
        try expect(record(.weight, 100, .pounds).canonical().value, equals: 45.359237)
        try expect(record(.distance, 26.2, .miles).canonical().value, equals: 26.2 * 1.609344)
        try expect(record(.weight, 1, .pounds).canonical().unit, equals: .kilograms)
        try expect(record(.distance, 1, .miles).canonical().unit, equals: .kilometres)
    }

    @Test("canonical() changes value and unit only, and a second time nothing")
    func idempotent() throws {
        var random = SplitMix64(seed: 1959)
        for _ in 0..<1_000 {
            let (kind, unit): (MetricKind, MetricUnit) =
                Bool.random(using: &random) ? (.weight, .pounds) : (.distance, .miles)
            let before = record(kind, Double.random(in: 0...2_000, using: &random), unit, version: 5)
            let once = try before.canonical()
            let twice = try once.canonical()
            expect(once == twice && once.value.bitPattern == twice.value.bitPattern)
            expect(once.id == before.id && once.version == 5 && once.updatedAt == before.updatedAt)
        }
    }

    @Test("every pair of a kind and a unit is kept, converted or refused, as the protocol has it")
    func everyPair() throws {
        for kind in MetricKind.known {
            for unit in MetricUnit.known + [MetricUnit(rawValue: "STONE"), MetricUnit(rawValue: "kg")] {
                let measurement = record(kind, 10, unit)
                if unit == kind.canonicalUnit {
                    try expect(measurement.canonical(), equals: measurement)
                    try measurement.validate()
                } else if (kind, unit) == (.weight, .pounds) || (kind, unit) == (.distance, .miles) {
                    try expect(measurement.canonical().unit, equals: kind.canonicalUnit)
                    #expect(throws: MeasurementError.notCanonical(unit, for: kind)) { try measurement.validate() }
                } else {
                    #expect(throws: MeasurementError.unitMismatch(unit, for: kind)) { try measurement.canonical() }
                    #expect(throws: MeasurementError.unitMismatch(unit, for: kind)) { try measurement.validate() }
                }
            }
        }
    }

    @Test("a kind that this build does not know cannot be converted or accepted")
    func unknownKind() {
        let mood = MetricKind(rawValue: "MOOD")
        #expect(throws: MeasurementError.unknownKind(mood)) { try record(mood, 1, .count).canonical() }
        #expect(throws: MeasurementError.unknownKind(mood)) { try record(mood, 1, .count).validate() }
        let lowerCase = MetricKind(rawValue: "weight")
        #expect(throws: MeasurementError.unknownKind(lowerCase)) { try record(lowerCase, 72, .kilograms).validate() }
    }

    @Test(
        "a value at its bound is accepted, and the next double beyond is not",
        arguments: [
            (.weight, 0.1, 1_000), (.steps, 0, 1_000_000), (.heartRate, 1, 500), (.activeEnergy, 0, 100_000),
            (.distance, 0, 50_000),
        ] as [(MetricKind, Double, Double)])
    func bounds(kind: MetricKind, least: Double, greatest: Double) throws {
        let unit = try #require(kind.canonicalUnit)
        let refusal = MeasurementError.outOfBounds(kind, least...greatest)
        for value in [least, greatest] { try record(kind, value, unit).validate() }
        for value in [least.nextDown, greatest.nextUp, least - 1, greatest + 1, -.greatestFiniteMagnitude, 1e300] {
            #expect(throws: refusal, "\(value)") { try record(kind, value, unit).validate() }
        }
        if kind != .steps {
            for value in [least.nextUp, greatest.nextDown] { try record(kind, value, unit).validate() }
        }
    }

    @Test("steps are whole", arguments: [0.5, 999_999.5, .leastNonzeroMagnitude, 1.0.nextUp] as [Double])
    func wholeSteps(value: Double) throws {
        #expect(throws: MeasurementError.notWhole) { try record(.steps, value, .count).validate() }
        try record(.steps, 1, .count).validate()
    }

    @Test(
        "a value that is no finite number is refused everywhere", arguments: [.nan, .infinity, -.infinity] as [Double])
    func notFinite(value: Double) {
        for (kind, unit) in Self.canonicalUnits + [(.weight, .pounds), (.distance, .miles)] {
            #expect(throws: MeasurementError.notFinite) { try record(kind, value, unit).canonical() }
            #expect(throws: MeasurementError.notFinite) { try record(kind, value, unit).validate() }
        }
    }

    @Test("a version outside 1 to 2^53-1 is refused", arguments: [0, -1, .min, 9_007_199_254_740_992, .max] as [Int64])
    func versions(version: Int64) throws {
        #expect(throws: MeasurementError.badVersion) {
            try record(.weight, 72, .kilograms, version: version).validate()
        }
        try record(.weight, 72, .kilograms, version: Vitals.Measurement.maximumVersion).validate()
    }
}
