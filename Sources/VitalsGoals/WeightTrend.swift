package import VitalsReminders

/// The trend of a weight: what is left of it without the water and the meals of a day. `Tests/Vectors/trend.json` has what comes
/// out; the browser computes the same.
package struct WeightTrend: Hashable, Sendable {
    /// A weight that was measured on a day, in kilograms.
    package struct Reading: Hashable, Sendable {
        package let day: CalendarDay
        package let value: Double

        package init(day: CalendarDay, value: Double) {
            self.day = day
            self.value = value
        }
    }

    /// A day with a weight. Values are in kilograms.
    package struct Point: Hashable, Sendable {
        package let day: CalendarDay
        /// The mean of what was measured that day.
        package let mean: Double
        /// The trend.
        package let value: Double
    }

    /// The days with a weight, the first one first.
    package let points: [Point]
    /// The change in kilograms a week; nil where too little is known, or the latest weight is too old.
    package let perWeek: Double?

    /// The share of a day's weight in the trend: an exponentially weighted moving average, as John Walker's "The Hacker's Diet" has
    /// it (https://www.fourmilab.ch/hackdiet/). A day that is 20 days back still has an eighth of its weight.
    package static let smoothing = 0.1
    /// The rate is that of the last four weeks, and four weeks after the last weight there's none any more.
    package static let rateDayCount = 28
    /// Fewer days say more of the water than of the weight.
    static let leastSpanDayCount = 7

    /// - Parameters:
    ///   - readings: in any order. Those of a day count as their mean.
    ///   - today: what is measured later doesn't count.
    package init(_ readings: some Sequence<Reading>, today: CalendarDay) {
        var days: [CalendarDay: (sum: Double, count: Int)] = [:]
        for reading in readings where reading.day <= today {
            let known = days[reading.day] ?? (0, 0)
            days[reading.day] = (known.sum + reading.value, known.count + 1)
        }
        var points: [Point] = []
        for (day, found) in days.sorted(by: { $0.key < $1.key }) {
            let mean = found.sum / Double(found.count)
            guard let before = points.last else {
                points.append(Point(day: day, mean: mean, value: mean))
                continue
            }
            // Days without a weight leave the trend as it is, and the next weight has their shares too.
            let kept = (before.day.number..<day.number).reduce(1) { kept, _ in kept * (1 - Self.smoothing) }
            points.append(Point(day: day, mean: mean, value: before.value + (1 - kept) * (mean - before.value)))
        }
        self.points = points
        perWeek = Self.perWeek(points, today)
    }

    /// The slope of the line of least squares through the trend of the last four weeks.
    private static func perWeek(_ points: [Point], _ today: CalendarDay) -> Double? {
        guard let last = points.last, today.number - last.day.number <= rateDayCount else { return nil }
        let recent = points.filter { $0.day.number > last.day.number - rateDayCount }
        guard let first = recent.first, last.day.number - first.day.number >= leastSpanDayCount else { return nil }
        let days = recent.map { Double($0.day.number - last.day.number) }
        let meanDay = days.reduce(0, +) / Double(days.count)
        let meanValue = recent.reduce(0) { $0 + $1.value } / Double(recent.count)
        var (products, squares) = (0.0, 0.0)
        for (day, point) in zip(days, recent) {
            products += (day - meanDay) * (point.value - meanValue)
            squares += (day - meanDay) * (day - meanDay)
        }
        return 7 * products / squares
    }
}

/// The prospect of a goal, judged by a trend.
package enum GoalOutlook: Hashable, Sendable {
    /// There's no weight, or no rate to go by.
    case unknown
    case reached
    /// At this rate the goal isn't reached, or not within ten years.
    case never
    /// At this rate it's reached on that day, which is today or later.
    case reachedOn(CalendarDay)

    /// Farther off, a day is a number and no plan.
    private static let farthestDayCount = 3_650.0
    /// In kilograms: what shows as no difference in tenths.
    private static let reachedWithin = 0.05

    /// - Parameters:
    ///   - value: the goal, in kilograms.
    ///   - startValue: the trend when the goal was set, which says from where it's reached; nil if that isn't known.
    package init(of trend: WeightTrend, value: Double, startValue: Double?, today: CalendarDay) {
        guard let last = trend.points.last else {
            self = .unknown
            return
        }
        let left = value - last.value
        if abs(left) < Self.reachedWithin || startValue.map({ left * (value - $0) < 0 }) == true {
            self = .reached
        } else if let perWeek = trend.perWeek {
            let days = left / (perWeek / 7)
            guard days > 0, days <= Self.farthestDayCount else {
                self = .never
                return
            }
            self = .reachedOn(max(last.day + Int(days.rounded(.up)), today))
        } else {
            self = .unknown
        }
    }
}
