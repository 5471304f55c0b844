import Foundation
import Vitals
import VitalsWorkouts

/// A workout's values as display strings, in the person's units.
struct WorkoutTexts {
    private let formatter: DisplayFormatter

    init(_ formatter: DisplayFormatter) { self.formatter = formatter }

    /// The duration: `45 min`, or `1 h 5 min`.
    func duration(_ minutes: Double) -> String {
        let all = Int(minutes.rounded())
        if all < 1 { return "under 1 min" }
        if all < 60 { return "\(all) min" }
        return all % 60 == 0 ? "\(all / 60) h" : "\(all / 60) h \(all % 60) min"
    }

    /// Kilometres or miles, as the person prefers.
    func distance(_ kilometres: Double) -> String { text(kilometres / unit.canonicalFactor, unit) }

    func energy(_ kilocalories: Double) -> String { text(kilocalories.rounded(), .kilocalories) }

    func heartRate(_ rate: Double) -> String { text(rate.rounded(), .beatsPerMinute) }

    var unit: MetricUnit { formatter.units.distance }

    /// The pace of a run or walk: `5:30 min/km`; nil without a distance, or for what isn't done on foot.
    func pace(_ workout: Workout) -> String? {
        let isOnFoot = [WorkoutActivity.run, .walk].contains { $0.rawValue == workout.activity }
        guard isOnFoot, let minutes = workout.minutes, let distance = workout.distance, distance > 0 else { return nil }
        let seconds = Int((minutes * 60 / (distance / unit.canonicalFactor)).rounded())
        guard seconds < 6_000 else { return nil }
        return "\(seconds / 60):\(String(format: "%02d", seconds % 60)) min/\(unit.symbol)"
    }

    private func text(_ value: Double, _ unit: MetricUnit) -> String {
        "\(formatter.number(value, in: unit))\u{A0}\(unit.symbol)"
    }
}
