import Foundation
import StepSupport
import Testing
import Vitals

/// A workspace of the course with `vitals-course read --web` running in it, as learners run it.
final class Lessons: Sendable {
    let url: String
    private let folder: TemporaryFolder
    private let program: RunningProgram

    /// - Parameter step: the step that the learner has reached.
    init(at step: Int) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        _ = try await Self.run(["start", folder.path("mine")], in: folder.path("."))
        if step > 1 { _ = try await Self.run(["jump", "\(step)"], in: folder.path("mine")) }
        program = try Self.started(["read", "--web", "--json"], in: folder.path("mine"))
        url = try await Self.address(of: program)
    }

    /// The site as a visitor sees it who has the clone and no workspace.
    static func visited() async throws -> Lessons { try await Lessons(in: PackageFiles.root) }

    private init(in root: String) async throws {
        folder = try TemporaryFolder()
        program = try Self.started(["read", "--web", "--json"], in: root)
        url = try await Self.address(of: program)
    }

    deinit { program.kill() }

    /// Runs a command as the learner.
    @discardableResult
    func run(_ arguments: String...) async throws -> String {
        try await Self.run(arguments, in: folder.path("mine"))
    }

    /// Returns the hints of a step that were read, as recorded in `.vitals/progress.json`.
    func hints(of step: String) throws -> JSONValue {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("mine/.vitals/progress.json")))
        return try JSONValue(parsing: Array(data))["steps"]?[step]?["hints"] ?? .object([])
    }

    /// Writes a file of the workspace.
    func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: folder.path("mine/" + path))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Interrupts the program, as Ctrl-C does.
    func interrupt() async throws -> Run {
        try await blocking { [program] in
            kill(program.processID, SIGINT)
            return try program.finish(withinSeconds: 10)
        }
    }

    private static func run(_ arguments: [String], in folder: String) async throws -> String {
        let run = try await blocking { try started(arguments, in: folder).finish(withinSeconds: 60) }
        try #require(run.status == 0, "\(arguments): \(run.errors)")
        return run.output
    }

    private static func started(_ arguments: [String], in folder: String) throws -> RunningProgram {
        try RunningProgram(
            "vitals-course", arguments,
            environment: ["VITALS_COURSE_ROOT": PackageFiles.root, "VITALS_COURSE_NO_PREBUILD": "1"],
            through: ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder])
    }

    private static func address(of program: RunningProgram) async throws -> String {
        let deadline = ContinuousClock.now + .seconds(30)
        while program.isRunning, ContinuousClock.now < deadline {
            if let line = program.outputSoFar.split(separator: "\n").first,
                let url = try JSONValue(parsing: Array(line.utf8))["url"]?.string
            {
                return url
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ProgramError("vitals-course read --web printed no address: \(program.outputSoFar)")
    }
}
