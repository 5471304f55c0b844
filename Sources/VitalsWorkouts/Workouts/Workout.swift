package import Foundation
package import Vitals
package import VitalsEntities

/// A workout as a person sees it. Another build or a coach's server may have written it, so a field that can't be read is nil.
package struct Workout: Hashable, Sendable, Identifiable {
    package let id: UUID
    package let start: Timestamp?
    /// The duration in minutes, without pauses.
    package let minutes: Double?
    /// As it was recorded; see `lastMoment`.
    package let end: Timestamp?
    /// A name of `WorkoutActivity`, or one that this build doesn't know.
    package let activity: String?
    package let note: String
    /// Active energy, in kilocalories.
    package let energy: Double?
    /// In kilometres.
    package let distance: Double?
    /// The average of its own summary, in beats per minute.
    package let heartRate: Double?
    package let heartRateMinimum: Double?
    package let heartRateMaximum: Double?
    /// The recorder, such as a watch; nil for a workout that a person typed.
    package let source: String?
    package let device: String?
    /// True while an edit of it waits for the server.
    package let waits: Bool
    /// All fields, with those that this build doesn't know.
    package let fields: [String: JSONValue]

    /// - Returns: nil for an entity of another type.
    package init?(_ entity: Entity) {
        guard entity.type == Self.type else { return nil }
        self.init(id: entity.id, fields: entity.fields, waits: entity.waits)
    }

    package init(id: UUID, fields: [String: JSONValue], waits: Bool) {
        func time(_ field: String) -> Timestamp? { fields[field]?.string.flatMap { Timestamp(rfc3339: $0) } }
        func number(_ field: String) -> Double? {
            guard case .number(let number)? = fields[field], number.isFinite, number > 0 else { return nil }
            return number
        }
        func text(_ field: String) -> String? { fields[field]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        (self.id, self.fields, self.waits) = (id, fields, waits)
        (start, minutes, end) = (time("start"), number("minutes"), time("end"))
        (activity, note) = (text("activity"), text("note") ?? "")
        (energy, distance, heartRate) = (number("energy"), number("distance"), number("heartRate"))
        (heartRateMinimum, heartRateMaximum) = (number("heartRateMinimum"), number("heartRateMaximum"))
        (source, device) = (text("source"), text("device"))
    }

    /// The type of the entities that are workouts.
    package static let type = "workout"

    /// The name that a person reads: of its activity, or `Workout`.
    package var title: String {
        activity.flatMap(WorkoutActivity.init)?.title ?? activity ?? WorkoutActivity.other.title
    }

    /// The end, or else the start and the duration after it; nil where neither can be read.
    package var lastMoment: Timestamp? {
        if let start, let end, start <= end { return end }
        guard let start, let minutes, minutes <= WorkoutDraft.maximumMinutes else { return nil }
        return start.advanced(byMilliseconds: Int64(minutes * 60_000))
    }
}
