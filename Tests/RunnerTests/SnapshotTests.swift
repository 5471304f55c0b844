import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("Undo")
struct SnapshotTests {
    private static let moment = WorkspaceFixture.moment

    /// Returns every file of the workspace, except the runner's own, by path.
    private static func picture(_ fixture: WorkspaceFixture) -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: fixture.workspace.root)?.compactMap { $0 as? String } ?? []
        let own = names.filter { !$0.hasPrefix(".git/") && (!$0.hasPrefix(".vitals/") || $0 == Workspace.progressPath) }
        return own.reduce(into: [:]) { $0[$1] = fixture.workspace.contents($1) }
    }

    @Test("takes back each command that changes a workspace, files and progress; redo does it again")
    func undoOfEach() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            try await fixture.walk(to: 2)
            try fixture.write("mine\n", to: "Sources/Mini/Greeting.swift")
            try fixture.write("edited\n", to: "Tests/StepSupport/Support.swift")
            let two = try fixture.step(2)
            let three = try fixture.step(3)
            let commands: [(String, () async throws -> Void)] = [
                ("reset 2", { _ = try await workspace.reset(two, try fixture.projector, at: Self.moment) }),
                (
                    "solution 2 --apply",
                    { _ = try await workspace.applySolution(of: two, try fixture.projector, at: Self.moment) }
                ),
                ("jump 3", { _ = try await workspace.jump(to: three, try fixture.projector, at: Self.moment) }),
                ("update", { _ = try await workspace.update(try fixture.projector, at: Self.moment) }),
                (
                    "next",
                    {
                        try fixture.pass(2)
                        _ = try await workspace.next(try fixture.projector, at: Self.moment)
                    }
                ),
            ]
            for (name, command) in commands {
                try fixture.write("edited\n", to: "Tests/StepSupport/Support.swift")
                let before = Self.picture(fixture)
                try await command()
                let after = Self.picture(fixture)
                expect(before != after, "\(name)")
                try await expect(workspace.undo().name, equals: name)
                if name == "next" {
                    // What passed before it stays passed.
                    try expect(workspace.progress().current, equals: "02-greeting")
                } else {
                    expect(Self.picture(fixture), equals: before, "\(name)")
                }
                try await expect(workspace.redo().name, equals: name)
                expect(Self.picture(fixture), equals: after, "\(name)")
                _ = try await workspace.undo()
            }
        }
    }

    @Test("asked again goes further back, and then says that there is nothing more")
    func furtherBack() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            let first = Self.picture(fixture)
            _ = try await workspace.jump(to: try fixture.step(2), try fixture.projector, at: Self.moment)
            _ = try await workspace.jump(to: try fixture.step(3), try fixture.projector, at: Self.moment)
            let last = Self.picture(fixture)
            try await expect(workspace.undo().name, equals: "jump 3")
            try await expect(workspace.undo().name, equals: "jump 2")
            expect(Self.picture(fixture), equals: first)
            let error = await #expect(throws: CourseError.self) { try await workspace.undo() }
            expect(error?.description, equals: "There is nothing to undo.")
            _ = try await workspace.redo()
            _ = try await workspace.redo()
            expect(Self.picture(fixture), equals: last)
            await #expect(throws: CourseError.self) { try await workspace.redo() }
        }
    }

    @Test("leaves alone what the command did not touch, and keeps what was written since")
    func workSince() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            try await fixture.walk(to: 2)
            try fixture.write("before\n", to: "Sources/Mini/Greeting.swift")
            _ = try await workspace.reset(try fixture.step(2), try fixture.projector, at: Self.moment)
            try fixture.write("since\n", to: "Sources/Mini/Greeting.swift")
            try fixture.write("notes\n", to: "notes.txt")
            _ = try await workspace.undo()
            expect(fixture.text("Sources/Mini/Greeting.swift"), equals: "before\n")
            expect(fixture.text("notes.txt"), equals: "notes\n")
            _ = try await workspace.redo()
            expect(fixture.text("Sources/Mini/Greeting.swift"), equals: "since\n")
            _ = try await workspace.undo()
            expect(fixture.text("Sources/Mini/Greeting.swift"), equals: "before\n")
        }
    }

    @Test("gives bytes back as they were: whatever git attributes, ignored files, names, line ends, links and modes")
    func bytes() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            try await fixture.walk(to: 2)
            try fixture.write("* text=auto eol=crlf ident\n*.swift filter=broken\n", to: ".gitattributes")
            try fixture.write("Sources\n*.bin\n", to: ".gitignore")
            let odd = "\r\n$Id$ \u{0}\u{1} ü\nno end"
            let paths = ["Sources/Mini/Greeting.swift", "Sources/Mini/ä ö\t'\"$.swift", "secret.bin", "inner/deep.txt"]
            for path in paths { try fixture.write(odd, to: path) }
            var raw = Data([0xFF, 0xFE, 0x00, 0x0D, 0x0A])
            raw.append(contentsOf: 0...255)
            try raw.write(to: URL(fileURLWithPath: workspace.path("secret.bin")))
            _ = try await Command("git", ["init", "--quiet", workspace.path("inner")]).capture()
            try FileManager.default.createSymbolicLink(
                atPath: workspace.path("link.swift"), withDestinationPath: "nowhere")
            try TreeFile(Data("#!/bin/sh\n".utf8), isExecutable: true).write(to: workspace.path("run.sh"))

            let lock = try workspace.lock()
            let snapshots = Snapshots(workspace: workspace)
            let commit = try await snapshots.take("test")
            let all = paths + ["link.swift", "run.sh"]
            for path in all { try workspace.remove(path) }
            try await snapshots.restore(all, from: commit, unlessChangedSince: [:])
            withExtendedLifetime(lock) {}
            for path in paths where path != "secret.bin" { expect(fixture.text(path), equals: odd, "\(path)") }
            expect(workspace.contents("secret.bin"), equals: raw)
            try expect(
                FileManager.default.destinationOfSymbolicLink(atPath: workspace.path("link.swift")), equals: "nowhere")
            expect(FileManager.default.isExecutableFile(atPath: workspace.path("run.sh")))
        }
    }

    @Test("works without a home, against the user's settings and hooks, and from inside another git command")
    func isolated() async throws {
        try await WorkspaceFixture.with { fixture in
            let home = fixture.folder + "/home"
            try TreeFile("[core]\n  hooksPath = \(home)/hooks\n[commit]\n  gpgSign = true\n[broken\n")
                .write(to: home + "/.gitconfig")
            try TreeFile(Data("#!/bin/sh\nexit 1\n".utf8), isExecutable: true)
                .write(to: home + "/hooks/reference-transaction")
            for home in [home, nil] {
                var command = fixture.command(["jump", home == nil ? "3" : "2"])
                let odd: [String: String?] = [
                    "HOME": home, "GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "x",
                    "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare", "GIT_CONFIG_VALUE_0": "nonsense",
                    "VITALS_COURSE_CACHE": fixture.folder + "/cache",
                ]
                command.environment.merge(odd) { $1 }
                let result = try await command.capture()
                expect(result.succeeded, "\(result.standardError)")
            }
        }
    }

    @Test("a git that was killed and left its locks is no hindrance")
    func leftLocks() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            _ = try await workspace.jump(to: try fixture.step(2), try fixture.projector, at: Self.moment)
            for name in ["index.lock", "HEAD.lock", "refs/heads/history.lock"] {
                try TreeFile("").write(to: Snapshots(workspace: workspace).folder + "/" + name)
            }
            try await expect(workspace.undo().name, equals: "jump 2")
        }
    }

    @Test("does not make anybody forget what they have read")
    func hintsStay() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            try await fixture.walk(to: 2)
            _ = try await workspace.reset(try fixture.step(2), try fixture.projector, at: Self.moment)
            _ = try await workspace.applySolution(of: try fixture.step(2), try fixture.projector, at: Self.moment)
            _ = try await fixture.run("hint")
            _ = try await workspace.undo()
            let step = try workspace.progress().steps["02-greeting"]
            expect(step?.hints, equals: ["hello": 1])
            expect(step?.solutionAppliedAt == nil)
        }
    }
}
