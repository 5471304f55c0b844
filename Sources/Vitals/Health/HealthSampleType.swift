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
