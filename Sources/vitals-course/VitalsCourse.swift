internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

@main
struct VitalsCourse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitals-course",
        abstract: "Vitals: an offline-first health tracker whose phones converge, and its course.",
        discussion: """
            Without a command it says where you are and what is next. Where a command takes a step, you can leave it out: \
            the default is your current step.

            Exit status: 0 passed, 1 failed, 2 usage, 3 locked, 4 the machine lacks something, 5 out of time, \
            6 the course itself is broken, 128 + N ended by signal N.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "The way through",
                subcommands: [
                    StartCommand.self, StatusCommand.self, ReadCommand.self, CheckCommand.self, WatchCommand.self,
                    NextCommand.self,
                ]),
            CommandGroup(
                name: "Help with a step",
                subcommands: [
                    RunCommand.self, HintCommand.self, DiffCommand.self, SolutionCommand.self, PostgresCommand.self,
                    DoctorCommand.self,
                ]),
            CommandGroup(
                name: "Changing the workspace",
                subcommands: [JumpCommand.self, ResetCommand.self, UndoCommand.self, UpdateCommand.self]),
            CommandGroup(name: "Teaching", subcommands: [GradeCommand.self]),
            CommandGroup(name: "The final system", subcommands: [DemoCommand.self, TestCommand.self, DevCommand.self]),
        ],
        defaultSubcommand: StatusCommand.self)

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try refuseUnknownCommand(arguments.first == "help" ? arguments.dropFirst().first : arguments.first)
            var command = try parseAsRoot(asksForHelp(arguments) ? ["--help"] : arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as CourseError {
            Failure.report(error, json: arguments.contains("--json"))
        } catch let error as MarkerError {
            Failure.report(CourseError(.courseBroken, "\(error)"), json: arguments.contains("--json"))
        } catch {
            report(error, json: arguments.contains("--json"))
        }
        Output.exit(0)
    }

    /// Options without a command are those of `status`, the default. A call for help beside them is for everything all the same.
    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.allSatisfy { $0.hasPrefix("-") } && !Set(arguments).isDisjoint(with: ["--help", "-h"])
    }

    /// Reports an error that isn't ours: a wrong option, a call for help, or whatever a library threw. A program that asked
    /// for JSON gets JSON for each of them but help, which isn't an error.
    private static func report(_ error: any Error, json: Bool) -> Never {
        let isUsage = exitCode(for: error) == .validationFailure
        if json, isUsage || !(error is ExitCode || exitCode(for: error) == .success) {
            Failure.report(CourseError(isUsage ? .usage : .failed, message(for: error)), json: true)
        }
        let message = fullMessage(for: error)
        guard isUsage else {
            let status = exitCode(for: error).rawValue
            if status == 0 { Output.verbatim(message + "\n") } else if !message.isEmpty { Output.error(message) }
            Output.exit(status)
        }
        Output.error(message)
        Output.exit(2)
    }

    /// The words that may follow `vitals-course`.
    static var commandNames: [String] {
        let known = configuration.groupedSubcommands.flatMap(\.subcommands) + configuration.subcommands
        return known.map { $0._commandName } + ["help"]
    }

    /// Words that people try for a command of another name.
    private static let meant = [
        "lesson": "read", "show": "read", "open": "read", "map": "status", "progress": "status", "verify": "check",
        "build": "check", "continue": "next", "answer": "solution", "solve": "solution", "init": "start",
    ]

    /// Refuses an unknown command, because the parser would take it for an argument of `status`.
    private static func refuseUnknownCommand(_ word: String?) throws {
        guard let word, !word.hasPrefix("-") else { return }
        let names = commandNames
        guard !names.contains(word) else { return }
        let suggestion = meant[word].map { " Did you mean \"\($0)\"?" } ?? Suggestion.sentence(for: word, among: names)
        throw CourseError(
            .usage,
            "There is no command \"\(word)\".\(suggestion) To list them: vitals-course help")
    }
}

/// The report of a command that failed.
enum Failure {
    private struct Report: Encodable {
        struct Error: Encodable {
            let exit: Int32
            let message: String
        }
        let error: Error
    }

    static func report(_ error: CourseError, json: Bool) -> Never {
        if json { try? Output.json(Report(error: .init(exit: error.exitStatus, message: error.report))) }
        Output.error("vitals-course: " + error.report)
        Output.exit(error.exitStatus)
    }
}
