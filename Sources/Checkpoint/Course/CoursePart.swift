/// A part of the course, as `steps/course.yml` lists it.
///
/// The steps of the first part follow each other: each of them builds on all before it. The steps of a later part are
/// chapters: each builds on the steps that it requires, and can be taken without the other chapters.
package struct CoursePart: Hashable, Sendable, Decodable {
    package let title: String
    /// Number of the part's first step.
    package let first: Int

    /// The parts of a course that names none.
    static let onlyOne = [CoursePart(title: "The course", first: 1)]

    package init(title: String, first: Int) {
        self.title = title
        self.first = first
    }
}

extension [CoursePart] {
    /// Returns true if the step with this number is, or would be, a chapter.
    func haveChapter(_ step: Int) -> Bool { dropFirst().contains { $0.first <= step } }
}

extension Course {
    /// Returns the steps of a part in order, including those that are only announced.
    package func steps(of part: CoursePart) -> [Step] { steps.filter { self.part(of: $0.number) == part } }

    /// The parts that have steps.
    package var partsInUse: [CoursePart] { parts.filter { !steps(of: $0).isEmpty } }

    /// The steps that follow each other: those of the first part.
    package var linearSteps: [Step] { steps.filter { !$0.isChapter } }

    package var chapters: [Step] { steps.filter(\.isChapter) }

    private func part(of step: Int) -> CoursePart? { parts.last { $0.first <= step } ?? parts.first }

    /// All steps that are written.
    package var wholeSet: StepSet { StepSet(writtenSteps.map(\.number)) }

    /// Returns a step and everything that it builds on: the smallest state of the course that has it.
    package func closure(of step: Int) -> StepSet {
        guard parts.haveChapter(step) else { return StepSet(linearSteps.map(\.number).filter { $0 <= step }) }
        // Only smaller numbers count, so that a step.yml with a circle, which the linter reports, still ends here.
        let required = self.step(step)?.requires.filter { $0 < step } ?? []
        return required.reduce([step]) { $0.union(closure(of: $1)) }
    }

    package func closure(of steps: StepSet) -> StepSet { steps.numbers.reduce([]) { $0.union(closure(of: $1)) } }
}
