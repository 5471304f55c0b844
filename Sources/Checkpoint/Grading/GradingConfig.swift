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
    /// Points of steps that differ from `each`, and of chapters; with `Unit.test`, of each of their tests.
    package var steps: [Int: Hundredths] = [:]
    /// Points of tests that differ from `each`.
    package var tests: [String: Hundredths] = [:]

    /// Creates a configuration in which every step of the first part is worth one point and nothing is late.
    package init() {}

    /// Returns the steps that are graded when nobody says which: those of the first part, and the chapters that the
    /// configuration gives points for.
    package func steps(of course: Course) -> [Step] { course.writtenSteps.filter { !$0.isChapter || names($0) } }

    /// True when the configuration gives points for the step itself or for one of its tests.
    private func names(_ step: Step) -> Bool {
        steps[step.number] != nil || step.tests.contains { tests[$0.id] != nil }
    }

    /// Returns the points for a unit of a step that has none of its own. A chapter is optional, so it's worth nothing
    /// unless the configuration names it.
    private func each(in step: Step) -> Hundredths { steps[step.number] ?? (step.isChapter ? .zero : each) }

    /// Returns the points for a step in which all tests pass.
    func worth(of step: Step) -> Hundredths {
        switch unit {
        case .step: each(in: step)
        case .test: step.tests.map { worth(of: $0, in: step) }.sum
        }
    }

    func worth(of test: StepTest, in step: Step) -> Hundredths { tests[test.id] ?? each(in: step) }
}
