package import Vitals
import VitalsEntities

/// A workout that isn't stored, because of one of its fields.
package struct WorkoutInvalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field of the entity, such as `minutes`.
    package let field: String
    /// A sentence for a person. It never repeats the value.
    package let detail: String

    package init(_ field: String, _ detail: String) {
        self.field = field
        self.detail = detail
    }

    package var description: String { detail }
}

/// A workout as a person or a health source gives it.
package struct WorkoutDraft: Hashable, Sendable {
    package var start: Timestamp
    /// The duration in minutes, without pauses.
    package var minutes: Double
    /// nil where only the duration is known.
    package var end: Timestamp?
    /// One of `WorkoutActivity`; empty for none.
    package var activity = ""
    package var note = ""
    /// Active energy, in kilocalories.
    package var energy: Double?
    /// In kilometres.
    package var distance: Double?
    /// The average, in beats per minute.
    package var heartRate: Double?
    package var heartRateMinimum: Double?
    package var heartRateMaximum: Double?
    /// What recorded it, as the person named it; empty for a workout that a person typed.
    package var source = ""
    /// The model of the device, such as `Watch6,1`.
    package var device = ""
    /// The fields that the person saw when they began; nil for a draft of a new workout.
    package private(set) var seen: [String: JSONValue]?

    package init(start: Timestamp, minutes: Double) {
        self.start = start
        self.minutes = minutes
    }

    /// A draft that changes a workout. Only what's different from the workout in the end is written.
    ///
    /// - Returns: nil for a workout whose start or duration this build can't read.
    package init?(of workout: Workout) {
        guard let start = workout.start, let minutes = workout.minutes else { return nil }
        self.init(start: start, minutes: minutes)
        (end, activity, note) = (workout.end, workout.activity ?? "", workout.note)
        (energy, distance, heartRate) = (workout.energy, workout.distance, workout.heartRate)
        (heartRateMinimum, heartRateMaximum) = (workout.heartRateMinimum, workout.heartRateMaximum)
        (source, device) = (workout.source ?? "", workout.device ?? "")
        seen = workout.fields
    }
}

extension WorkoutDraft {
    /// The longest workout, one day, in minutes.
    package static let maximumMinutes = 1_440.0
    /// Wider than any workout, so that only a wrong unit is refused: kilocalories, and kilometres.
    package static let maximumEnergy = 100_000.0
    package static let maximumDistance = 50_000.0
    /// In beats per minute.
    package static let heartRates = 20.0...300.0
    private static let yearMilliseconds: Int64 = 366 * 86_400_000
    private static let earliest = Timestamp(rfc3339: "1900-01-01T00:00:00Z")!

    /// The fields as they're stored; `null` for one that is empty.
    ///
    /// - Parameter now: a workout may begin at most a year later.
    /// - Throws: a sentence about the first field that can't be stored.
    package func values(now: Timestamp) throws(WorkoutInvalid) -> [String: JSONValue] {
        let minutes = Self.rounded(minutes)
        guard minutes.isFinite, minutes > 0 else {
            throw WorkoutInvalid("minutes", "A workout takes more than 0 minutes.")
        }
        guard minutes <= Self.maximumMinutes else {
            throw WorkoutInvalid("minutes", "A workout takes at most 24 hours.")
        }
        let latest = now.advanced(byMilliseconds: Self.yearMilliseconds) ?? .max
        guard start >= Self.earliest, start <= latest else {
            throw WorkoutInvalid("start", "A workout starts between the year 1900 and a year from now.")
        }
        let end = try checkedEnd(minutes)
        try checkTexts()
        return [
            "start": .string(start.rfc3339), "minutes": .number(minutes),
            "end": end.map { .string($0.rfc3339) } ?? .null, "activity": Self.typed(activity),
            "note": Self.typed(note),
            "energy": try Self.amount(
                energy, "energy", 0...Self.maximumEnergy, "The energy is from 0 to 100,000 kilocalories."),
            "distance": try Self.amount(
                distance, "distance", 0...Self.maximumDistance, "The distance is from 0 to 50,000 kilometres."),
            "heartRate": try Self.rate(heartRate, "heartRate"),
            "heartRateMinimum": try Self.rate(heartRateMinimum, "heartRateMinimum"),
            "heartRateMaximum": try Self.rate(heartRateMaximum, "heartRateMaximum"),
            "source": Self.typed(source), "device": Self.typed(device),
        ]
    }

    /// The end as it's stored. If a person moves a workout or makes it longer, its end goes with it.
    private func checkedEnd(_ minutes: Double) throws(WorkoutInvalid) -> Timestamp? {
        guard let end else { return nil }
        if let seen, seen["end"] == .string(end.rfc3339),
            seen["start"] != .string(start.rfc3339) || seen["minutes"] != .number(minutes)
        {
            return start.advanced(byMilliseconds: Int64(minutes * 60_000))
        }
        guard start <= end else { throw WorkoutInvalid("end", "The workout ends before it starts.") }
        guard end.millisecondsSinceEpoch - start.millisecondsSinceEpoch <= Int64(Self.maximumMinutes * 60_000) else {
            throw WorkoutInvalid("end", "The workout ends more than 24 hours after its start.")
        }
        return end
    }

    private func checkTexts() throws(WorkoutInvalid) {
        let isKept = seen?["activity"] == .string(activity)
        guard activity.isEmpty || isKept || WorkoutActivity(rawValue: activity) != nil else {
            let names = WorkoutActivity.allCases.map(\.rawValue).joined(separator: ", ")
            throw WorkoutInvalid("activity", "The activity is one of: \(names).")
        }
        for (field, text) in [("source", source), ("device", device)] where seen?[field] != .string(text) {
            guard EntityLimits.isLine(text),
                !text.unicodeScalars.contains(where: \.isControl)
            else { throw WorkoutInvalid(field, "The \(field) is one line of at most 200 characters.") }
        }
        guard note.utf8.count <= EntityLimits.textSizeBytes, !note.utf8.contains(0) else {
            throw WorkoutInvalid("note", "The note has at most 32 KiB of text.")
        }
    }

    /// Zero says no more than nothing, and is left out.
    private static func amount(
        _ value: Double?, _ field: String, _ range: ClosedRange<Double>, _ sentence: String
    ) throws(WorkoutInvalid) -> JSONValue {
        guard let value else { return .null }
        guard value.isFinite, range.contains(value) else { throw WorkoutInvalid(field, sentence) }
        let number = rounded(value)
        return number > 0 ? .number(number) : .null
    }

    private static func rate(_ value: Double?, _ field: String) throws(WorkoutInvalid) -> JSONValue {
        try amount(value, field, heartRates, "A heart rate is from 20 to 300 beats per minute.")
    }

    /// To three decimals: sources round differently beyond them.
    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

    private static func typed(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }
}
