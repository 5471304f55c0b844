internal import ArgumentParser
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Check your current step on every save, until Ctrl-C.",
        discussion: "Examples: vitals-course watch, vitals-course watch 8.2")

    @Argument(help: "The number or the name of a step, or a part of one, such as 8.1. Default: the step you are at.")
    var step: String?

    @OptionGroup var output: CheckOptions

    /// The pause between looks at the files, in milliseconds. Saves within this time count as one.
    private static let pauseMilliseconds = 250

    func run() async throws {
        let (step, output) = (step, output)
        try await interruptibly {
            var judged: [String: TreeFile]?
            while true {
                let here = try StepPlace.here(step, takesParts: true)
                let tree = try LearnerTree.read(here.workspace.root)
                try await Task.sleep(for: .milliseconds(Self.pauseMilliseconds))
                guard tree != judged, try tree == LearnerTree.read(here.workspace.root) else { continue }
                judged = tree
                try await Self.check(here, output)
            }
        }
    }

    private static func check(_ here: StepPlace, _ output: CheckOptions) async throws {
        // An editor discards the last check's problems at the first of these lines, and shows the new ones at the second.
        if output.format == .compiler { Output.standard("vitals-course: checking\n") }
        defer { if output.format == .compiler { Output.standard("vitals-course: checked\n") } }
        let line = ProgressLine()
        var checker = Checker(stages: try Stages(projector: here.projector))
        checker.databaseURL = Checker.databaseURL()
        checker.progress = { line.show($0) }
        var check = WorkspaceCheck(workspace: here.workspace, checker: checker, step: here.step)
        check.part = here.part
        check.waiting = { line.showWaiting($0) }
        do {
            let outcome = try await output.reporting(here) { [check] in try await check.run() }
            line.clear()
            if !output.common.json, output.format == .text {
                Output.standard("\n" + output.common.style(time(), .dim) + "\n")
            }
            try CheckCommand.print(outcome, here, output)
        } catch let error as CourseError where error.code != .locked {
            // The next save may fix it.
            line.clear()
            Output.error("vitals-course: " + error.report)
        }
    }

    private static func time() -> String {
        Date().formatted(date: .omitted, time: .standard) + "  watching; Ctrl-C ends it"
    }
}
