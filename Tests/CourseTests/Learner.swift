import Foundation
import StepSupport

@testable import CheckpointCourse
@testable import CheckpointSystem

/// A learner of the real course, at a terminal.
struct Learner: Sendable {
    struct Run: Sendable {
        let status: Int
        let output: String
        let error: String
        var text: String { output + error }
    }

    let workspace: String

    var course: Course { get throws { try Course.load(root: PackageFiles.root) } }

    /// Starts a workspace, passes it to `body`, and removes it.
    static func with(_ body: @Sendable (Learner) async throws -> Void) async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-learner")
            let learner = Learner(workspace: folder + "/mine")
            let start = try await learner.run(in: folder, "\"\(PackageFiles.product("vitals-course"))\" start mine")
            guard start.status == 0 else { throw CourseError(.failed, "start: \(start.text)") }
            try await body(learner)
        }
    }

    /// Runs a command of the course in the workspace.
    func run(_ words: String...) async throws -> Run { try await run(words) }

    func run(_ words: [String]) async throws -> Run {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        return try await run(in: workspace, "\"\(PackageFiles.product("vitals-course"))\" \(quoted)")
    }

    /// Runs a line as a person would type it in the workspace, with the binary under test as its `./vitals-course`.
    func shell(_ line: String) async throws -> Run {
        try await run(
            in: workspace, line.replacing("./vitals-course", with: "\"\(PackageFiles.product("vitals-course"))\""))
    }

    /// Runs a command of the course and sends its process a signal once a shell command has ended.
    func ended(by signal: Int32, after condition: String, _ words: String...) async throws -> Run {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        return try await run(
            in: workspace,
            """
            "\(PackageFiles.product("vitals-course"))" \(quoted) & process=$!
            \(condition)
            kill -\(signal) "$process"
            wait "$process"
            """)
    }

    /// An entry in the environment of all processes of this learner's commands.
    var mark: String { "VITALS_LEARNER=\(workspace)\0" }

    func edit(_ path: String, _ change: (String) throws -> String) throws {
        let full = workspace + "/" + path
        let text = try String(contentsOfFile: full, encoding: .utf8)
        try change(text).write(toFile: full, atomically: true, encoding: .utf8)
    }

    private func run(in folder: String, _ line: String) async throws -> Run {
        var command = Command("/bin/sh", ["-c", line + "; echo \"status $?\" >&2"])
        command.directory = folder
        command.timeoutSeconds = 1_200
        command.environment = [
            "VITALS_COURSE_ROOT": PackageFiles.root, "VITALS_COURSE_NO_PREBUILD": "1",
            "DATABASE_URL": ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"],
            "VITALS_LEARNER": workspace,
        ]
        let result = try await command.capture()
        var lines = result.standardError.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let mark = lines.lastIndex { $0.hasPrefix("status ") }
        let status = mark.flatMap { Int(lines[$0].dropFirst("status ".count)) } ?? -1
        if let mark { lines.remove(at: mark) }
        return Run(status: status, output: result.standardOutput, error: lines.joined(separator: "\n"))
    }
}
