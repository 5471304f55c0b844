/// The mistakes that the lessons of a step explain. Their numbers run through all of its parts, also those of front ends
/// that the learner doesn't build, so that a mistake has the same number for everyone.
package struct StepMistakes: Sendable {
    package struct Entry: Sendable {
        package let page: PageID
        /// The mistake's number, from 1, as checks print it.
        package let number: Int
        package let mistake: CoursePage.Mistake
    }

    package let entries: [Entry]
    private let pages: [PageID]

    /// - Throws: `MarkerError` for an `@mistake` in the wrong place; `CourseError.courseBroken` if a lesson can't be read.
    package init(of step: Step, root: String) throws {
        pages = [PageID.lesson(step)] + step.parts.map { .part(step, $0) }
        let found = try pages.flatMap { page in
            try CoursePage(page, root: root).mistakes().map { (page, $0) }
        }
        entries = found.enumerated().map { Entry(page: $1.0, number: $0 + 1, mistake: $1.1) }
    }

    /// Returns the number of mistakes on the pages before this one.
    func count(before page: PageID) -> Int {
        let pages = pages.prefix { $0 != page }
        return entries.count { pages.contains($0.page) }
    }

    /// Returns the entry that explains a wrong answer.
    package func entry(explaining answer: String) -> Entry? { entries.first { $0.mistake.names.contains(answer) } }
}
