internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Create a workspace: a package of your own with step 1's starter, outside the clone.",
        discussion: "Example: vitals-course start ../my-vitals")

    @Argument(help: "A folder that doesn't exist yet or is empty, outside the clone.")
    var folder: String

    @Option(help: "The front end that you'll build in step 15: web or swiftui. You can change it later.")
    var frontend: Frontend = .ofThisMachine

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let course = try Course.load(root: try Repository.root(), frontend: frontend)
        let projector = Projector(course: course)
        let workspace = try await Workspace.start(in: folder, projector, frontend: frontend)
        DevPrebuildCommand.startInBackground(projector, at: 1, for: workspace, isNew: true)
        try options.print(
            ["workspace": workspace.root, "course": course.root],
            [
                "Your workspace: " + options.style(workspace.root, .bold), "",
                "  cd \(ShellWord.quoted(folder.pathBegins(with: "-") ? "./" + folder : folder))",
                "  ./vitals-course read     the lesson of step 1",
                "  ./vitals-course check    is it right? (red at first: every step starts red)",
                "  ./vitals-course          where am I",
                "",
                "It's a git repository of your own, still without a commit. Commit when a step passes.",
            ])
    }
}

extension Frontend: ExpressibleByArgument {
    static var ofThisMachine: Frontend {
        #if os(macOS)
        .swiftui
        #else
        .web
        #endif
    }
}
