internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct JumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jump",
        abstract: "Begin at a step: the course's code up to there, and its starter.",
        discussion: """
            Example: vitals-course jump 12   (vitals-course undo takes it back)
            Steps before it that have not passed count as skipped. Files that you added stay.
            """)

    @Argument(help: "The step: its number, or its name.")
    var step: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let here = try StepPlace.here(step)
        let report = try await here.workspace.jump(to: here.step, here.projector, at: Date())
        DevWarmCommand.startInBackground(
            here.projector, at: here.step.number, for: here.workspace, isNew: true)
        try options.print(
            StepChange(step: here.step.number, files: report),
            [options.style("Step \(here.step.number): \(here.step.title)", .bold), "  " + here.step.aim, ""]
                + Output.lines(of: report, options.style)
                + ["", "Next: vitals-course read \(here.step.number)   (vitals-course undo takes this back)"])
    }
}
