internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read a lesson or a page of the book, a page at a time, or the whole course in a browser.",
        discussion: """
            You can read locked steps too. In the pager, Space turns the page, / searches and q leaves.
            Examples: vitals-course read 8, vitals-course read 8.1 (a part of it), vitals-course read 8 --answers
            Once a step has passed, --after shows how the course wrote it, with questions to check your understanding. --book \
            lists the other pages: primers, guided tours of the code you were given, and the theory.
            Examples: vitals-course read 8 --after, vitals-course read --book, vitals-course read sql
            With --web the whole course is a site on this machine until Ctrl-C, with your progress and the hints. With --to a \
            copy of it is written into a folder, without any progress.
            Examples: vitals-course read --web, vitals-course read --web 8, vitals-course read --web --to ../site
            """)

    @Argument(help: "The step: its number, or its name. Or a part of one, such as 8.1. Or a page of the book.")
    var page: String?

    @Option(
        help: .init("Show only the paragraph on a mistake, by the number that a check prints.", valueName: "number"))
    var mistake: String?

    @Flag(help: "Show only the questions, with their answers.")
    var answers = false

    @Flag(help: "Show how the course wrote the step; it opens once the step has passed.")
    var after = false

    @Flag(help: "List the pages of the book.")
    var book = false

    @Flag(help: "Serve the whole course as a site on this machine, until Ctrl-C.")
    var web = false

    @Option(help: "With --web: the port of the site. Default: any free port.")
    var port: Int?

    @Option(
        help: .init("With --web: write the site into this folder instead, for you to put online.", valueName: "folder"))
    var to: String?

    @Option(help: .init("With --to: the web address of the repository, for the front page.", valueName: "address"))
    var repository: String?

    @OptionGroup var options: CommonOptions

    func validate() throws {
        if answers || mistake != nil, after {
            throw ValidationError("--after shows a page of its own. Leave out the other option.")
        }
        if book, page != nil || after || answers || mistake != nil || web {
            throw ValidationError("--book lists the pages of the book. Leave out the rest.")
        }
        guard web else {
            if port != nil { throw ValidationError("--port is for --web: vitals-course read --web --port 8000") }
            if to != nil { throw ValidationError("--to is for --web: vitals-course read --web --to ../site") }
            if repository != nil { throw ValidationError("--repository is for --web --to: the front page names it.") }
            return
        }
        if answers { throw ValidationError("--answers is for the terminal. On the site, a click unfolds them.") }
        if repository != nil, to == nil { throw ValidationError("--repository is for --to: the front page names it.") }
        if let repository, repository.wholeMatch(of: /https:\/\/[\w.:-]+(\/[\w.~-]+)+/) == nil {
            throw ValidationError(
                "--repository takes an address such as https://github.com/me/vitals, not \"\(repository)\".")
        }
        if to != nil, port != nil { throw ValidationError("--to writes files and serves nothing. Leave out --port.") }
        if to != nil, page != nil || mistake != nil || after {
            throw ValidationError("--to writes the whole course. Leave out the page.")
        }
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("\(port) isn't a port. Use a number from 0 to 65535.")
        }
    }

    func run() async throws {
        let place = try Place.here()
        if let to { return try write(place, to: to) }
        let contents = try Book.load(root: place.course.root)
        if book { return try list(contents, place) }
        if web { return try await serve(place, contents) }
        let id = try id(place, contents)
        try requireReadable(id, place)
        let projector = Projector(course: place.course)
        let woven = try text(of: id, projector)
        if options.json { return try printJSON(id, try woven.markdown()) }
        let command = (["vitals-course read"] + [page].compactMap(\.self) + ["--answers"]).joined(separator: " ")
        let folded = answers || after || id.step == nil ? nil : "\(command) shows it"
        let text = MarkdownText.rendered(
            try woven.blocks(), style: options.style, width: Terminal.width, folded: folded)
        if options.plain { Output.standard(text) } else { Terminal.page(Output.spelling.applied(to: text)) }
    }

    /// Returns the page that the words of the command name: a step's lesson if they name no other.
    private func id(_ place: Place, _ book: Book) throws -> PageID {
        if let named = book.pages.first(where: { $0.name == page }) {
            guard !after, !answers, mistake == nil else {
                throw CourseError(.usage, "\(named.name) is a page of the book: vitals-course read \(named.name)")
            }
            return .book(named)
        }
        let target: StepTarget
        do {
            target = try place.target(page, try page == nil ? place.workspace?.progress() : nil)
        } catch let error as CourseError where page.map({ Int($0) == nil }) == true && !book.pages.isEmpty {
            throw CourseError(error.code, error.description + " The pages of the book: vitals-course read --book")
        }
        if after {
            guard target.part == nil else {
                throw CourseError(
                    .usage,
                    "--after shows a page about the whole step: vitals-course read \(target.step.number) --after")
            }
            return .after(target.step)
        }
        return target.part.map { .part(target.step, $0) } ?? .lesson(target.step)
    }

    private func text(of id: PageID, _ projector: Projector) throws -> WovenPage {
        if let mistake, let step = id.step { return try projector.lesson(of: step, onMistake: mistake) }
        return answers ? try projector.answers(of: id) : try projector.page(id)
    }

    private func requireReadable(_ id: PageID, _ place: Place) throws {
        if let step = id.step, step.isComing {
            throw CourseError(.locked, "Step \(step.number) (\(step.title)) isn't published yet.")
        }
        if case .after(let step) = id, !place.course.hasAfter(step) {
            throw CourseError(.usage, "Nothing is written yet on how the course wrote step \(step.number).")
        }
        guard let workspace = place.workspace else {
            guard let number = id.opensAfter else { return }
            return Output.error(
                "vitals-course: This page shows the solution of step \(number). In a workspace, it opens when the step has "
                    + "passed.")
        }
        guard let step = try workspace.progress().lock(of: id, in: place.course) else { return }
        let number = step.number
        throw CourseError(
            .locked,
            "This page shows the solution of step \(number) (\(step.title)), which hasn't passed yet. "
                + "vitals-course check \(number) judges it; to see a solution all the same: vitals-course solution \(number)"
        )
    }

    private func printJSON(_ id: PageID, _ text: String) throws {
        switch id {
        case .lesson(let step):
            try Output.json(["step": "\(step.number)", "title": step.title, "lesson": text])
        case .part(let step, let part):
            try Output.json(["step": "\(step.number)", "part": "\(part.number)", "title": part.title, "lesson": text])
        case .after(let step): try Output.json(["step": "\(step.number)", "title": step.title, "after": text])
        case .book(let page): try Output.json(["page": page.name, "title": page.title, "text": text])
        }
    }

    private struct ListedPage: Encodable {
        let page: String
        let title: String
        let group: String
        /// The step that must pass first.
        let after: Int?
    }

    private func list(_ book: Book, _ place: Place) throws {
        let progress = try place.workspace?.progress()
        let pages = book.groups.flatMap { group in
            group.pages.map { ListedPage(page: $0.name, title: $0.title, group: group.title, after: $0.after) }
        }
        let width = pages.map(\.page.count).max() ?? 0
        var lines: [String] = []
        for group in book.groups {
            lines.append(options.style(group.title, .bold))
            for page in group.pages {
                let name = page.name.padding(toLength: width, withPad: " ", startingAt: 0)
                lines.append("  \(name)  \(page.title)" + note(on: page, progress, place))
            }
            lines.append("")
        }
        lines.append("To read one: vitals-course read \(pages.first?.page ?? "NAME")")
        try options.print(pages, lines)
    }

    /// Returns the step that a page of the book waits for, in brackets. Outside a workspace no page is locked, so the note
    /// says what the page gives away.
    private func note(on page: BookPage, _ progress: CourseProgress?, _ place: Place) -> String {
        guard let progress else { return page.after.map { " (shows the solution of step \($0))" } ?? "" }
        return progress.lock(of: .book(page), in: place.course).map { " (opens when step \($0.number) has passed)" }
            ?? ""
    }

    private func write(_ place: Place, to folder: String) throws {
        let path = URL(fileURLWithPath: folder).standardizedFileURL.path
        let count = try CourseSite(root: place.course.root, repository: repository).write(to: path)
        try options.print(
            WrittenReport(folder: path, files: count), ["\(count) files in \(path); begin with index.html."])
    }

    private struct WrittenReport: Encodable {
        let folder: String
        let files: Int
    }

    private func serve(_ place: Place, _ book: Book) async throws {
        var id = try page != nil || mistake != nil || after ? id(place, book) : nil
        var anchor: String?
        if let asked = id {
            try requireReadable(asked, place)
            if let mistake, let step = asked.step {
                let found = try Projector(course: place.course).place(ofMistake: mistake, of: step)
                (id, anchor) = (found.page, found.anchor)
            }
        }
        let reader = try CourseReader(root: place.course.root, workspace: place.workspace, port: port ?? 0)
        let url = reader.url(of: id, anchor: anchor)
        try options.print(["url": url], ["The course: " + options.style(url, .bold), "Ctrl-C ends it."])
        if Terminal.isThere, !options.json { WebBrowser.open(url) }
        try await interruptibly { try await reader.run() }
    }
}
