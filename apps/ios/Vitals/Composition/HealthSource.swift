import HealthKit
import Vitals

/// The source of HealthKit bridges, one per kind.
enum HealthSource {
    /// A function that creates a bridge for a kind; nil on a device without Health.
    ///
    /// - Parameter store: the store that notes which samples became which records, and which were deleted since.
    static func bridge(notingIn store: MeasurementStore) -> (@Sendable (MetricKind) -> any HealthBridge)? {
        guard HKHealthStore.isHealthDataAvailable() else { return nil }
        return { kind in
            HealthKitBridge(kinds: [kind]) { links, deleted in
                try store.noteHealthSamples(links, deleted: deleted)
            }
        }
    }
}
