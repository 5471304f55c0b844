internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointReader
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read the lesson of a step, a page at a time, or the whole course in a browser.",
        discussion: """
            You can read locked steps too. In the pager, Space turns the page, / searches and q leaves.
            Examples: vitals-course read 8, vitals-course read 8 --answers
            With --web the whole course is a site on this machine until Ctrl-C, with your progress and the hints. With --to a \
            copy of it is written into a folder, without any progress.
            Examples: vitals-course read --web, vitals-course read --web 8, vitals-course read --web --to ../site
            """)

    @Argument(help: "The step: its number, or its name.")
    var step: String?

    @Option(
        help: .init("Show only the paragraph on a mistake, by the number that a check prints.", valueName: "number"))
    var mistake: String?

    @Flag(help: "Show only the questions, with their answers.")
    var answers = false

    @Flag(help: "Serve the whole course as a site on this machine, until Ctrl-C.")
    var web = false

    @Option(help: "With --web: the port of the site. Default: any free port.")
    var port: Int?

    @Option(
        help: .init("With --web: write the site into this folder instead, for you to put online.", valueName: "folder"))
    var to: String?

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard web else {
            if port != nil { throw ValidationError("--port is for --web: vitals-course read --web --port 8000") }
            if to != nil { throw ValidationError("--to is for --web: vitals-course read --web --to ../site") }
            return
        }
        if answers { throw ValidationError("--answers is for the terminal. On the site, a click unfolds them.") }
        if to != nil, port != nil { throw ValidationError("--to writes files and serves nothing. Leave out --port.") }
        if to != nil, step != nil || mistake != nil {
            throw ValidationError("--to writes the whole course. Leave out the step.")
        }
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("\(port) isn't a port. Use a number from 0 to 65535.")
        }
    }

    func run() async throws {
        let place = try Place.here()
        if let to { return try write(place, to: to) }
        if web { return try await serve(place) }
        let step = try place.step(self.step, try self.step == nil ? place.workspace?.progress() : nil)
        try requireThere(step)
        let projector = Projector(course: place.course)
        let lesson = try text(of: step, projector)
        if options.json {
            return try Output.json(["step": "\(step.number)", "title": step.title, "lesson": try lesson.markdown()])
        }
        let folded = answers ? nil : "vitals-course read \(step.number) --answers shows it"
        let text = MarkdownText.rendered(
            try lesson.blocks(), style: options.style, width: Terminal.width, folded: folded)
        if options.plain { Output.standard(text) } else { Terminal.page(Output.spelling.applied(to: text)) }
    }

    private func text(of step: Step, _ projector: Projector) throws -> WovenLesson {
        if let mistake { return try projector.lesson(of: step, onMistake: mistake) }
        return answers ? try projector.answers(of: step) : try projector.lesson(of: step)
    }

    private func requireThere(_ step: Step) throws {
        guard step.isComing else { return }
        throw CourseError(.locked, "Step \(step.number) (\(step.title)) isn't published yet.")
    }

    private func write(_ place: Place, to folder: String) throws {
        let path = URL(fileURLWithPath: folder).standardizedFileURL.path
        let count = try CourseSite(root: place.course.root).write(to: path)
        try options.print(
            WrittenReport(folder: path, files: count), ["\(count) files in \(path); begin with index.html."])
    }

    private struct WrittenReport: Encodable {
        let folder: String
        let files: Int
    }

    private func serve(_ place: Place) async throws {
        let step =
            try self.step.map { try place.course.step(named: $0) }
            ?? (mistake == nil ? nil : place.step(nil, try place.workspace?.progress()))
        var anchor: String?
        if let step {
            try requireThere(step)
            anchor = try mistake.map { try Projector(course: place.course).anchor(ofMistake: $0, of: step) }
        }
        let reader = try CourseReader(root: place.course.root, workspace: place.workspace, port: port ?? 0)
        let url = reader.url(of: step, anchor: anchor)
        try options.print(["url": url], ["The course: " + options.style(url, .bold), "Ctrl-C ends it."])
        if Terminal.isThere, !options.json { WebBrowser.open(url) }
        try await interruptibly { try await reader.run() }
    }
}
