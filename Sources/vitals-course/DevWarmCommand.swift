internal import ArgumentParser
internal import Checkpoint

struct DevWarmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "warm",
        abstract: "Build the packages that a learner at a step will need; start, next and jump do this by themselves.",
        discussion: "Example: vitals-course dev warm 4")

    @Argument(help: "The number of the step.")
    var step: Int

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        try await Warming(stages: try Stages(projector: Projector(course: course)), at: step).run()
    }

    /// In a process of its own, while the learner does something else.
    static func startInBackground(_ projector: Projector, at step: Int) {
        guard let stages = try? Stages(projector: projector), let program = CommandLine.arguments.first,
            program.hasPrefix("/")
        else { return }
        Warming(stages: stages, at: step).startInBackground(program: program)
    }
}
