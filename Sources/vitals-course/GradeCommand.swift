internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct GradeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grade",
        abstract: "Grade submissions: folders, git repositories and archives, each in a sandbox of its own.",
        discussion: "Example: vitals-course grade submissions/* --steps 1-8 --jobs 2 --out grades")

    @Argument var paths: [String]
    @Option var steps = "1-4"
    @Option var jobs = 1
    @Option var out = "grades"
    @Flag var resume = false
    @Flag var noSandbox = false

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        let parts = steps.split(separator: "-").compactMap { Int($0) }
        let obstacle = await Sandbox.obstacle()
        if let obstacle { Output.error(obstacle) }
        var run = GradingRun(
            projector: Projector(course: course), steps: Array(parts[0]...parts[parts.count - 1]),
            program: CommandLine.arguments[0], results: GradingResults(folder: out + "/results", resumes: resume))
        run.jobCount = jobs
        run.bubblewrap = obstacle == nil && !noSandbox ? Sandbox.path() : nil
        run.progress = { Output.error("\($0.done)/\($0.of) \($0.name ?? "") \($0.words)") }
        let submissions = paths.map {
            Submission(name: ($0 as NSString).lastPathComponent, tree: LearnerTree.read($0))
        }
        let finished = run
        try await interruptibly {
            for graded in try await finished.run(submissions) {
                print(graded.name, graded.problem ?? "")
                for step in graded.steps {
                    let held = step.verdicts.filter(\.holds).count
                    print("  \(step.number) \(step.outcome.rawValue) \(held)/\(step.verdicts.count) \(step.note)")
                    for verdict in step.verdicts.filter({ !$0.holds && $0.outcome != .didNotRun }).prefix(3) {
                        print("     \(verdict.id): \(verdict.outcome.rawValue) \(verdict.message.prefix(150)) \(verdict.place ?? "")")
                    }
                }
                for error in graded.errors { print("  \(error)") }
                for flag in graded.flags { print("  \(flag)") }
            }
        }
    }
}
