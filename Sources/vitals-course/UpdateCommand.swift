internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Take over the course's present tests and manifest; your files are never touched.",
        discussion: "Example: vitals-course update   (after git pull in the clone)")

    @Option(help: "From now on the other face in step 15: web or swiftui.")
    var frontend: Frontend?

    @OptionGroup var options: CommonOptions

    private struct Report: Encodable {
        let from: String
        let to: String
        let frontend: Frontend
        let files: WorkspaceReport
    }

    func run() async throws {
        let place = try Place.here()
        let workspace = try place.requiredWorkspace()
        let before = try workspace.progress().courseVersion
        let course = try frontend.map { try Course.load(root: place.course.root, frontend: $0) } ?? place.course
        let files = try await workspace.update(Projector(course: course), frontend: frontend, at: Date())
        let after = try workspace.progress()
        let version = before == after.courseVersion ? after.courseVersion : "\(before) to \(after.courseVersion)"
        try options.print(
            Report(from: before, to: after.courseVersion, frontend: after.frontend, files: files),
            ["The course: \(version); its front end: \(after.frontend.rawValue)"]
                + (files.isEmpty ? ["Everything was up to date."] : Output.lines(of: files, options.style)))
    }
}
