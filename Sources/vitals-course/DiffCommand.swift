internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare your files of a step with the course's.",
        discussion: "Example: vitals-course diff 8   (- is yours, + is the course's)")

    @Argument(help: "The step: its number, or its name.")
    var step: String?

    @OptionGroup var options: CommonOptions

    private struct Report: Encodable {
        let step: Int
        let files: [String]
        let diff: String
    }

    func run() async throws {
        let here = try StepPlace.here(step)
        let comparison = try await FileComparison.of(
            here.workspace, here.step, here.projector, coloured: options.isColoured)
        if options.json {
            return try Output.json(
                Report(step: here.step.number, files: comparison.paths, diff: comparison.text))
        }
        guard !comparison.text.isEmpty else {
            return Output.standard("Your files of step \(here.step.number) are the same as the course's.\n")
        }
        if options.plain { Output.verbatim(comparison.text) } else { Terminal.page(comparison.text) }
    }
}
