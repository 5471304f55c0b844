import Foundation
import TestSupport
import Vitals

/// Returns a store in memory with a clock that advances by a millisecond at each reading.
func makeStore(
    path: String = ":memory:", clock: ManualClock = ManualClock(), rules: SyncRules = .all,
    beforeWrite: @escaping @Sendable () throws -> Void = {}
) throws -> MeasurementStore {
    let read = clock.read
    return try MeasurementStore(
        path: path, clock: { Timestamp(clamping: read()) }, rules: rules, beforeWrite: beforeWrite)
}

func uuid(_ number: Int) -> UUID {
    UUID(uuidString: String(format: "00000000-0000-4000-8000-%012x", number))!
}

func weight(_ value: Double, id: UUID = uuid(1), version: Int64 = 1, updatedAt: Int64 = 1_000) -> Vitals.Measurement {
    Vitals.Measurement(
        id: id, kind: .weight, value: value, unit: .kilograms, recordedAt: Timestamp(clamping: 500),
        updatedAt: Timestamp(clamping: updatedAt), version: version)
}

extension MeasurementStore {
    func isDirty(_ id: UUID) throws -> Bool { try dirty().contains { $0.id == id } }

    /// Applies a page from a server at `here`, as the engine would.
    func receive(_ records: [Vitals.Measurement], nextCursor: Int64, account: String? = "a") throws -> Applied {
        try apply(
            SyncResponse(Pulled(records: records, nextCursor: nextCursor), account: account),
            askedWith: try syncState(), origin: "here")
    }
}
