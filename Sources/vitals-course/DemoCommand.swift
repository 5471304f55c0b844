internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Two phones edit one weight offline, sync with a real server, and end up equal.",
        discussion: """
            In the clone it runs the reference, in a workspace your own build.
            Example: vitals-course demo --postgres
            """)

    @Flag(help: "Use Postgres: a scratch database of DATABASE_URL if that is set, else a throw-away cluster.")
    var postgres = false

    @Flag(help: "Leave the server and the data when done, and say how to attach.")
    var keep = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "No colours, also on a terminal.")
    var plain = false

    @Option(
        help: .init("The folder of vitals-server and vitals-device; without it they are built.", visibility: .hidden))
    var binaries: String?

    func run() async throws {
        let form: DemoReport.Form = json ? .json : .table(coloured: Output.isColoured(plain: plain))
        let report = DemoReport(form: form) { Output.standard($0) }
        var demo = Demo(root: try Repository.root(), report: report)
        demo.binaries = binaries
        demo.usesPostgres = postgres
        demo.keeps = keep
        demo.databaseURL = ProcessInfo.processInfo.environment["DATABASE_URL"]
        let finished = demo
        let place = try Place.here()
        do {
            try await interruptibly {
                let holds: Bool
                if let workspace = place.workspace, finished.binaries == nil {
                    holds = try await Self.run(finished, place.course, workspace)
                } else {
                    holds = try await finished.run()
                }
                guard holds else { throw ExitCode.failure }
            }
        } catch let error as CourseError {
            report.failure(error)
            throw error
        }
    }
}

extension DemoCommand {
    /// The first step whose tree has a server and a device.
    private static let firstStep = 14

    /// On the learner's own build.
    private static func run(_ demo: Demo, _ course: Course, _ workspace: Workspace) async throws -> Bool {
        let step = try workspace.progress().currentStep(in: course)
        guard step.number >= firstStep else {
            throw CourseError(
                .locked,
                "Your build has no phone yet: step \(firstStep) brings it, and you are at step \(step.number). The demo of "
                    + "the course's own build: cd \(course.root) && ./vitals-course demo")
        }
        let line = ProgressLine()
        var checker = Checker(stages: try Stages(projector: Projector(course: course)))
        checker.progress = { line.show($0) }
        let request = Checker.Request(tree: LearnerTree.read(workspace.root), step: step.number)
        let stage = try checker.stage(for: request)
        return try await stage.exclusively(waiting: { Output.error($0) }) { [checker] in
            let report = try await checker.build(request)
            line.clear()
            guard report.didBuild else {
                throw CourseError(
                    .failed, "Your code does not build; vitals-course check \(step.number) says where.")
            }
            var demo = demo
            demo.binaries = stage.products
            return try await demo.run()
        }
    }
}

/// Runs `body` so that a signal cancels it; then everything is cleaned up and the exit status names the signal.
func interruptibly(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let outcome = await Interruption.cancelling(body)
    if let signal = outcome.signal {
        Output.error("vitals-course: interrupted; everything that it started was stopped and removed.")
        throw ExitCode(128 + signal)
    }
    try outcome.result.get()
}
