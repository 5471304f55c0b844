package import Foundation

/// What a class counts, and from when on it is late: `grading.yml`.
package struct GradingConfig: Hashable, Sendable {
    /// What lateness costs.
    package enum LatePolicy: Hashable, Sendable {
        /// Nothing.
        case none
        /// Everything.
        case zero
        /// So much of the points for each day that has begun: 0 to 100 per cent.
        case linear(percentPerDay: Hundredths)
    }

    /// What points are given for.
    package enum Unit: String, Hashable, Sendable, Encodable, CaseIterable {
        /// A step counts when all its tests hold.
        case step
        /// Each test that holds counts.
        case test
    }

    /// The front end that everybody is judged by; nil for what each learner's own runner noted.
    package var frontend: Frontend?
    /// Nil where nothing is ever late.
    package var due: Date?
    package var late = LatePolicy.none
    package var unit = Unit.step
    /// For one unit.
    package var each = Hundredths(1)
    /// Steps that are worth something else; with `Unit.test`, each of their tests.
    package var steps: [Int: Hundredths] = [:]
    /// Tests that are worth something else.
    package var tests: [String: Hundredths] = [:]

    /// Every step is worth one point, and nothing is late.
    package init() {}

    /// What a step is worth that all holds in.
    func worth(of step: Step) -> Hundredths {
        switch unit {
        case .step: steps[step.number] ?? each
        case .test: step.tests.map { worth(of: $0, in: step) }.sum
        }
    }

    func worth(of test: StepTest, in step: Step) -> Hundredths { tests[test.id] ?? steps[step.number] ?? each }
}
