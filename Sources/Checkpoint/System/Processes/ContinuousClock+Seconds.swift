extension ContinuousClock.Instant {
    /// Seconds since this instant.
    package var seconds: Double { duration(to: .now) / .seconds(1) }
}

extension [Range<ContinuousClock.Instant>] {
    /// Seconds covered by at least one of the ranges.
    package var seconds: Double {
        var sum = Duration.zero
        var end: ContinuousClock.Instant?
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let begin = Swift.max(range.lowerBound, end ?? range.lowerBound)
            if range.upperBound > begin { sum += begin.duration(to: range.upperBound) }
            end = Swift.max(range.upperBound, end ?? range.upperBound)
        }
        return sum / .seconds(1)
    }
}
