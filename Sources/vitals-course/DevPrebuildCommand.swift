internal import ArgumentParser
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointWorkspace

struct DevPrebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prebuild",
        abstract:
            "Build ahead what a learner at a step will need. The commands start, next, jump and check do this by themselves.",
        discussion: """
            Example: vitals-course dev prebuild 4
            It makes way for every check, continues when the build folder is free again, and ends when the workspace is gone.
            """)

    @Argument(help: "The number of the step.")
    var step: Int

    @Option(help: "A workspace at that step.")
    var workspace: String?

    @Flag(help: "Build the modules and tests of that workspace first.")
    var own = false

    func run() async throws {
        let workspace = workspace.map { Workspace(root: $0) }
        let frontend = try workspace?.progress().frontend
        let root = try Repository.root()
        let course = try frontend.map { try Course.load(root: root, frontend: $0) } ?? Course.load(root: root)
        let (step, own) = (step, own)
        try await interruptibly {
            let stages = try Stages(projector: Projector(course: course))
            try await Prebuild(stages: stages, at: step, for: workspace).run(own: own)
        }
    }

    /// Starts the prebuild in a separate process, while the learner does something else.
    ///
    /// - Parameter isNew: true if the learner has just moved to the step.
    static func startInBackground(_ projector: Projector, at step: Int, for workspace: Workspace, isNew: Bool) {
        guard let stages = try? Stages(projector: projector), let program = CommandLine.arguments.first,
            program.hasPrefix("/")
        else { return }
        Prebuild(stages: stages, at: step, for: workspace).startInBackground(program: program, isNew: isNew)
    }
}
