/// A part of a long step: some of the step's bodies, with a lesson and a check of its own. The parts of a step share its
/// build and its wrong answers. docs/decisions/0030-steps-in-parts.md has the reasons.
package struct StepPart: Hashable, Sendable {
    /// The part's number within its step, from 1.
    package let number: Int
    package let title: String
    package let time: ExpectedTime
    /// Names of the bodies that the learner writes in this part, in the order of the task.
    package let regions: [String]
    /// The front end that the part is about; nil for code that every learner writes.
    package let frontend: Frontend?
    /// True if the part is about a front end that the learner doesn't build. Its bodies are given.
    package let isGiven: Bool
}

extension Step {
    /// The parts that the learner works on, in order; empty for a step that isn't divided.
    package var ownParts: [StepPart] { parts.filter { !$0.isGiven } }

    /// Returns the name of a part in commands and on the map, such as `8.1`.
    package func name(of part: StepPart) -> String { "\(number).\(part.number)" }

    /// Returns the part that a test belongs to: the one with its region. A test without a region needs everything, so it
    /// belongs to the last part. Nil for a step that isn't divided, and for a region that no part has.
    package func part(of test: StepTest) -> StepPart? {
        guard let region = test.region else {
            return ownParts.last { $0.frontend == test.frontend } ?? ownParts.last { $0.frontend == nil }
        }
        return parts.first { $0.regions.contains(region) }
    }

    package func tests(of part: StepPart) -> [StepTest] { tests.filter { self.part(of: $0) == part } }

    /// Returns the names of the bodies that the learner writes in later parts.
    package func regions(after part: StepPart) -> [String] {
        ownParts.filter { $0.number > part.number }.flatMap(\.regions)
    }
}
