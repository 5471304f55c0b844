internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct SolutionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "solution",
        abstract: "How the course does it; --apply writes it into your files.",
        discussion: """
            Example: vitals-course solution 8 --apply   (vitals-course undo takes it back)
            That you looked, or took it, is noted and shown on the map.
            """)

    @Argument(help: "The step: its number, or its name.")
    var step: String?

    @Flag(help: "Write the course's files of this step over yours; a snapshot comes first.")
    var apply = false

    @OptionGroup var options: CommonOptions

    private struct Shown: Encodable {
        let step: Int
        let bodies: [Solutions.Body]
    }

    func run() async throws {
        let here = try StepPlace.here(step)
        guard !here.step.isComing else {
            throw CourseError(.locked, "Step \(here.step.number) (\(here.step.title)) is coming; it is not there yet.")
        }
        if apply { try await write(here) } else { try show(here) }
    }

    private func show(_ here: StepPlace) throws {
        let bodies = try Solutions(step: here.step, here.projector).bodies
        try here.workspace.noteSolutionShown(here.step, at: Date())
        if options.json { return try Output.json(Shown(step: here.step.number, bodies: bodies)) }
        let style = options.style
        let parts = bodies.map { body in
            let code = body.code.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
            return style("\(body.file), \(body.region):", .bold) + "\n\n" + code
        }
        let advice = Output.spelling.applied(
            to: "To take it over: vitals-course solution \(here.step.number) --apply\n")
        let text = parts.joined(separator: "\n\n") + "\n\n" + advice
        if options.plain { Output.verbatim(text) } else { Terminal.page(text) }
    }

    private func write(_ here: StepPlace) async throws {
        let report = try await here.workspace.applySolution(of: here.step, here.projector, at: Date())
        let number = here.step.number
        try options.print(
            StepChange(step: number, files: report),
            report.isEmpty
                ? ["Your files of step \(number) are the course's already."]
                : [options.style("The course's files of step \(number):", .bold)]
                    + Output.lines(of: report, options.style)
                    + ["", "Next: vitals-course check \(number)   (vitals-course undo takes this back)"])
    }
}
