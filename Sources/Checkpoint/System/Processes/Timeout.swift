/// Runs `body`, and cancels it and throws if it takes longer than `seconds`.
///
/// - Throws: `CourseError` with `label` when the time is up, otherwise the error of `body`.
package func withTimeout<Value: Sendable>(
    seconds: Double, _ label: String, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw CourseError(.timedOut, "\(label) didn't finish within \(Int(seconds)) s and was stopped.")
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}

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
