/// The sorts of workouts that a coach's server and our phones tell apart.
package enum WorkoutActivity: String, CaseIterable, Sendable {
    case run, walk, cycle, strength, hiit, other

    /// Reads HealthKit's name of an activity, such as `HKWorkoutActivityTypeRunning`. Each that has no word here is `other`.
    package init(health name: String) {
        self = Self.names[name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name] ?? .other
    }

    /// The name that a person reads.
    package var title: String {
        switch self {
        case .run: "Run"
        case .walk: "Walk"
        case .cycle: "Ride"
        case .strength: "Strength"
        case .hiit: "HIIT"
        case .other: "Workout"
        }
    }

    private static let prefix = "HKWorkoutActivityType"

    private static let names: [String: WorkoutActivity] = [
        "Running": .run, "WheelchairRunPace": .run, "Walking": .walk, "Hiking": .walk, "WheelchairWalkPace": .walk,
        "Cycling": .cycle, "HandCycling": .cycle, "TraditionalStrengthTraining": .strength,
        "FunctionalStrengthTraining": .strength, "CoreTraining": .strength, "HighIntensityIntervalTraining": .hiit,
    ]
}
