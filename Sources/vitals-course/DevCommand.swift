internal import ArgumentParser

struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "For authors: what the course derives from the source, and the proof that it holds.",
        subcommands: [
            DevCheckCommand.self, DevMutateCommand.self, DevProjectCommand.self, DevPrebuildCommand.self,
            DevJudgeCommand.self, DevNewCommand.self,
        ])
}
