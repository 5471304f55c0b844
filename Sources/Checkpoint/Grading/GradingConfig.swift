package import CheckpointCourse
package import Foundation

/// The points of a class, its due date and its rule for lateness: `grading.yml`.
package struct GradingConfig: Hashable, Sendable {
    /// The cost of lateness.
    package enum LatePolicy: Hashable, Sendable {
        /// Late submissions lose no points.
        case none
        /// Late submissions lose all points.
        case zero
        /// Late submissions lose this share of the points for each day that has begun: 0 to 100 per cent.
        case linear(percentPerDay: Hundredths)
    }

    /// The unit that points are given for.
    package enum Unit: String, Hashable, Sendable, Encodable, CaseIterable {
        /// A step counts when all its tests pass.
        case step
        /// Each passed test counts.
        case test
    }

    /// The front end by which everyone is judged; nil to use the one that each learner's own runner recorded.
    package var frontend: Frontend?
    /// Due date; nil if nothing is ever late.
    package var due: Date?
    package var late = LatePolicy.none
    package var unit = Unit.step
    /// Points for a unit.
    package var each = Hundredths(1)
    /// Points of steps that differ from `each`; with `Unit.test`, of each of their tests.
    package var steps: [Int: Hundredths] = [:]
    /// Points of tests that differ from `each`.
    package var tests: [String: Hundredths] = [:]

    /// Creates a configuration in which every step is worth one point and nothing is late.
    package init() {}

    /// Returns the points for a step in which all tests pass.
    func worth(of step: Step) -> Hundredths {
        switch unit {
        case .step: steps[step.number] ?? each
        case .test: step.tests.map { worth(of: $0, in: step) }.sum
        }
    }

    func worth(of test: StepTest, in step: Step) -> Hundredths { tests[test.id] ?? steps[step.number] ?? each }
}
