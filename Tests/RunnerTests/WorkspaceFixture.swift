import Foundation

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// A mini course and one of its workspaces, in a temporary folder.
struct WorkspaceFixture {
    let folder: String
    let mini: MiniCourse
    let workspace: Workspace

    var projector: Projector { get throws { try mini.projector } }
    var course: Course { get throws { try mini.course } }
    static let moment = Date(timeIntervalSince1970: 1_800_000_000)

    /// Creates a fixture, passes it to `body`, and removes it.
    static func with(
        chapters: Bool = false, _ body: @Sendable (WorkspaceFixture) async throws -> Void
    ) async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-workspace")
            let mini = try MiniCourse(in: folder + "/clone", hasChapters: chapters)
            let workspace = try await Workspace.start(in: folder + "/mine", try mini.projector, frontend: .web)
            try await body(WorkspaceFixture(folder: folder, mini: mini, workspace: workspace))
        }
    }

    func step(_ number: Int) throws -> Step { try course.steps[number - 1] }

    /// Records a passed step, as the checker does.
    ///
    /// - Parameter tree: the files that were checked; nil for a check that didn't record them.
    func pass(_ number: Int, tree: [String: TreeFile]? = nil) throws {
        let step = try step(number)
        let files = workspace.fingerprints(of: try projector.learnerPaths(ownedBy: number))
        let record = CheckRecord(
            at: Self.moment, verdict: .passed, passedCount: step.tests.count, tests: step.tests.count)
        let projector = try projector
        try workspace.update {
            $0.record(record, of: step, files: files)
            $0[step].passedTree = tree.map { projector.ownFingerprint(of: $0) }
        }
    }

    /// Walks to the beginning of step N like a learner who takes the course's solution of each step.
    func walk(to number: Int) async throws {
        for passed in 1..<number {
            _ = try await workspace.applySolution(of: try step(passed), try projector, at: Self.moment)
            try pass(passed)
            _ = try await workspace.next(try projector, at: Self.moment)
        }
    }

    func text(_ path: String) -> String? {
        workspace.contents(path).map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ text: String, to path: String) throws {
        try TreeFile(text).write(to: workspace.path(path))
    }

    /// Runs the program as a learner does, in the workspace.
    func run(_ arguments: String..., from folder: String? = nil) async throws -> Command.Result {
        try await run(arguments, from: folder)
    }

    func run(_ arguments: [String], from folder: String? = nil) async throws -> Command.Result {
        try await command(arguments, from: folder).capture()
    }

    func command(_ arguments: [String], from folder: String? = nil) -> Command {
        var command = Command(TestPaths.course, arguments)
        command.directory = folder ?? workspace.root
        command.environment = [
            "VITALS_COURSE_ROOT": mini.root, "VITALS_COURSE": nil, "NO_COLOR": nil, "VITALS_COURSE_NO_PREBUILD": "1",
        ]
        return command
    }
}
