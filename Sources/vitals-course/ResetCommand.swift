internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Put your files of a step back to how it began.",
        discussion: "Example: vitals-course reset 8   (vitals-course undo takes it back)")

    @Argument(help: "The step: its number, or its name.")
    var step: String?

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let here = try StepPlace.here(step)
        let report = try await here.workspace.reset(here.step, here.projector, at: Date())
        let number = here.step.number
        try options.print(
            StepChange(step: number, files: report),
            report.isEmpty
                ? ["Your files of step \(number) are as it began already."]
                : [options.style("The files of step \(number), as it began:", .bold)]
                    + Output.lines(of: report, options.style) + ["", "vitals-course undo takes this back"])
    }
}
