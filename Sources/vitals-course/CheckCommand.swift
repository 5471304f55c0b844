internal import ArgumentParser
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Build your code and judge it by the tests of this step and of those before it.",
        discussion: """
            Examples: vitals-course check, vitals-course check 8, \
            vitals-course check 8 --test 'Step08EngineTests/greaterWins()'
            A long step has parts. vitals-course check 8.1 judges one by its own tests; where you haven't begun a later part, \
            the course's code stands in for it. Only vitals-course check 8, which judges the whole step, opens the next one.
            vitals-course check --format compiler prints what fails as a compiler would, for an editor to read; start wrote a \
            task for Visual Studio Code.
            A check always uses the official tests, even if you changed the copies in your workspace.
            """)

    @Argument(help: "The number or the name of a step, or a part of one, such as 8.1. Default: the step you are at.")
    var step: String?

    @Option(
        help: "Run only this test, such as 'Step08EngineTests/greaterWins()', or suite. The result isn't recorded.")
    var test: String?

    @Option(help: "With --test: try only this generated case. A failing case prints its seed.")
    var seed: String?

    @Flag(help: "Check a locked step too. The result isn't recorded.")
    var anyway = false

    @Flag(help: "Run the tests again even if nothing has changed since the last check.")
    var again = false

    @OptionGroup var output: CheckOptions

    func validate() throws {
        guard let seed else { return }
        guard test != nil else {
            throw ValidationError(
                "--seed tries one case of one test. Name the test with --test, as the failing case printed it.")
        }
        guard UInt64(seed) != nil else {
            throw ValidationError("--seed takes a whole number, such as 17, not \"\(seed)\".")
        }
    }

    func run() async throws {
        let here = try StepPlace.here(step, takesParts: true)
        let check = try Self.check(here, self)
        let line = ProgressLine(logs: true)
        let output = output
        try await interruptibly {
            defer { line.clear() }
            var check = check
            check.checker.progress = { line.show($0) }
            check.waiting = { line.showWaiting($0) }
            let outcome = try await output.reporting(here) { [check] in try await check.run() }
            line.clear()
            // Build ahead again in the background, in case an earlier prebuild was interrupted or never began.
            if let current = try? outcome.after.currentStep(in: here.course).number, !outcome.report.isUnchanged {
                DevPrebuildCommand.startInBackground(here.projector, at: current, for: here.workspace, isNew: false)
            }
            try Self.print(outcome, here, output)
            guard !outcome.report.isOutOfTime else { throw ExitCode(CourseError.Code.timedOut.exitStatus) }
            guard outcome.report.passed else { throw ExitCode.failure }
        }
    }

    private static func check(_ here: StepPlace, _ command: CheckCommand) throws -> WorkspaceCheck {
        var checker = Checker(stages: try Stages(projector: here.projector))
        checker.databaseURL = Checker.databaseURL()
        var check = WorkspaceCheck(workspace: here.workspace, checker: checker, step: here.step)
        check.part = here.part
        check.test = command.test
        check.seed = command.seed
        check.anyway = command.anyway
        check.again = command.again
        return check
    }

    static func print(
        _ outcome: WorkspaceCheck.Outcome, _ here: StepPlace, _ output: CheckOptions
    ) throws {
        var text = CheckText(
            outcome: outcome, step: here.step, part: here.part, course: here.course, style: output.common.style)
        if Terminal.isThere { text.width = max(40, min(Terminal.width, 100)) }
        let problems = CheckProblems(report: outcome.report, root: here.workspace.root)
        try output.common.print(
            CheckJSON(outcome.report, here.step), output.format == .compiler ? problems.lines + text.ending : text.lines
        )
    }
}

/// A check's report for programs.
struct CheckJSON: Encodable {
    /// The version of the format; CHANGELOG.md lists the changes.
    let version = 2
    let passed: Bool
    let report: CheckReport
    /// The parts of the step that the check judged; nil for a step that isn't divided.
    let parts: [CheckReport.PartResult]?

    init(_ report: CheckReport, _ step: Step) {
        passed = report.passed
        self.report = report
        parts = step.ownParts.isEmpty ? nil : report.results(forPartsOf: step)
    }
}
