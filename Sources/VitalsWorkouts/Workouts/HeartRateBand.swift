package import Vitals

/// A heart rate that was measured.
package struct HeartRatePoint: Hashable, Sendable {
    package let time: Timestamp
    /// In beats per minute.
    package let rate: Double

    package init(time: Timestamp, rate: Double) {
        self.time = time
        self.rate = rate
    }
}

/// How the heart beat during a workout: the least, the average and the greatest rate, and the time in each bucket of 20 beats.
package struct HeartRateBand: Hashable, Sendable {
    /// Beats per minute from `lower` on, less than `upper`, and the time with such a rate.
    package struct Bucket: Hashable, Sendable {
        package let lower: Int
        package let upper: Int
        package let seconds: Double
    }

    package let minimum: Double?
    package let average: Double?
    package let maximum: Double?
    /// By rate, from the least to the greatest that was measured; empty where only the source's own summary is known.
    package let buckets: [Bucket]

    package static let bucketWidth = 20
    /// A point counts until the next one, but no longer than this: a watch that lost contact measured nothing.
    package static let maximumGapMilliseconds: Int64 = 120_000

    /// - Parameter points: in the order of time.
    /// - Returns: nil if nothing is known of the heart rate.
    package init?(_ workout: Workout, _ points: [HeartRatePoint]) {
        let points = points.filter { WorkoutDraft.heartRates.contains($0.rate) }
        guard let first = points.first else {
            let summary = [workout.heartRateMinimum, workout.heartRate, workout.heartRateMaximum]
            guard summary.contains(where: { $0 != nil }) else { return nil }
            (minimum, average, maximum) = (summary[0], summary[1], summary[2])
            buckets = []
            return
        }
        let rates = points.map(\.rate)
        (minimum, maximum) = (rates.min(), rates.max())
        average = workout.heartRate ?? rates.reduce(0, +) / Double(rates.count)
        let end = workout.lastMoment ?? points.last?.time ?? first.time
        var milliseconds: [Int: Int64] = [:]
        for (index, point) in points.enumerated() {
            let next = index + 1 < points.count ? points[index + 1].time : end
            let span = max(0, next.millisecondsSinceEpoch - point.time.millisecondsSinceEpoch)
            milliseconds[Int(point.rate) / Self.bucketWidth, default: 0] += min(span, Self.maximumGapMilliseconds)
        }
        let places = (milliseconds.keys.min() ?? 0)...(milliseconds.keys.max() ?? 0)
        buckets = places.map { place in
            Bucket(
                lower: place * Self.bucketWidth, upper: (place + 1) * Self.bucketWidth,
                seconds: Double(milliseconds[place] ?? 0) / 1_000)
        }
    }
}
