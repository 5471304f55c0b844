import Foundation
import Vitals
import VitalsGoals
import VitalsReminders

/// Weights, their trend and the goal, ready to be drawn: places in a unit square, marks, and the chart in words.
public struct TrendChart: Hashable, Sendable {
    /// How many days a chart shows.
    public enum Range: Int, CaseIterable, Hashable, Sendable {
        case month = 30
        case quarter = 90
        case year = 365

        public var title: String {
            switch self {
            case .month: "Month"
            case .quarter: "Three months"
            case .year: "Year"
            }
        }
    }

    /// A place: 0 to 1 from the first day to the last one, and from the bottom of the scale to its top.
    public struct Point: Hashable, Sendable {
        public let x: Double
        public let y: Double
    }

    /// A mark of the scale.
    public struct Tick: Identifiable, Hashable, Sendable {
        public let y: Double
        /// Such as `172`, in the person's unit.
        public let label: String
        public var id: String { label }
    }

    /// What a line or a dot stands for.
    public enum Series: String, Hashable, Sendable {
        case weight, trend, goal
    }

    /// An entry of the legend.
    public struct Entry: Identifiable, Hashable, Sendable {
        public let series: Series
        /// Such as `Trend: 72.4 kg`.
        public let text: String
        public var id: Series { series }
    }

    /// The mean of each day with a weight.
    public let weights: [Point]
    /// The trend on the same days, for a line.
    public let trend: [Point]
    /// The height of the goal's line; nil without a goal.
    public let goalHeight: Double?
    public let ticks: [Tick]
    public let legend: [Entry]
    /// The chart as a screen reader reads it.
    public let spoken: String

    /// - Returns: nil for a range without a weight.
    init?(
        _ all: WeightTrend, goal: Goal?, range: Range, today: CalendarDay, texts: GoalTexts
    ) {
        let first = today.number - range.rawValue + 1
        let points = all.points.filter { $0.day.number >= first }
        guard let latest = points.last else { return nil }
        func shown(_ value: Double) -> Double { value / texts.unit.canonicalFactor }
        let values = (points.flatMap { [$0.mean, $0.value] } + [goal?.value].compactMap(\.self)).map(shown)
        let marks = AxisTicks.around(values.min() ?? 0, values.max() ?? 1)
        let (bottom, top) = (marks[0], marks[marks.count - 1])
        func height(_ value: Double) -> Double { (shown(value) - bottom) / (top - bottom) }
        func place(_ point: WeightTrend.Point, _ value: Double) -> Point {
            Point(x: (Double(point.day.number - first) + 0.5) / Double(range.rawValue), y: height(value))
        }
        weights = points.map { place($0, $0.mean) }
        trend = points.map { place($0, $0.value) }
        goalHeight = goal.map { height($0.value) }
        ticks = marks.map { Tick(y: ($0 - bottom) / (top - bottom), label: texts.mark($0)) }
        var legend = [
            Entry(series: .weight, text: "Weight: \(texts.amount(latest.mean))"),
            Entry(series: .trend, text: "Trend: \(texts.trend(all))"),
        ]
        if let goal { legend.append(Entry(series: .goal, text: "Goal: \(texts.goal(goal))")) }
        self.legend = legend
        spoken =
            "Weight on \(points.count) of \(range.rawValue) days. "
            + legend.map { $0.text + "." }.joined(separator: " ")
    }
}
