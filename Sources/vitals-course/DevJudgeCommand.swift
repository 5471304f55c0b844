internal import ArgumentParser
internal import Checkpoint
internal import Foundation

struct DevJudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Judge the tests of step 9 or 13 in a package that has been built.",
        discussion: """
            The tests must pass on the reference and catch everything that is wrong in the step's folder.
            Example: swift build --build-tests && vitals-course dev judge 9
            """)

    @Argument(help: "9 or 13.")
    var step: Int

    @Option(help: "The package that holds the tests; the repository, where none is given.")
    var package: String?

    @Option(help: "Where it was built; its .build, where none is given.")
    var scratch: String?

    @Option(help: "Where to write what the step's tests read.")
    var to: String?

    func run() async throws {
        let root = try Repository.root()
        let stage = package ?? root
        let course = try Course.load(root: root)
        guard let found = course.step(step), let folder = Judge.specimenFolders[step] else {
            throw CourseError(.usage, "Steps 9 and 13 are judged; \(step) is not.")
        }
        var judge = Judge(
            step: step, stage: stage, scratch: scratch ?? stage + "/.build",
            reference: Projector(course: course).sourceTree(after: step))
        judge.progress = { Output.error($0) }
        let specimens = try Specimen.load(folder: "\(root)/steps/\(found.id)/\(folder)")
        let judgement = try await Resources.using { [judge] resources in
            try await judge.judgement(
                of: specimens, databaseURL: step == 13 ? ThrowawayPostgres.start(in: resources).url : nil)
        }
        if let to { try Judgement.write([judgement], to: to) }
        for line in judgement.report { Output.standard(line + "\n") }
        for found in judgement.cases where found.verdict == .caught {
            Output.standard("\(found.name): \(found.caughtBy.joined(separator: ", "))\n")
        }
        guard judgement.isPassed else { throw ExitCode(1) }
    }
}
