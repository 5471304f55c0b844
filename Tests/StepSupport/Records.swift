package import Foundation
package import Vitals

/// Simple records for tests.
package enum Records {
    /// An id made from a number. It contains letters, so that a test can see their case.
    package static func id(_ number: Int) -> UUID {
        UUID(uuidString: "abcdef00-0000-4000-8000-" + String(format: "%012x", number))!
    }

    // @show plain-weight
    /// - Parameters:
    ///   - recordedAt: in milliseconds since 1970.
    ///   - updatedAt: in milliseconds since 1970.
    package static func weight(
        _ kilograms: Double, id: UUID = id(1), version: Int64 = 1, recordedAt: Int64 = 1_781_940_000_000,
        updatedAt: Int64 = 1_781_940_000_125
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: id, kind: .weight, value: kilograms, unit: .kilograms, recordedAt: Timestamp(clamping: recordedAt),
            updatedAt: Timestamp(clamping: updatedAt), version: version)
    }
    // @end

    /// Opens a store in memory, or in a file.
    package static func store(
        path: String = ":memory:", clock: StepClock = StepClock(), crashPoint: CrashPoint = CrashPoint()
    ) throws -> MeasurementStore {
        try MeasurementStore(path: path, clock: clock.read, rules: .all, beforeWrite: crashPoint.beforeWrite)
    }
}
