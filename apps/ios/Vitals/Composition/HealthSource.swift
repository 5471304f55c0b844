import HealthKit
import Vitals

/// The source of HealthKit bridges, one per kind.
enum HealthSource {
    /// A function that creates a bridge for a kind; nil on a device without Health.
    ///
    /// - Parameter device: the device that notes which samples became which records, and which were deleted since.
    static func bridge(notingIn device: Device) -> (@Sendable (MetricKind) -> any HealthBridge)? {
        guard HKHealthStore.isHealthDataAvailable() else { return nil }
        return { kind in
            HealthKitBridge(kinds: [kind]) { links, deleted in
                try device.noteHealthSamples(links, deleted: deleted)
            }
        }
    }
}
