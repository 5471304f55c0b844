internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct SolutionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "solution",
        abstract: "Show how the course does it. --apply writes it into your files.",
        discussion: """
            Examples: vitals-course solution 8.1, vitals-course solution 8 --apply   (vitals-course undo takes it back)
            The map shows that you looked at it or applied it.
            """)

    @Argument(help: "The step: its number, or its name. Without --apply also a part of one, such as 8.1.")
    var step: String?

    @Flag(help: "Overwrite your files of a whole step with the course's. A snapshot is taken first.")
    var apply = false

    @OptionGroup var options: CommonOptions

    private struct Shown: Encodable {
        let step: Int
        let bodies: [Solutions.Body]
    }

    func run() async throws {
        let here = try StepPlace.here(step, takesParts: !apply)
        guard !here.step.isComing else {
            throw CourseError(.locked, "Step \(here.step.number) (\(here.step.title)) isn't published yet.")
        }
        if apply { try await write(here) } else { try show(here) }
    }

    private func show(_ here: StepPlace) throws {
        let bodies = try Solutions(step: here.step, part: here.part, here.projector).bodies
        try here.workspace.noteSolutionShown(here.step, at: Date())
        if options.json { return try Output.json(Shown(step: here.step.number, bodies: bodies)) }
        let style = options.style
        let parts = bodies.map { body in
            let code = body.code.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
            return style("\(body.file), \(body.region):", .bold) + "\n\n" + code
        }
        let advice = Output.spelling.applied(
            to: "To apply it: vitals-course solution \(here.step.number) --apply\n")
        let text = parts.joined(separator: "\n\n") + "\n\n" + advice
        if options.plain { Output.verbatim(text) } else { Terminal.page(text) }
    }

    private func write(_ here: StepPlace) async throws {
        let report = try await here.workspace.applySolution(of: here.step, here.projector, at: Date())
        let number = here.step.number
        try options.print(
            StepChange(step: number, files: report),
            report.isEmpty
                ? ["Your files of step \(number) are already the course's."]
                : [options.style("The course's files of step \(number):", .bold)]
                    + Output.lines(of: report, options.style)
                    + ["", "Next: vitals-course check \(number)   (vitals-course undo takes this back)"])
    }
}
