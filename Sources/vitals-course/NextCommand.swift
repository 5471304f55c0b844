internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct NextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Bring the next step's files; yours are never changed.",
        discussion: "Example: vitals-course next   (once vitals-course check has passed)")

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let place = try Place.here()
        let workspace = try place.requiredWorkspace()
        let projector = Projector(course: place.course)
        let (step, report) = try await workspace.next(projector, at: Date())
        DevWarmCommand.startInBackground(projector, at: step.number, for: workspace, isNew: true)
        let ownedManifest = step.number == place.course.manifestStep + 1 && report.replaced.contains("Package.swift")
        try options.print(
            StepChange(step: step.number, files: report),
            [options.style("Step \(step.number): \(step.title)", .bold), "  " + step.aim, ""]
                + Output.lines(of: report, options.style)
                + (ownedManifest
                    ? ["", "From here on Package.swift is the course's (vitals-course undo has yours)."] : [])
                + ["", "Next: vitals-course read \(step.number)"])
    }
}

/// The changes that a command about a step made.
struct StepChange: Encodable {
    let step: Int
    let files: WorkspaceReport
}
