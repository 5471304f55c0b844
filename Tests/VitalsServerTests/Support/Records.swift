import Foundation
import Vitals

/// Returns a valid record; a test names only the fields that it's about.
func record(
    _ id: UUID = UUID(), kind: MetricKind = .weight, value: Double = 72.5, unit: MetricUnit = .kilograms,
    recordedAt: Int64 = 1_781_940_600_000, updatedAt: Int64 = 1_781_940_660_000, version: Int64 = 1,
    extra: UnknownMembers = .empty
) -> Vitals.Measurement {
    Vitals.Measurement(
        id: id, kind: kind, value: value, unit: unit, recordedAt: Timestamp(clamping: recordedAt),
        updatedAt: Timestamp(clamping: updatedAt), version: version, extra: extra)
}
