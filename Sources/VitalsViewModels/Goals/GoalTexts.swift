import Foundation
import Vitals
import VitalsGoals
import VitalsReminders

/// The words for weights, their trend and a goal, in one person's unit and language.
struct GoalTexts {
    let formatter: DisplayFormatter
    /// Kilograms or pounds.
    var unit: MetricUnit { formatter.units.weight }

    /// `72.4 kg`: a tenth is what a scale tells.
    func amount(_ kilograms: Double) -> String { "\(tenths(kilograms / unit.canonicalFactor))\u{A0}\(unit.symbol)" }

    /// `+0.3 kg`, `−0.3 kg`, or `0.0 kg` for a change that rounds to none.
    func change(_ kilograms: Double) -> String {
        let size = amount(abs(kilograms))
        return size == amount(0) ? size : (kilograms > 0 ? "+" : "−") + size
    }

    /// `72.4 kg, −0.3 kg a week`.
    func trend(_ trend: WeightTrend) -> String {
        guard let latest = trend.points.last else { return "none yet" }
        return ([amount(latest.value)] + (trend.perWeek.map { ["\(change($0)) a week"] } ?? [])).joined(separator: ", ")
    }

    /// `70.0 kg by 1 March 2027`.
    func goal(_ goal: Goal) -> String {
        amount(goal.value) + (goal.by.map { " by \(DayWords.day($0))" } ?? "")
    }

    /// A sentence about when the goal is reached.
    func outlook(_ outlook: GoalOutlook, of goal: Goal) -> String {
        switch outlook {
        case .unknown: "A week of weights says when you get there."
        case .reached: "You've reached your goal."
        case .never: "At this rate you don't get there."
        case .reachedOn(let day):
            if let by = goal.by, day > by {
                "At this rate you get there on \(DayWords.day(day)), after the day that you named."
            } else {
                "At this rate you get there on \(DayWords.day(day))."
            }
        }
    }

    /// A mark of a scale, in the person's unit.
    func mark(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...2)).locale(formatter.locale))
    }

    /// The number of a value for a field, such as `70.5`.
    func typed(_ kilograms: Double) -> String {
        (kilograms / unit.canonicalFactor).formatted(
            .number.precision(.fractionLength(0...1)).grouping(.never).locale(formatter.locale))
    }

    private func tenths(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(1)).locale(formatter.locale))
    }
}
