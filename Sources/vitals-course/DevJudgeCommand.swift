internal import ArgumentParser
internal import CheckpointCheck
internal import CheckpointGrading

struct DevJudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Judge one submission. The grade command runs this itself, in a sandbox.",
        discussion: "Example: vitals-course dev judge SUBMISSION FINDING", shouldDisplay: false)

    @Argument(help: "The folder that holds request.json and the learner's files.")
    var submission: String

    @Argument(help: "The folder for the result.")
    var finding: String

    func run() async throws {
        try await SubmissionJudge.run(
            submission: submission, finding: finding, root: try Repository.root(),
            progress: { Output.standard($0 + "\n") })
    }
}
