internal import Foundation

/// How late a submission was, and what that leaves of its points.
package struct Lateness: Hashable, Sendable {
    /// After the due date; 0 when it was in time.
    package let seconds: Int
    /// What is left of the points, in ten thousandths.
    package let factor: Int

    /// Days that have begun since the due date.
    package var days: Int { (seconds + 86_399) / 86_400 }

    /// What is left of the points, in per cent.
    package var percent: Hundredths { Hundredths(count: factor) }

    /// Nil where nothing is due, or nothing tells when it was handed in.
    init?(_ submission: GradedSubmission, _ config: GradingConfig) {
        guard let due = config.due, let submittedAt = submission.submittedAt else { return nil }
        seconds = max(0, ZonedTime.seconds(submittedAt) - ZonedTime.seconds(due))
        let days = (seconds + 86_399) / 86_400
        factor =
            switch config.late {
            case _ where days == 0: 10_000
            case .none: 10_000
            case .zero: 0
            // One hundredth of a per cent a day is nothing left after 10 000 days.
            case .linear(let percent): max(0, 10_000 - percent.count * min(days, 10_000))
            }
    }
}
