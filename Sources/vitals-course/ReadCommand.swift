internal import ArgumentParser
internal import Checkpoint

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "The lesson of a step, a page at a time.",
        discussion: "Example: vitals-course read 8   (also of a step that is locked)")

    @Argument(help: "The step: its number, or its name.")
    var step: String?

    @OptionGroup var options: CommonOptions

    func run() throws {
        let place = try Place.here()
        let step = try place.step(self.step, try self.step == nil ? place.workspace?.progress() : nil)
        guard !step.isComing else {
            throw CourseError(.locked, "Step \(step.number) (\(step.title)) is coming; its lesson is not there yet.")
        }
        let lesson = try Projector(course: place.course).lesson(of: step.number)
        if options.json {
            return try Output.json(["step": "\(step.number)", "title": step.title, "lesson": lesson])
        }
        let text = MarkdownText.rendered(lesson, style: options.style, width: Terminal.width)
        if options.plain { Output.standard(text) } else { Terminal.page(text) }
    }
}
