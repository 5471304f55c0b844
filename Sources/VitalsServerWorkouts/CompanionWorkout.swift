import Foundation
import Vitals
import VitalsEntities
import VitalsWorkouts

/// A workout as a companion sends it.
struct CompanionWorkout: Sendable {
    /// The id of the entity that it becomes.
    let id: UUID
    /// In milliseconds since the epoch, and in milliseconds.
    let start: Int64
    let duration: Int64
    /// The fields of the entity that the source has. Others, such as a person's note, aren't the companion's.
    let fields: [String: JSONValue]

    static let activities = ["run", "walk", "cycle", "strength", "hiit", "other"]
    private static let names = [
        "client_id", "source", "workout_type", "start_time", "end_time", "duration_seconds", "calories_active",
        "distance_meters", "avg_heart_rate", "source_device", "uuid",
    ]
    private static let longestSeconds: Double = 86_400

    /// - Parameter remarks: gets what was odd, and still taken.
    init(
        _ item: CompanionItem, _ remarks: inout [(field: String, message: String)]
    ) throws(CompanionError) {
        let uuid = try item.uuid("uuid")
        let source = try item.line("source")
        let activity = try item.word("workout_type", of: Self.activities)
        let (start, end) = (try item.time("start_time"), try item.time("end_time"))
        guard Sample.years.contains(start) else {
            throw CompanionError("start_time", "The time must be between the years 1900 and 2100.")
        }
        let interval = Double(end.millisecondsSinceEpoch - start.millisecondsSinceEpoch) / 1_000
        guard interval >= 0 else { throw CompanionError("end_time", "The workout ends before it starts.") }
        guard interval <= Self.longestSeconds else { throw CompanionError("end_time", "It's longer than a day.") }
        let seconds = try item.number("duration_seconds")
        // Less than a millisecond is no duration: the entity's is in minutes, and above 0.
        guard seconds >= 0.001 else { throw CompanionError("duration_seconds", "Expected a number above 0.") }
        guard seconds <= Self.longestSeconds else {
            throw CompanionError("duration_seconds", "It's longer than a day.")
        }
        if abs(seconds - interval) > interval {
            remarks.append(("duration_seconds", "It's far from the time between start and end."))
        }
        var heartRate = try item.numberIfPresent("avg_heart_rate")
        if let rate = heartRate, !WorkoutDraft.heartRates.contains(rate) {
            remarks.append(("avg_heart_rate", "It isn't between 20 and 300, and was left out."))
            heartRate = nil
        }
        // What a phone would refuse as a wrong unit is left out, too: the workout could never be edited there.
        var energy = try item.amountIfPresent("calories_active")
        if let amount = energy, amount > WorkoutDraft.maximumEnergy {
            remarks.append(("calories_active", "It's more than 100,000 kilocalories, and was left out."))
            energy = nil
        }
        var kilometres = try item.amountIfPresent("distance_meters").map { $0 / 1_000 }
        if let distance = kilometres, distance > WorkoutDraft.maximumDistance {
            remarks.append(("distance_meters", "It's more than 50,000 kilometres, and was left out."))
            kilometres = nil
        }
        // A distance below what a number of kilometres can say is none.
        if kilometres == 0 { kilometres = nil }
        let device = try item.lineIfPresent("source_device")
        remarks += item.unknown(besides: Self.names)

        id =
            uuid.map { CompanionID.of($0) } ?? CompanionID.of([activity, start.rfc3339, end.rfc3339, source])
        self.start = start.millisecondsSinceEpoch
        duration = Int64((seconds * 1_000).rounded())
        let fields: [String: JSONValue?] = [
            "start": .string(start.rfc3339), "end": .string(end.rfc3339), "minutes": .number(seconds / 60),
            "activity": .string(activity), "source": .string(source), "device": device.map { .string($0) },
            "energy": energy.map { .number($0) }, "distance": kilometres.map { .number($0) },
            "heartRate": heartRate.map { .number($0) },
        ]
        self.fields = fields.compactMapValues(\.self)
    }

    /// The commands that make an entity of it, or give the stored one the fields that differ.
    func command(updating stored: EntityRow?, type: EntityType, now: Timestamp) -> EntityCommand {
        guard let stored else {
            return EntityCommand(
                .create, type: type, id: id, updatedAt: now, changes: fields.mapValues { FieldChange(to: $0) })
        }
        let changed = fields.filter { stored.value($0.key) != $0.value }
        return EntityCommand(
            .update, type: type, id: stored.id, updatedAt: now,
            changes: Dictionary(
                uniqueKeysWithValues: changed.map { ($0.key, FieldChange(base: stored.value($0.key), to: $0.value)) }))
    }
}

extension CompanionMatch.Stored {
    /// A stored workout; nil for an entity of another type, and for one without a start.
    init?(_ row: EntityRow, of type: EntityType) {
        guard row.type == type.name else { return nil }
        guard !row.isDeleted else {
            self.init(id: row.id, start: 0, duration: 0, isDeleted: true)
            return
        }
        guard let values = type.likeness?.values(of: row.fields) else { return nil }
        // A phone may have stored any number of minutes above 0. Nothing near the ends of Int64 is like a workout of a day.
        let duration = min(values.minutes * 60_000, 1e15).rounded()
        self.init(id: row.id, start: values.start, duration: Int64(duration))
    }
}
