import Vitals

/// A `<Workout>` of an export, with what its `<WorkoutStatistics>` say.
///
/// Older exports have the distance and the energy in the tag itself, newer ones in the statistics.
struct ExportWorkout {
    let line: Int
    private(set) var draft: WorkoutDraft
    private var distances: [Double] = []
    private var energy: Double?

    /// - Returns: the workout, or one sentence that says why it can't be read.
    /// - Throws: `HealthImportError.malformed`.
    static func read(_ tag: XMLTag, device: String?) throws -> Result<ExportWorkout, HealthRecord.Unreadable> {
        do {
            return .success(try ExportWorkout(tag, device))
        } catch let error as HealthRecord.Unreadable {
            return .failure(error)
        }
    }

    private init(_ tag: XMLTag, _ device: String?) throws {
        for name in ["workoutActivityType", "sourceName"] as [StaticString]
        where tag.valueSizeBytes(of: name) > HealthExportReader.maximumNameSizeBytes {
            throw HealthRecord.Unreadable(
                "The attribute \(name) is longer than \(HealthExportReader.maximumNameSizeBytes) bytes.")
        }
        guard let activity = try tag.value(of: "workoutActivityType") else {
            throw HealthRecord.Unreadable.missing("workoutActivityType")
        }
        let origin = try HealthRecord.origin(of: tag, noun: "workout").get()
        line = tag.line
        draft = WorkoutDraft(start: origin.start, minutes: try Self.minutes(of: tag, origin))
        draft.end = origin.end
        draft.activity = WorkoutActivity(health: activity).rawValue
        draft.source = SampleOrigin(source: origin.source, start: origin.start).inOneLine.source
        draft.device = device ?? ""
        draft.energy = try Self.total(tag, "totalEnergyBurned", "totalEnergyBurnedUnit", .activeEnergy)
        draft.distance = try Self.total(tag, "totalDistance", "totalDistanceUnit", .distance)
    }

    /// The duration; without one, the time from start to end.
    private static func minutes(of tag: XMLTag, _ origin: HealthRecord.Origin) throws -> Double {
        guard let text = try tag.value(of: "duration") else {
            return Double(origin.end.millisecondsSinceEpoch - origin.start.millisecondsSinceEpoch) / 60_000
        }
        guard let duration = HealthRecord.number(text) else {
            throw HealthRecord.Unreadable("The duration is not a number.")
        }
        guard let factor = minutesPerUnit[try tag.value(of: "durationUnit") ?? "min"] else {
            throw HealthRecord.Unreadable("The unit of the duration isn't known.")
        }
        return duration * factor
    }

    private static let minutesPerUnit: [String: Double] = ["min": 1, "s": 1 / 60, "hr": 60]

    private static func total(
        _ tag: XMLTag, _ name: StaticString, _ unitName: StaticString, _ kind: MetricKind
    ) throws -> Double? {
        guard let text = try tag.value(of: name) else { return nil }
        guard let value = HealthRecord.number(text), value >= 0 else {
            throw HealthRecord.Unreadable("The attribute \(name) is not a number from 0 on.")
        }
        // A total of nothing may have no unit.
        guard value > 0 else { return nil }
        guard let unit = try tag.value(of: unitName), let total = SampleType.of(kind)?.canonicalValue(value, in: unit)
        else { throw HealthRecord.Unreadable("The unit of the attribute \(name) isn't known.") }
        return total
    }

    // MARK: Statistics

    /// Takes a `<WorkoutStatistics>` directly in the workout.
    ///
    /// - Returns: false for one of a type that no workout has here.
    /// - Throws: `HealthRecord.Unreadable`; `HealthImportError.malformed`.
    mutating func take(statistics tag: XMLTag) throws -> Bool {
        guard tag.valueSizeBytes(of: "type") <= HealthExportReader.maximumNameSizeBytes,
            let type = try tag.value(of: "type")
        else { throw HealthRecord.Unreadable.missing("type") }
        if type == Self.identifier(.activeEnergy) {
            if let sum = try Self.statistic(tag, "sum", .activeEnergy) { energy = (energy ?? 0) + sum }
        } else if type.hasPrefix(Self.distancePrefix) {
            if let sum = try Self.statistic(tag, "sum", .distance) { distances.append(sum) }
        } else if type == Self.identifier(.heartRate) {
            func rate(_ name: StaticString) throws -> Double? {
                // A sensor that slipped: the workout is worth more than its heart rate.
                try Self.statistic(tag, name, .heartRate).flatMap { WorkoutDraft.heartRates.contains($0) ? $0 : nil }
            }
            let (average, minimum, maximum) = (try rate("average"), try rate("minimum"), try rate("maximum"))
            (draft.heartRate, draft.heartRateMinimum, draft.heartRateMaximum) = (average, minimum, maximum)
        } else {
            return false
        }
        return true
    }

    /// Of whatever was covered: walking, cycling, swimming, rowing, on skis.
    private static let distancePrefix = "HKQuantityTypeIdentifierDistance"

    private static func identifier(_ kind: MetricKind) -> String? { SampleType.of(kind)?.identifier }

    private static func statistic(_ tag: XMLTag, _ name: StaticString, _ kind: MetricKind) throws -> Double? {
        guard let text = try tag.value(of: name) else { return nil }
        guard let value = HealthRecord.number(text), value >= 0 else {
            throw HealthRecord.Unreadable("The \(name) of a workout's statistics is not a number from 0 on.")
        }
        guard let unit = try tag.value(of: "unit"), let number = SampleType.of(kind)?.canonicalValue(value, in: unit)
        else { throw HealthRecord.Unreadable("The unit of a workout's statistics isn't known.") }
        return number
    }

    /// The workout as it's stored. What the statistics say is more than a total says.
    var complete: WorkoutDraft {
        var draft = draft
        draft.energy = energy ?? draft.energy
        if !distances.isEmpty { draft.distance = distances.reduce(0, +) }
        return draft
    }
}
