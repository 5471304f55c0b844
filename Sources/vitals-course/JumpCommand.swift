internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct JumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jump",
        abstract: "Start at a step, with the course's code for all steps before it.",
        discussion: """
            Examples: vitals-course jump 12, vitals-course jump deletes   (vitals-course undo takes it back)
            Steps before it that haven't passed count as skipped. Files that you added stay. A chapter of part two brings the
            course's code only for what it needs and you haven't passed.
            """)

    @Argument(help: "The step: its number, or its name.")
    var step: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let here = try StepPlace.here(step)
        let report = try await here.workspace.jump(to: here.step, here.projector, at: Date())
        DevPrebuildCommand.startInBackground(
            here.projector, at: here.step.number, for: here.workspace, isNew: true)
        try options.print(
            StepChange(step: here.step.number, files: report),
            Output.heading(of: here.step, options.style) + Output.lines(of: report, options.style)
                + ["", "Next: vitals-course read \(here.step.number)   (vitals-course undo takes this back)"])
    }
}
