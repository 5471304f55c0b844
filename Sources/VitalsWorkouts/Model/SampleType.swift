import Foundation
package import Vitals

/// A type of health data: its names, its units, and where its values are kept.
///
/// Of a type that two phones or a person may correct, each value is a measurement. Of the others, of which a watch writes
/// hundreds a day, each is a sample. A sum reads one of the two and never both.
package struct SampleType: Hashable, Sendable {
    /// The place of the type's values.
    package enum Storage: Hashable, Sendable {
        /// A record that syncs by versions, as in part one.
        case measurement(MetricKind)
        /// An immutable sample.
        case sample
    }

    /// The name on the wire, such as `BASAL_ENERGY`.
    package let name: String
    /// HealthKit's identifier, without `HKQuantityTypeIdentifier`.
    package let health: String
    /// The name that a person reads.
    package let title: String
    /// The unit of sums and averages, as HealthKit spells it.
    package let unit: String
    /// What one of each unit is in `unit`. The spellings are those of HealthKit's `HKUnit(from:)`.
    package let factors: [String: Double]
    /// True if the values of a day are added up, and each minute counts once whoever recorded it.
    package let isSummed: Bool
    package let storage: Storage

    /// HealthKit's whole identifier, as an export has it.
    package var identifier: String { Self.prefix + health }

    private static let prefix = "HKQuantityTypeIdentifier"

    /// The value in `unit`; nil for a unit that doesn't measure the type.
    package func canonicalValue(_ value: Double, in unit: String) -> Double? {
        factors[unit].map { value * $0 }
    }

    /// The type with a name on the wire.
    package static func named(_ name: String) -> SampleType? { byName[name] }

    /// The type with an identifier of HealthKit.
    package static func identified(_ identifier: String) -> SampleType? { byIdentifier[identifier] }

    /// The type that a kind of measurements is, where Health has it.
    package static func of(_ kind: MetricKind) -> SampleType? { all.first { $0.storage == .measurement(kind) } }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })
}

extension SampleType {
    // The companion of the coach reads no VO2 max, no heart rate variability, no sleep and no recovery, and neither do we.

    /// All types that are read, measurements first.
    package static let all: [SampleType] = measurements + samples

    /// The types whose values are measurements. The first five are those of part one.
    package static let measurements: [SampleType] = [
        .init(.weight, "BodyMass", "Weight", "kg", masses, isSummed: false),
        .init(.steps, "StepCount", "Steps", "count", ["count": 1], isSummed: true),
        .init(.heartRate, "HeartRate", "Heart rate", "count/min", rates, isSummed: false),
        .init(.activeEnergy, "ActiveEnergyBurned", "Active energy", "kcal", energies, isSummed: true),
        .init(.distance, "DistanceWalkingRunning", "Distance", "km", lengths, isSummed: true),
        .init(.height, "Height", "Height", "cm", lengths.mapValues { $0 * 100_000 }, isSummed: false),
        .init(.bodyFat, "BodyFatPercentage", "Body fat", "%", ["%": 100], isSummed: false),
    ]

    /// The types whose values are samples.
    package static let samples: [SampleType] = [
        .init("BASAL_ENERGY", "BasalEnergyBurned", "Resting energy", "kcal", energies, isSummed: true),
        .init("CYCLING_DISTANCE", "DistanceCycling", "Cycling distance", "km", lengths, isSummed: true),
        .init("SWIMMING_DISTANCE", "DistanceSwimming", "Swimming distance", "km", lengths, isSummed: true),
        .init("FLIGHTS_CLIMBED", "FlightsClimbed", "Flights climbed", "count", ["count": 1], isSummed: true),
        .init("EXERCISE_TIME", "AppleExerciseTime", "Exercise", "min", times, isSummed: true),
        .init("STAND_TIME", "AppleStandTime", "Standing", "min", times, isSummed: true),
        .init("RESTING_HEART_RATE", "RestingHeartRate", "Resting heart rate", "count/min", rates, isSummed: false),
        .init(
            "WALKING_HEART_RATE", "WalkingHeartRateAverage", "Walking heart rate", "count/min", rates, isSummed: false),
        .init("RESPIRATORY_RATE", "RespiratoryRate", "Breaths", "count/min", rates, isSummed: false),
        .init("OXYGEN_SATURATION", "OxygenSaturation", "Blood oxygen", "%", ["%": 100], isSummed: false),
        .init("BODY_TEMPERATURE", "BodyTemperature", "Body temperature", "degC", ["degC": 1], isSummed: false),
        .init("WALKING_SPEED", "WalkingSpeed", "Walking speed", "km/hr", speeds, isSummed: false),
    ]

    private init(
        _ kind: MetricKind, _ health: String, _ title: String, _ unit: String, _ factors: [String: Double],
        isSummed: Bool
    ) {
        self.init(kind.rawValue, health, title, unit, factors, isSummed: isSummed, storage: .measurement(kind))
    }

    private init(
        _ name: String, _ health: String, _ title: String, _ unit: String, _ factors: [String: Double], isSummed: Bool,
        storage: Storage = .sample
    ) {
        self.name = name
        self.health = health
        self.title = title
        self.unit = unit
        self.factors = factors
        self.isSummed = isSummed
        self.storage = storage
    }

    // Pound, ounce, yard, foot and inch: the agreement of 1959. The thermochemical calorie is 4.184 J.
    private static let masses: [String: Double] = [
        "kg": 1, "g": 0.001, "mg": 0.000_001, "lb": 0.45359237, "oz": 0.028349523125, "st": 6.35029318,
    ]
    private static let energies: [String: Double] = [
        "kcal": 1, "Cal": 1, "cal": 0.001, "kJ": 1 / 4.184, "J": 1 / 4_184,
    ]
    private static let lengths: [String: Double] = [
        "km": 1, "m": 0.001, "cm": 0.000_01, "mm": 0.000_001, "mi": 1.609344, "yd": 0.0009144, "ft": 0.0003048,
        "in": 0.0000254,
    ]
    private static let rates: [String: Double] = ["count/min": 1, "count/s": 60, "Hz": 60]
    private static let times: [String: Double] = ["min": 1, "s": 1 / 60, "hr": 60]
    private static let speeds: [String: Double] = ["km/hr": 1, "m/s": 3.6, "mi/hr": 1.609344]
}
