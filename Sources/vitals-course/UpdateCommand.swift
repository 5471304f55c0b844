internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointWorkspace
internal import Foundation

struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update the course's tests and manifest. Your own files are never touched.",
        discussion: "Example: vitals-course update   (after git pull in the clone)")

    @Option(help: "Switch to the other front end in step 15: web or swiftui.")
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
        let old = try workspace.progress()
        let before = old.courseVersion
        let course = try frontend.map { try Course.load(root: place.course.root, frontend: $0) } ?? place.course
        let files = try await workspace.update(Projector(course: course), frontend: frontend, at: Date())
        let after = try workspace.progress()
        if let current = try? after.currentStep(in: course).number {
            DevPrebuildCommand.startInBackground(
                Projector(course: course), at: current, for: workspace, isNew: !files.isEmpty)
        }
        let version = before == after.courseVersion ? after.courseVersion : "\(before) to \(after.courseVersion)"
        try options.print(
            Report(from: before, to: after.courseVersion, frontend: after.frontend, files: files),
            ["The course: \(version); its front end: \(after.frontend.rawValue)"]
                + (files.isEmpty ? ["Everything is up to date."] : Output.lines(of: files, options.style))
                + Self.whatNow(old, after, course))
    }

    /// Returns advice after a change of front end. The learner's files stay as they are, so a step already started
    /// still has the starter of the other front end.
    private static func whatNow(_ old: CourseProgress, _ new: CourseProgress, _ course: Course) -> [String] {
        guard old.frontend != new.frontend, let begun = try? new.begunSteps(in: course) else { return [] }
        return course.writtenSteps.filter { !$0.frontends.isEmpty && begun.contains($0.number) }.map {
            "Your files of step \($0.number) are as they were; to begin it with \(new.frontend.rawValue): "
                + "vitals-course reset \($0.number)"
        }
    }
}
