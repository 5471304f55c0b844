internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import Foundation

/// Checks the book without building anything: its contents, and each of its pages.
struct BookLinter: Sendable {
    let projector: Projector

    private var course: Course { projector.course }

    func diagnostics() -> [String] {
        let book: Book
        do {
            book = try Book.load(root: course.root)
        } catch {
            return [(error as? CourseError)?.description ?? "\(error)"]
        }
        return names(book) + files(book)
            + book.pages.flatMap { page -> [String] in
                do {
                    return try PageLinter(projector: projector).diagnostics(of: .book(page))
                } catch {
                    return [(error as? CourseError)?.description ?? "\(error)"]
                }
            }
    }

    private func names(_ book: Book) -> [String] {
        var taken = Set(course.steps.flatMap { [$0.id, $0.name] } + ["index"])
        return book.pages.flatMap { page -> [String] in
            var diagnostics: [String] = []
            if !taken.insert(page.name).inserted || Int(page.name) != nil {
                diagnostics.append("\(Book.contentsPath): the name \(page.name) is taken")
            }
            if let after = page.after, course.step(after) == nil {
                diagnostics.append("\(Book.contentsPath): \(page.name) opens after step \(after), which doesn't exist")
            }
            return diagnostics
        }
    }

    private func files(_ book: Book) -> [String] {
        let known = Set(book.pages.map { PageID.book($0).path } + [Book.contentsPath])
        return SourceFiles.list(course.root, "book").filter { !known.contains($0) }.map {
            "\($0): \(Book.contentsPath) doesn't list it"
        }
    }
}

/// Checks what holds for every page: its references, its links, and that it shows no solution too early.
struct PageLinter: Sendable {
    let projector: Projector

    private var root: String { projector.course.root }

    /// - Throws: `MarkerError` for a reference to something that doesn't exist, `CourseError.courseBroken` if the page
    ///   can't be read.
    func diagnostics(of id: PageID) throws -> [String] {
        let weaver = try PageWeaver(projector: projector, id)
        let figures = try weaver.figures()
        return try links(weaver.page) + spoilers(weaver.page, figures)
    }

    /// Checks that links to files are relative and that their targets exist, headings included.
    private func links(_ page: CoursePage) throws -> [String] {
        let ids = try projector.course.pages()
        let folder = (root + "/" + page.path as NSString).deletingLastPathComponent
        let anchors = Set(page.headings.map { HeadingAnchor.of($0.text) })
        return page.lines.filter { !$0.isCode }.flatMap { line in
            line.text.matches(of: /\]\(([^)\s]+)\)/).compactMap { match -> String? in
                let target = String(match.1)
                guard !target.contains("://") else { return nil }
                if target.hasPrefix("#") {
                    return anchors.contains(String(target.dropFirst()))
                        ? nil : "\(page.path):\(line.number): no heading matches \(target)"
                }
                let path = folder + "/" + target.prefix { $0 != "#" }
                let isThere = FileManager.default.fileExists(atPath: path) && isAnchorThere(target, on: page, ids)
                return isThere ? nil : "\(page.path):\(line.number): the link to \(target) is dead"
            }
        }
    }

    /// False when the target is a heading on another page and doesn't exist.
    private func isAnchorThere(_ target: String, on page: CoursePage, _ ids: [PageID]) -> Bool {
        let links = PageLinks(path: page.path, pages: ids)
        guard case .address(let address) = links.target(target), let sign = address.firstIndex(of: "#"),
            let id = ids.first(where: { $0.siteName == address[..<sign] })
        else { return true }
        // A page that can't be read is reported where it is inspected itself.
        guard let other = try? CoursePage(id, root: root) else { return true }
        return other.headings.contains { HeadingAnchor.of($0.text) == address[sign...].dropFirst() }
    }

    /// Finds bodies that a reader of the page may still have to write.
    private func spoilers(_ page: CoursePage, _ figures: [CodeFigure]) throws -> [String] {
        guard case .book = page.id else { return [] }
        let open = page.id.opensAfter.map { projector.course.closure(of: $0) } ?? []
        let closed = try projector.regions().filter { !open.contains($0.step) }
        return try closed.filter { region in try figures.contains { try projector.shows($0, region) } }.map {
            "\(page.path):1: it shows the body of \($0.name), but opens before step \($0.step)"
        }
    }
}
