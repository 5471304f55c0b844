import Foundation
import Vitals
import VitalsWorkouts

/// The heart rate of a workout, ready to be drawn: a summary, a line over time, and the time in each range.
public struct HeartRateChart: Hashable, Sendable {
    /// A place of the line: 0 to 1 from the start to the end, and from the bottom of the range to its top.
    public struct Point: Hashable, Sendable {
        public let x: Double
        public let y: Double
        /// True if nothing was measured for two minutes before, so that no line leads here.
        public let followsGap: Bool
    }

    /// The time in a range of rates.
    public struct Bar: Identifiable, Hashable, Sendable {
        /// Such as `120 to 140`.
        public let name: String
        /// Such as `12 min`.
        public let value: String
        /// The part of the time that was measured, 0 to 1.
        public let fraction: Double
        public var id: String { name }
    }

    /// Least, average and greatest rate, such as `98 to 171, average 142 bpm`.
    public let summary: String
    /// At most `maximumPoints`, in the order of time; empty where only the source's own summary is known.
    public let points: [Point]
    public let bars: [Bar]
    /// The rates at the bottom and the top of the line.
    public let range: ClosedRange<Int>
    /// The chart as a screen reader reads it.
    public let spoken: String

    /// A watch measures each few seconds, and a screen has no more places.
    public static let maximumPoints = 240

    init?(_ workout: Workout, _ all: [HeartRatePoint], _ texts: WorkoutTexts) {
        guard let band = HeartRateBand(workout, all) else { return nil }
        let all = all.filter { WorkoutDraft.heartRates.contains($0.rate) }
        summary = Self.summaryText(band, texts)
        let lower = Int((band.minimum ?? band.average ?? 60) / 20) * 20
        let upper = (Int((band.maximum ?? band.average ?? 160) / 20) + 1) * 20
        range = min(lower, upper - 20)...upper
        points = Self.line(all, workout, range)
        let seconds = band.buckets.reduce(0) { $0 + $1.seconds }
        bars = band.buckets.map { bucket in
            Bar(
                name: "\(bucket.lower) to \(bucket.upper)", value: texts.duration(bucket.seconds / 60),
                fraction: seconds > 0 ? bucket.seconds / seconds : 0)
        }
        spoken = "Heart rate: \(summary)."
    }

    private static func summaryText(_ band: HeartRateBand, _ texts: WorkoutTexts) -> String {
        var parts: [String] = []
        if let minimum = band.minimum, let maximum = band.maximum {
            parts.append("\(Int(minimum.rounded())) to \(Int(maximum.rounded()))")
        }
        if let average = band.average { parts.append("average \(texts.heartRate(average))") }
        return parts.joined(separator: ", ")
    }

    /// The line. Of more points than fit, each place has the average of a few that follow each other.
    private static func line(_ all: [HeartRatePoint], _ workout: Workout, _ range: ClosedRange<Int>) -> [Point] {
        guard let start = workout.start ?? all.first?.time, let end = workout.lastMoment ?? all.last?.time else {
            return []
        }
        let length = Double(max(1, end.millisecondsSinceEpoch - start.millisecondsSinceEpoch))
        let size = (all.count + maximumPoints - 1) / maximumPoints
        var points: [Point] = []
        var last: Timestamp?
        for index in stride(from: 0, to: all.count, by: max(1, size)) {
            let group = all[index..<min(index + size, all.count)]
            let rate = group.reduce(0) { $0 + $1.rate } / Double(group.count)
            let time = group[group.startIndex].time
            let gap = last.map { time.millisecondsSinceEpoch - $0.millisecondsSinceEpoch } ?? 0
            let x = Double(time.millisecondsSinceEpoch - start.millisecondsSinceEpoch) / length
            let y = (rate - Double(range.lowerBound)) / Double(range.upperBound - range.lowerBound)
            points.append(
                Point(
                    x: min(max(x, 0), 1), y: min(max(y, 0), 1),
                    followsGap: gap > HeartRateBand.maximumGapMilliseconds))
            last = group[group.endIndex - 1].time
        }
        return points
    }
}
