internal import CheckpointSystem
internal import Foundation
internal import Yams

/// The pages that belong to no step, such as primers and guided tours, in the groups and the order of
/// `book/contents.yml`.
package struct Book: Sendable {
    package struct Group: Sendable {
        package let title: String
        package let pages: [BookPage]
    }

    package let groups: [Group]

    package var pages: [BookPage] { groups.flatMap(\.pages) }

    /// - Returns: an empty book if there's no `book/contents.yml`.
    /// - Throws: `CourseError.courseBroken` if that file, or the title of a page, can't be read.
    package static func load(root: String) throws -> Book {
        guard let text = try? String(contentsOfFile: root + "/" + contentsPath, encoding: .utf8) else {
            return Book(groups: [])
        }
        let entries: [GroupEntry]
        do {
            entries = try YAMLDecoder().decode([GroupEntry].self, from: text)
        } catch {
            throw CourseError(.courseBroken, "\(contentsPath) can't be read: \(error)")
        }
        return Book(
            groups: try entries.map { group in
                Group(title: group.title, pages: try group.pages.map { try $0.page(root: root) })
            })
    }

    package static let contentsPath = "book/contents.yml"

    private struct GroupEntry: Decodable {
        let title: String
        let pages: [PageEntry]
    }

    private struct PageEntry: Decodable {
        let name: String
        let after: Int?

        func page(root: String) throws -> BookPage {
            let text = try? String(contentsOfFile: "\(root)/book/\(name).md", encoding: .utf8)
            guard let first = text?.split(separator: "\n", maxSplits: 1).first, first.hasPrefix("# ") else {
                throw CourseError(
                    .courseBroken, "book/\(name).md, which \(contentsPath) lists, must begin with its title: # Title")
            }
            return BookPage(name: name, title: String(first.dropFirst(2)), after: after)
        }
    }
}

/// A page of the book.
package struct BookPage: Hashable, Sendable {
    /// The file's name in `book/`, without its extension.
    package let name: String
    package let title: String
    /// The step that a learner must have passed, or skipped, because the page shows its solution; nil for an open page.
    package let after: Int?
}
