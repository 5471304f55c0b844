package import Foundation
package import Vitals
import VitalsEntities
package import VitalsReminders

extension Device {
    /// The goals of this device, and the trend of its weights.
    ///
    /// A device that wasn't opened with the feature `entities` has no tables for goals: each call about one throws `StoreError` then.
    package var goals: DeviceGoals { goals(in: .current) }

    /// The same for a device in another time zone than the system's.
    package func goals(in zone: TimeZone) -> DeviceGoals {
        DeviceGoals(EntityAccess(store, types: .builtIn), zone: zone)
    }
}

/// The goals of one device. Each call that writes is one transaction: once it returns, the change is safe, and the next sync sends
/// it.
package struct DeviceGoals: Sendable {
    private let access: EntityAccess
    private let clock: WallClock

    init(_ access: EntityAccess, zone: TimeZone) {
        self.access = access
        clock = WallClock(zone)
    }

    // MARK: Reading

    /// The goal that counts of a kind; nil if there is none.
    ///
    /// - Throws: `StoreError`.
    package func goal(_ kind: MetricKind = .weight) throws -> Goal? {
        try access.read { Goal.counting(try Self.all($0), of: kind) }
    }

    /// The trend of the weights that this device knows.
    ///
    /// - Throws: `StoreError`.
    package func trend(now: Timestamp) throws -> WeightTrend {
        let readings = try access.store.list(kind: .weight, limit: nil).map(\.measurement).filter { !$0.isDeleted }.map
        {
            WeightTrend.Reading(day: day(of: $0.recordedAt), value: $0.value)
        }
        return WeightTrend(readings, today: day(of: now))
    }

    /// The day of a moment, by the clocks of the device's zone.
    package func day(of moment: Timestamp) -> CalendarDay { clock.day(of: moment) }

    // MARK: Writing

    /// Sets the goal of a kind, in place of the one that counted before. With another value it begins anew, now and at the trend.
    ///
    /// - Throws: `GoalInvalid`; `StoreError`.
    @discardableResult
    package func set(_ draft: GoalDraft, now: Timestamp) throws -> Goal {
        let value = try draft.canonicalValue(today: day(of: now))
        let trend = try trend(now: now)
        return try access.write { entities in
            let before = Goal.counting(try Self.all(entities), of: draft.kind)
            var values: [String: JSONValue] = [
                "kind": .string(draft.kind.rawValue), "value": .number(value),
                "by": draft.by.map { .string($0.text) } ?? .null,
            ]
            if before?.value != value {
                values["start"] = .string(now.flooredToSecond.rfc3339)
                values["startValue"] = trend.points.last.map { .number($0.value) } ?? .null
            }
            let id = before?.id ?? UUID()
            if before == nil {
                try entities.create(Self.entityType, id: id, values)
            } else {
                try entities.update(id, values)
            }
            guard let goal = try entities.entity(id).flatMap(Goal.init) else { throw Self.notFound }
            return goal
        }
    }

    /// Removes the goal of a kind, and those of other phones that it has outshone.
    ///
    /// - Throws: `StoreError` with `notFound` if there is none.
    package func remove(_ kind: MetricKind = .weight) throws {
        try access.write { entities in
            let goals = try Self.all(entities).filter { $0.kind == kind }
            guard !goals.isEmpty else { throw Self.notFound }
            for goal in goals { try entities.delete(goal.id) }
        }
    }

    private static let entityType = EntityTypes.builtIn[Goal.type]!

    private static let notFound = StoreError(.notFound, "There is no goal on this device.")

    private static func all(_ entities: EntityTables) throws -> [Goal] {
        // A person has one for each kind, and each phone that was offline may add one.
        try entities.list(Goal.type, limit: 500).compactMap(Goal.init)
    }
}
