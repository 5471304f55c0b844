import HealthKit
import Vitals

/// HealthKit, one kind at a time.
enum HealthSource {
    /// A bridge for each kind; nil on a device without Health.
    ///
    /// - Parameter store: notes which samples became which records, and which were deleted since.
    static func bridge(notingIn store: MeasurementStore) -> (@Sendable (MetricKind) -> any HealthBridge)? {
        guard HKHealthStore.isHealthDataAvailable() else { return nil }
        return { kind in
            HealthKitBridge(kinds: [kind]) { links, deleted in
                try store.noteHealthSamples(links, deleted: deleted)
            }
        }
    }
}
