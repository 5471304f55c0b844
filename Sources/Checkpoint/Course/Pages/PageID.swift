internal import Foundation

/// Names a page of the course.
package enum PageID: Hashable, Sendable {
    /// The lesson of a step. For a step in parts it's the frame: what they are for, and a map of them.
    case lesson(Step)
    /// The lesson of a part of a step.
    case part(Step, StepPart)
    /// The page that opens once the step has passed: how the course wrote it.
    case after(Step)
    case book(BookPage)

    /// The path of the page's source, relative to the repository.
    package var path: String {
        switch self {
        case .lesson(let step): "steps/\(step.id)/lesson.md"
        case .part(let step, let part): "steps/\(step.id)/part-\(part.number).md"
        case .after(let step): step.afterPath
        case .book(let page): "book/\(page.name).md"
        }
    }

    /// The step that the page belongs to; nil for a page of the book.
    package var step: Step? {
        switch self {
        case .lesson(let step), .part(let step, _), .after(let step): step
        case .book: nil
        }
    }

    /// The step that a learner must have passed, or skipped, to read the page.
    package var opensAfter: Int? {
        switch self {
        case .lesson, .part: nil
        case .after(let step): step.number
        case .book(let page): page.after
        }
    }
}

extension Step {
    /// The step's lesson, and those of the parts that the learner works on.
    package var lessons: [PageID] { [.lesson(self)] + ownParts.map { .part(self, $0) } }

    fileprivate var afterPath: String { "steps/\(id)/after.md" }
}

extension Course {
    /// Returns all pages: each step's lesson, its parts and what follows it, then the book.
    ///
    /// - Throws: `CourseError.courseBroken` if the book's contents can't be read.
    package func pages() throws -> [PageID] {
        writtenSteps.flatMap { step in step.lessons + (hasAfter(step) ? [.after(step)] : []) }
            + (try Book.load(root: root).pages.map(PageID.book))
    }

    /// True if a page follows the step's lesson.
    package func hasAfter(_ step: Step) -> Bool { FileManager.default.fileExists(atPath: root + "/" + step.afterPath) }

    /// The state in which a page shows the code: what the reader has before them.
    func state(of page: PageID) -> ProjectionState {
        switch page {
        case .lesson(let step), .part(let step, _): starterState(of: step.number)
        case .after(let step): state(after: step.number)
        case .book: .after(wholeSet)
        }
    }
}
