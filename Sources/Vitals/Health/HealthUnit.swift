/// A unit as Apple Health spells it, and its conversion to a canonical unit.
///
/// The spellings are those of HealthKit's `HKUnit(from:)`. Each conversion is one multiplication or one division by the
/// defined number, so that no error adds up. Pounds and miles give exactly the bits that `Measurement.canonical()`
/// gives.
struct HealthUnit: Sendable {
    let canonical: MetricUnit
    private let step: Step

    private enum Step {
        case times(Double)
        case over(Double)
    }

    /// Looks up a spelling; nil if it isn't known or doesn't measure this kind.
    init?(_ spelling: String, for kind: MetricKind) {
        guard let unit = kind.canonicalUnit, let step = Self.table[unit]?[spelling] else { return nil }
        canonical = unit
        self.step = step
    }

    /// The value in the canonical unit. Some apps write fractions of a step; a count is rounded to a whole number.
    func canonicalValue(_ value: Double) -> Double {
        switch step {
        case .times where canonical == .count: value.rounded()
        case .times(let factor): value * factor
        case .over(let divisor): value / divisor
        }
    }

    private static let table: [MetricUnit: [String: Step]] = [
        // Pound: international yard and pound agreement, 1959. 16 ounces to the pound, 14 pounds to the stone.
        .kilograms: [
            "kg": .times(1), "g": .over(1_000), "mg": .over(1_000_000),
            "lb": .times(MetricUnit.kilogramsPerPound), "oz": .times(0.028349523125), "st": .times(6.35029318),
        ],
        .count: ["count": .times(1)],
        // One hertz is one beat in a second.
        .beatsPerMinute: ["count/min": .times(1), "count/s": .times(60), "Hz": .times(60)],
        // The thermochemical calorie, 4.184 J, is HealthKit's and the one on food labels; "Cal" is the large calorie.
        .kilocalories: [
            "kcal": .times(1), "Cal": .times(1), "cal": .over(1_000), "J": .over(4_184), "kJ": .over(4.184),
        ],
        // Foot, yard and inch: the same agreement of 1959 (1 yd = 0.9144 m).
        .kilometres: [
            "km": .times(1), "m": .over(1_000), "cm": .over(100_000), "mm": .over(1_000_000),
            "mi": .times(MetricUnit.kilometresPerMile), "yd": .times(0.0009144), "ft": .times(0.0003048),
            "in": .times(0.0000254),
        ],
    ]
}

/// The kinds of Apple Health samples that become measurements, by their identifiers.
///
/// Every other type is skipped and counted. Distance means walking and running. Cycling, swimming and the rest are
/// other activities under other identifiers, and one sum over all of them would mean nothing.
public enum HealthSampleType: String, CaseIterable, Sendable {
    case bodyMass = "HKQuantityTypeIdentifierBodyMass"
    case stepCount = "HKQuantityTypeIdentifierStepCount"
    case heartRate = "HKQuantityTypeIdentifierHeartRate"
    case activeEnergyBurned = "HKQuantityTypeIdentifierActiveEnergyBurned"
    case distanceWalkingRunning = "HKQuantityTypeIdentifierDistanceWalkingRunning"

    /// The kind of the records that samples of this type become.
    public var kind: MetricKind {
        switch self {
        case .bodyMass: .weight
        case .stepCount: .steps
        case .heartRate: .heartRate
        case .activeEnergyBurned: .activeEnergy
        case .distanceWalkingRunning: .distance
        }
    }

    /// The sample type of a kind; nil for a kind that Apple Health doesn't hold.
    public init?(_ kind: MetricKind) {
        guard let type = Self.allCases.first(where: { $0.kind == kind }) else { return nil }
        self = type
    }
}
