internal import ArgumentParser
internal import Checkpoint

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "The lesson of a step, a page at a time.",
        discussion: """
            Also of a step that is locked.
            Examples: vitals-course read 8, vitals-course read 8 --answers
            """)

    @Argument(help: "The step: its number, or its name.")
    var step: String?

    @Option(help: .init("Only the paragraph on a mistake, by the number that a check prints.", valueName: "number"))
    var mistake: String?

    @Flag(help: "Only the questions, with their answers.")
    var answers = false

    @OptionGroup var options: CommonOptions

    func run() throws {
        let place = try Place.here()
        let step = try place.step(self.step, try self.step == nil ? place.workspace?.progress() : nil)
        guard !step.isComing else {
            throw CourseError(.locked, "Step \(step.number) (\(step.title)) is coming; its lesson is not there yet.")
        }
        let projector = Projector(course: place.course)
        let lesson = try text(of: step, projector)
        if options.json {
            return try Output.json(["step": "\(step.number)", "title": step.title, "lesson": lesson])
        }
        let folded = answers ? nil : "vitals-course read \(step.number) --answers shows it"
        let text = MarkdownText.rendered(lesson, style: options.style, width: Terminal.width, folded: folded)
        if options.plain { Output.standard(text) } else { Terminal.page(text) }
    }

    private func text(of step: Step, _ projector: Projector) throws -> String {
        if let mistake { return try projector.lesson(of: step, onMistake: mistake) }
        return answers ? try projector.answers(of: step) : try projector.lesson(of: step.number)
    }
}
