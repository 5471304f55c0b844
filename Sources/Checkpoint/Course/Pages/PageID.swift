internal import Foundation

/// Names a page of the course.
package enum PageID: Hashable, Sendable {
    case lesson(Step)
    /// The page that opens once the step has passed: how the course wrote it.
    case after(Step)
    case book(BookPage)

    /// The path of the page's source, relative to the repository.
    package var path: String {
        switch self {
        case .lesson(let step): "steps/\(step.id)/lesson.md"
        case .after(let step): step.afterPath
        case .book(let page): "book/\(page.name).md"
        }
    }

    /// The step that the page belongs to; nil for a page of the book.
    package var step: Step? {
        switch self {
        case .lesson(let step), .after(let step): step
        case .book: nil
        }
    }

    /// The step that a learner must have passed, or skipped, to read the page.
    package var opensAfter: Int? {
        switch self {
        case .lesson: nil
        case .after(let step): step.number
        case .book(let page): page.after
        }
    }
}

extension Step {
    fileprivate var afterPath: String { "steps/\(id)/after.md" }
}

extension Course {
    /// Returns all pages: each step's lesson and what follows it, then the book.
    ///
    /// - Throws: `CourseError.courseBroken` if the book's contents can't be read.
    package func pages() throws -> [PageID] {
        writtenSteps.flatMap { step in [.lesson(step)] + (hasAfter(step) ? [.after(step)] : []) }
            + (try Book.load(root: root).pages.map(PageID.book))
    }

    /// True if a page follows the step's lesson.
    package func hasAfter(_ step: Step) -> Bool { FileManager.default.fileExists(atPath: root + "/" + step.afterPath) }

    /// The state in which a page shows the code: what the reader has before them.
    func state(of page: PageID) -> ProjectionState {
        switch page {
        case .lesson(let step): starterState(of: step.number)
        case .after(let step): state(after: step.number)
        case .book: .after(wholeSet)
        }
    }
}
