internal import Foundation

/// The lateness of a submission, and the share of its points that is left.
package struct Lateness: Hashable, Sendable {
    /// Seconds after the due date; 0 when it was on time.
    package let seconds: Int
    /// The share of the points that is left, in ten thousandths.
    package let factor: Int

    /// Days that have begun since the due date.
    package var days: Int { (seconds + 86_399) / 86_400 }

    /// The share of the points that is left, in per cent.
    package var percent: Hundredths { Hundredths(count: factor) }

    /// Returns nil when there is no due date, or no date of submission.
    init?(_ submission: GradedSubmission, _ config: GradingConfig) {
        guard let due = config.due, let submittedAt = submission.submittedAt else { return nil }
        seconds = max(0, Int(submittedAt.timeIntervalSince(due).rounded(.down)))
        let days = (seconds + 86_399) / 86_400
        factor =
            switch config.late {
            case _ where days == 0: 10_000
            case .none: 10_000
            case .zero: 0
            // At a hundredth of a per cent a day, nothing is left after 10,000 days.
            case .linear(let percent): max(0, 10_000 - percent.count * min(days, 10_000))
            }
    }
}
