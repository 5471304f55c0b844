import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests that no command changes what lies behind a link, because no snapshot contains it.
@Suite("Workspaces with links in them")
struct LinkedFolderTests {
    private static let moment = WorkspaceFixture.moment
    private static let path = "Sources/Mini/Greeting.swift"

    /// Runs `body` with a workspace at step 2 in which one folder is a link to a folder outside it.
    private static func with(
        linked folder: String, _ body: @Sendable (WorkspaceFixture, _ outside: String) async throws -> Void
    ) async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            try fixture.write("mine\n", to: path)
            try move(folder, of: fixture)
            try await body(fixture, fixture.folder + "/shared" + path.dropFirst(folder.count))
        }
    }

    private static func move(_ folder: String, of fixture: WorkspaceFixture) throws {
        let place = fixture.workspace.path(folder)
        try FileManager.default.moveItem(atPath: place, toPath: fixture.folder + "/shared")
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: fixture.folder + "/shared")
    }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    @Test(
        "no command changes a file behind a linked folder; it says which link and why",
        arguments: ["Sources", "Sources/Mini"], ["reset", "solution", "jump"])
    func refused(folder: String, command: String) async throws {
        try await Self.with(linked: folder) { fixture, outside in
            let (workspace, projector) = (fixture.workspace, try fixture.projector)
            let history = try workspace.history().operations.count
            let error = await #expect(throws: CourseError.self) {
                switch command {
                case "reset": _ = try await workspace.reset(try fixture.step(2), projector, at: Self.moment)
                case "solution":
                    _ = try await workspace.applySolution(of: try fixture.step(2), projector, at: Self.moment)
                default: _ = try await workspace.jump(to: try fixture.step(3), projector, at: Self.moment)
                }
            }
            let words = error?.description ?? ""
            expect(words.contains("\(folder) is a link") && words.contains("snapshot"), "\(words)")
            expect(Self.text(outside), equals: "mine\n")
            try expect(workspace.history().operations.count, equals: history)
        }
    }

    @Test("undo and redo neither write nor remove behind a folder that has become a link since")
    func undo() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            _ = try await workspace.jump(to: try fixture.step(2), try fixture.projector, at: Self.moment)
            try Self.move("Sources", of: fixture)
            let outside = fixture.folder + "/shared/Mini/Greeting.swift"
            let before = Self.text(outside)
            let error = await #expect(throws: CourseError.self) { try await workspace.undo() }
            expect(error?.description.contains("Sources is a link") == true)
            expect(before != nil && Self.text(outside) == before)
        }
    }

    @Test("a workspace in which nothing behind the link would change works on")
    func unchanged() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            try Self.move("Sources", of: fixture)
            try fixture.write("edited\n", to: "Tests/StepSupport/Support.swift")
            let report = try await fixture.workspace.update(try fixture.projector, at: Self.moment)
            expect(report.replaced, equals: ["Tests/StepSupport/Support.swift"])
        }
    }

    @Test("a snapshot that would lack a file about to be changed isn't taken")
    func incomplete() async throws {
        try await WorkspaceFixture.with { fixture in
            for path in [".build/Own.swift", "Sources/.git/Own.swift"] {
                try fixture.write("mine\n", to: path)
                let error = await #expect(throws: CourseError.self, "\(path)") {
                    try await Snapshots(workspace: fixture.workspace).take("x", including: [path])
                }
                expect(error?.description.contains(path) == true)
            }
            _ = try await Snapshots(workspace: fixture.workspace).take("x", including: ["Sources/Nowhere.swift"])
        }
    }

    @Test("a file that is edited after the snapshot keeps the edit")
    func editedMeanwhile() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            try fixture.write("mine\n", to: Self.path)
            let error = await #expect(throws: CourseError.self) {
                _ = try await fixture.workspace.perform("reset 2", at: Self.moment) { _ in
                    var plan = WorkspacePlan()
                    plan.write(Self.path, TreeFile("starter\n"))
                    plan.write("Sources/Mini/New.swift", TreeFile("new\n"))
                    return plan
                } afterSnapshot: {
                    try fixture.write("edited meanwhile\n", to: Self.path)
                    try fixture.write("made meanwhile\n", to: "Sources/Mini/New.swift")
                }
            }
            expect(error?.description.contains(Self.path) == true)
            expect(fixture.text(Self.path), equals: "edited meanwhile\n")
            expect(fixture.text("Sources/Mini/New.swift"), equals: "made meanwhile\n")
        }
    }

    @Test("a folder that becomes a link after the snapshot isn't followed, even where the file behind it is the same")
    func linkedMeanwhile() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            try fixture.write("mine\n", to: Self.path)
            let error = await #expect(throws: CourseError.self) {
                _ = try await fixture.workspace.perform("reset 2", at: Self.moment) { _ in
                    var plan = WorkspacePlan()
                    plan.write(Self.path, TreeFile("starter\n"))
                    return plan
                } afterSnapshot: {
                    try Self.move("Sources", of: fixture)
                }
            }
            expect(error?.description.contains("Sources is a link") == true)
            expect(Self.text(fixture.folder + "/shared/Mini/Greeting.swift"), equals: "mine\n")
        }
    }

    @Test("a file that is edited while undo or redo takes its snapshot keeps the edit")
    func editedDuringUndo() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            try fixture.write("mine\n", to: Self.path)
            _ = try await fixture.workspace.reset(try fixture.step(2), try fixture.projector, at: Self.moment)
            let edit: @Sendable () throws -> Void = { try fixture.write("edited meanwhile\n", to: Self.path) }
            var error = await #expect(throws: CourseError.self) {
                try await fixture.workspace.undo(afterSnapshot: edit)
            }
            expect(error?.description.contains(Self.path) == true)
            expect(fixture.text(Self.path), equals: "edited meanwhile\n")
            _ = try await fixture.workspace.undo()
            expect(fixture.text(Self.path), equals: "mine\n")
            error = await #expect(throws: CourseError.self) {
                try await fixture.workspace.redo(afterSnapshot: edit)
            }
            expect(error?.description.contains(Self.path) == true)
            expect(fixture.text(Self.path), equals: "edited meanwhile\n")
        }
    }

    @Test("a link in the place of a file is replaced, not followed, and undo brings the link back")
    func linkedFile() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            let outside = fixture.folder + "/Greeting.swift"
            try TreeFile("shared\n").write(to: outside)
            let place = fixture.workspace.path(Self.path)
            try FileManager.default.removeItem(atPath: place)
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: outside)
            _ = try await fixture.workspace.reset(try fixture.step(2), try fixture.projector, at: Self.moment)
            expect(Self.text(outside), equals: "shared\n")
            _ = try await fixture.workspace.undo()
            try expect(FileManager.default.destinationOfSymbolicLink(atPath: place), equals: outside)
            expect(Self.text(outside), equals: "shared\n")
        }
    }
}
