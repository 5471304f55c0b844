internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct NextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Add the next step's files. Your own are never changed.",
        discussion: """
            Examples: vitals-course next   (once vitals-course check has passed), vitals-course next deletes
            With a step's name or number it brings that one: a chapter of part two, as soon as what it needs has passed.
            """)

    @Argument(help: "The step, such as a chapter; left out, the next one of part one.")
    var step: String?

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let place = try Place.here()
        let workspace = try place.requiredWorkspace()
        let projector = Projector(course: place.course)
        let (step, report) = try await workspace.next(
            projector, to: try self.step.map { try place.course.step(named: $0) }, at: Date())
        DevPrebuildCommand.startInBackground(projector, at: step.number, for: workspace, isNew: true)
        let ownedManifest = step.number == place.course.manifestStep + 1 && report.replaced.contains("Package.swift")
        try options.print(
            StepChange(step: step.number, files: report),
            Output.heading(of: step, options.style) + Output.lines(of: report, options.style)
                + (ownedManifest
                    ? ["", "From here on Package.swift is the course's (vitals-course undo restores yours)."] : [])
                + ["", "Next: vitals-course read \(step.number)"])
    }
}

/// The changes that a command about a step made.
struct StepChange: Encodable {
    let step: Int
    let files: WorkspaceReport
}
