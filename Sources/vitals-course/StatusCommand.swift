internal import ArgumentParser
internal import CheckpointWorkspace
internal import Foundation

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Where am I: the map of the steps, what is next, and why a step is locked.",
        discussion: "Example: vitals-course   (the bare command does the same)")

    @OptionGroup var options: CommonOptions

    func run() throws {
        let place = try Place.here()
        guard let workspace = place.workspace else {
            return try options.print(
                StatusReport(course: place.course), StatusReport.lines(of: place.course, options.style))
        }
        let progress = try workspace.progress()
        let map = try StepMap(place.course, workspace, progress)
        try options.print(
            StatusReport(place.course, workspace, progress, map),
            StatusReport.lines(of: map, place.course, workspace, progress, options.style))
    }
}
