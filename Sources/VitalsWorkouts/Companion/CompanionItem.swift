package import Foundation
package import Vitals

/// One thing that a coach's server is told: a workout, or a measurement of the body. Its members are spelled as that contract
/// spells them.
package struct CompanionItem: Hashable, Sendable {
    /// The same each time that it's sent.
    package let uuid: UUID
    /// Without `client_id`, which depends on the server.
    let members: [JSONValue.Member]

    /// As it's sent.
    package func json(clientID: String) -> JSONValue {
        .object([.init("client_id", .string(clientID))] + members + [.init("uuid", .string(uuid.lowercased))])
    }
}

/// The two sorts of things, by their routes.
package enum CompanionRoute: String, CaseIterable, Sendable {
    case workouts
    case profileMetrics = "profile-metrics"

    package var path: String { "/api/v1/\(rawValue)" }
}

extension CompanionItem {
    /// - Returns: nil for a workout whose start or duration can't be read.
    package init?(_ workout: Workout) {
        guard let start = workout.start, let minutes = workout.minutes, let end = workout.lastMoment else { return nil }
        let activity = workout.activity.flatMap(WorkoutActivity.init) ?? .other
        var members: [JSONValue.Member] = [
            .init("source", .string(workout.source == nil ? Self.typed : Self.appleHealth)),
            .init("workout_type", .string(activity.rawValue)), .init("start_time", .string(start.rfc3339)),
            .init("end_time", .string(end.rfc3339)), .init("duration_seconds", .number((minutes * 60).rounded())),
        ]
        func add(_ name: String, _ value: Double?) {
            if let value { members.append(.init(name, .number(value))) }
        }
        add("calories_active", workout.energy)
        add("distance_meters", workout.distance.map { ($0 * 1_000_000).rounded() / 1_000 })
        add("avg_heart_rate", workout.heartRate)
        if let device = workout.device.flatMap(Self.deviceName) {
            members.append(.init("source_device", .string(device)))
        }
        self.init(uuid: workout.id, members: members)
    }

    /// - Returns: nil for a kind that no coach's server takes.
    package init?(_ record: Vitals.Measurement) {
        let metric: (name: String, unit: String)
        switch record.kind {
        case .weight: metric = ("weight", "kg")
        case .height: metric = ("height", "cm")
        case .bodyFat: metric = ("body_fat", "percent")
        default: return nil
        }
        guard !record.isDeleted, record.unit == record.kind.canonicalUnit else { return nil }
        let isImported = record.id.uuid.6 >> 4 == 5
        self.init(
            uuid: record.id,
            members: [
                .init("metric", .string(metric.name)), .init("value", .number(record.value)),
                .init("unit", .string(metric.unit)), .init("measured_at", .string(record.recordedAt.rfc3339)),
                .init("source", .string(isImported ? Self.appleHealth : Self.typed)),
            ])
    }

    private static let appleHealth = "apple_health"
    private static let typed = "manual"

    /// `apple_watch` for `Watch6,7`; nil for a device for which the contract has no name.
    private static func deviceName(_ hardware: String) -> String? {
        if hardware.hasPrefix("Watch") { return "apple_watch" }
        return hardware.hasPrefix("iPhone") ? "iphone" : nil
    }
}

extension Device {
    /// The items that this device can tell a coach's server: its workouts, weights, heights and body fat, the oldest first.
    ///
    /// - Throws: `StoreError`.
    package func companionItems() throws -> [CompanionRoute: [CompanionItem]] {
        let records = try [.weight, .height, .bodyFat].map { (kind: MetricKind) in
            Array(try list(kind: kind).reversed())
        }
        return [
            .workouts: try workouts.list().reversed().compactMap { CompanionItem($0) },
            .profileMetrics: records.joined().compactMap { CompanionItem($0.measurement) },
        ]
    }
}
