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

/// A generator of the same numbers in every run, so that a failure can be reproduced (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
