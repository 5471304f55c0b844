package import Foundation
import GRDB
package import Vitals
import VitalsEntities

extension Device {
    /// The workouts of this device.
    ///
    /// A device that wasn't opened with the feature `entities` has no tables for them: each call throws `StoreError` then.
    package var workouts: DeviceWorkouts { DeviceWorkouts(store) }
}

/// The workouts of one device. Each call that writes is one transaction: once it returns, the change is safe, and the next sync
/// sends it.
package struct DeviceWorkouts: Sendable {
    private let store: MeasurementStore
    private let access: EntityAccess

    init(_ store: MeasurementStore) {
        self.store = store
        access = EntityAccess(store, types: .builtIn)
    }

    // MARK: Reading

    /// The workouts that start in a span, the latest first. Those whose start can't be read come last, in an open span.
    ///
    /// - Parameters:
    ///   - from: the first moment; nil for all before `to`.
    ///   - to: the moment after the last one; nil for all from `from` on.
    /// - Throws: `StoreError`.
    package func list(from: Timestamp? = nil, to: Timestamp? = nil) throws -> [Workout] {
        try access.read { tables in
            var found: [Workout] = []
            var last: Entity?
            repeat {
                let page = try tables.list(Workout.type, after: last, limit: Self.pageSize)
                found += page.compactMap { Workout($0) }
                last = page.count < Self.pageSize ? nil : page.last
            } while last != nil
            return found.filter { workout in
                guard let start = workout.start else { return from == nil && to == nil }
                return start >= from ?? .min && to.map { start < $0 } ?? true
            }.sorted { ($0.start ?? .min, $0.id.lowercased) > ($1.start ?? .min, $1.id.lowercased) }
        }
    }

    private static let pageSize = 500

    /// The workout with an id, also by one that the server replaced; nil if there is none.
    ///
    /// - Throws: `StoreError`.
    package func workout(_ id: UUID) throws -> Workout? {
        try access.read { try $0.entity(id).flatMap { Workout($0) } }
    }

    /// The heart rates that were measured from a workout's start to its end, in the order of time.
    ///
    /// - Returns: nothing for a workout whose times can't be read.
    /// - Throws: `StoreError`.
    package func heartRates(of workout: Workout) throws -> [HeartRatePoint] {
        guard let start = workout.start, let end = workout.lastMoment else { return [] }
        return try store.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT recorded_at, value_, unit FROM \(store.features.shownRecords)
                    WHERE kind = ? AND recorded_at BETWEEN ? AND ? ORDER BY recorded_at, id
                    """,
                arguments: [
                    MetricKind.heartRate.rawValue, start.millisecondsSinceEpoch, end.millisecondsSinceEpoch,
                ]
            ).compactMap { row in
                guard row["unit"] == MetricUnit.beatsPerMinute.rawValue,
                    let time = Timestamp(millisecondsSinceEpoch: row["recorded_at"])
                else { return nil }
                return HeartRatePoint(time: time, rate: row["value_"])
            }
        }
    }

    // MARK: Writing

    /// Makes a workout.
    ///
    /// - Returns: its id. The server may join it with one that it has already: see `workout(_:)`.
    /// - Throws: `WorkoutInvalid`; `StoreError`.
    @discardableResult
    package func add(_ draft: WorkoutDraft) throws -> UUID {
        let id = UUID()
        try store.write { try WorkoutTables($0).add(draft, id: id) }
        return id
    }

    /// Changes a workout.
    ///
    /// - Parameter draft: made with `init(of:)`, so that only what the person has changed is written.
    /// - Throws: `WorkoutInvalid`; `StoreError` with `notFound`.
    package func update(_ id: UUID, _ draft: WorkoutDraft) throws {
        try store.write { try WorkoutTables($0).update(id, draft) }
    }

    /// Deletes a workout. Importing it again doesn't bring it back.
    ///
    /// - Throws: `StoreError` with `notFound`.
    package func delete(_ id: UUID) throws { try access.write { try $0.delete(id) } }
}
