public import Foundation
import Vitals
import VitalsWorkouts

/// A workout in a list.
public struct WorkoutRow: Identifiable, Hashable, Sendable {
    public let id: UUID
    /// The activity: `Run`.
    public let title: String
    /// The time at which it started: `07:30`; empty if it can't be read.
    public let time: String
    /// Duration, distance, energy and heart rate, as far as they're known.
    public let detail: String
    /// The recorder, such as a watch; nil for one that a person typed.
    public let source: String?
    /// True while a change of it waits for the server.
    public let waits: Bool
    /// The row as a screen reader reads it.
    public let spoken: String

    init(_ workout: Workout, _ formatter: DisplayFormatter) {
        let texts = WorkoutTexts(formatter)
        id = workout.id
        title = workout.title.onOneLine
        time = workout.start.map(formatter.time) ?? ""
        source = workout.source?.onOneLine
        waits = workout.waits
        let parts = [
            workout.minutes.map(texts.duration), workout.distance.map(texts.distance),
            workout.energy.map(texts.energy), workout.heartRate.map(texts.heartRate),
        ].compactMap(\.self)
        detail = parts.isEmpty ? "This build can't read when it was" : parts.joined(separator: " · ")
        spoken = [title, time, parts.joined(separator: ", "), waits ? "saved on this phone" : ""]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The workouts of one day.
public struct WorkoutDay: Identifiable, Hashable, Sendable {
    /// `Today`, `Yesterday`, `20 June 2026`; `Without a time` for those whose start can't be read.
    public let title: String
    public let rows: [WorkoutRow]

    public var id: String { title }

    /// Splits workouts, the latest first, into days.
    static func days(_ workouts: [Workout], _ formatter: DisplayFormatter, now: Timestamp) -> [WorkoutDay] {
        var days: [(title: String, rows: [WorkoutRow])] = []
        for workout in workouts {
            let title = workout.start.map { formatter.day($0, seenFrom: now) } ?? "Without a time"
            if days.last?.title != title { days.append((title, [])) }
            days[days.count - 1].rows.append(WorkoutRow(workout, formatter))
        }
        return days.map { WorkoutDay(title: $0.title, rows: $0.rows) }
    }
}
