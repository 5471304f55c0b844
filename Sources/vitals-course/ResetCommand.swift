internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Put your files of a step back to how the step began.",
        discussion: """
            Examples: vitals-course reset 8, vitals-course reset --file Sources/Vitals/Store/EditTarget.swift
            (vitals-course undo takes it back)
            """)

    @Argument(help: "The step: its number, or its name.")
    var step: String?

    @Option(help: "Only this file, one that the course gave you, by its path from the top of the workspace.")
    var file: String?

    @OptionGroup var options: CommonOptions

    func validate() throws {
        if step != nil, file != nil {
            throw ValidationError("--file names one file, in any step. Leave out the step.")
        }
    }

    func run() async throws {
        if let file { return try await reset(file.path(after: "./") ?? file) }
        let here = try StepPlace.here(step)
        let report = try await here.workspace.reset(here.step, here.projector, at: Date())
        let number = here.step.number
        try options.print(
            StepChange(step: number, files: report),
            report.isEmpty
                ? ["Your files of step \(number) are already as it began."]
                : [options.style("The files of step \(number), as it began:", .bold)]
                    + Output.lines(of: report, options.style) + ["", "vitals-course undo takes this back"])
    }

    private func reset(_ file: String) async throws {
        let here = try StepPlace.here(nil)
        let report = try await here.workspace.reset(file: file, here.projector, at: Date())
        try options.print(
            StepChange(step: here.step.number, files: report),
            report.isEmpty
                ? ["\(file) is already as it began."]
                : Output.lines(of: report, options.style) + ["", "vitals-course undo takes this back"])
    }
}
