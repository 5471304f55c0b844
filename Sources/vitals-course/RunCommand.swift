internal import ArgumentParser
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run something on your own code: a program of a lesson or of your package, or a Swift file.",
        discussion: """
            A file is top-level Swift: import Vitals, and a few lines that print.
            Examples: vitals-course run two-phones, vitals-course run try.swift, vitals-course run vitals-server --help
            With --source it prints a program of a lesson instead, for you to copy and change.
            Example: vitals-course run two-phones --source > mine.swift
            Put our options before the program's name; everything after it goes to the program. With --json its output is part of the object.
            """)

    @Flag(help: "Print a lesson's program instead of running it.")
    var source = false

    @OptionGroup var options: CommonOptions

    @Argument(help: "The name of a program, or a file that ends in .swift.")
    var program: String

    @Argument(parsing: .captureForPassthrough, help: "Arguments for the program.")
    var arguments: [String] = []

    func run() async throws {
        guard !["--help", "-h"].contains(program) else { throw CleanExit.helpRequest(self) }
        let here = try StepPlace.here(nil)
        let (word, arguments) = (program, arguments)
        if source || arguments == ["--source"], let text = try self.text(here) { return try print(text) }
        let options = options
        try await interruptibly {
            let line = ProgressLine(logs: true)
            defer { line.clear() }
            let programs = try LearnerPrograms(here.workspace, here.projector, line)
            let command = Command(try await programs.program(word), arguments)
            line.clear()
            if options.json { return try await Self.report(on: command, of: word, programs) }
            // The program gets the terminal to itself and handles signals in its own way.
            if programs.isProduct(word) { try command.replaceThisProcess() }
            let status = try await command.stream { Output.error(programs.message(for: $0)) }
            if status != 0 { throw ExitCode(status) }
        }
    }

    private struct Source: Encodable {
        let program: String
        let source: String
    }

    private struct Report: Encodable {
        let program: String
        let exitStatus: Int32
        let standardOutput: String
        let standardError: String
    }

    private func print(_ source: String) throws {
        if options.json { return try Output.json(Source(program: program, source: source)) }
        Output.verbatim(source)
    }

    /// Runs a program to its end with our input and no time limit, and prints a report.
    private static func report(on command: Command, of word: String, _ programs: LearnerPrograms) async throws {
        var command = command
        command.timeoutSeconds = 86_400 * 365
        if isatty(STDIN_FILENO) == 0 {
            command.input = String(decoding: try FileHandle.standardInput.readToEnd() ?? Data(), as: UTF8.self)
        }
        let result = try await command.capture()
        let errors = result.standardError.split(separator: "\n", omittingEmptySubsequences: false)
        try Output.json(
            Report(
                program: word, exitStatus: result.exitStatus, standardOutput: result.standardOutput,
                standardError: errors.map { programs.message(for: String($0)) }.joined(separator: "\n")))
        if result.exitStatus != 0 { throw ExitCode(result.exitStatus) }
    }

    /// Returns the source of a lesson's program; nil if `--source` is an argument for the program and not for us.
    private func text(_ here: StepPlace) throws -> String? {
        let programs = try LearnerPrograms(here.workspace, here.projector)
        let isOurs = !program.pathEnds(with: ".swift") && !programs.isProduct(program)
        return source || isOurs ? try programs.source(program) : nil
    }
}

extension LearnerPrograms {
    /// Creates the programs of a workspace, with progress shown on a line.
    init(_ workspace: Workspace, _ projector: Projector, _ line: ProgressLine? = nil) throws {
        var checker = Checker(stages: try Stages(projector: projector))
        checker.progress = { line?.show($0) }
        checker.announce = { line?.announce($0) }
        try self.init(workspace: workspace, checker: checker)
        waiting = { line?.showWaiting($0) }
    }
}
