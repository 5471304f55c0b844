import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests of the README's promises about the commands, each small enough to be forgotten.
@Suite("What the commands promise")
struct SmallPromisesTests {
    @Test(
        "every command takes --json and --plain",
        arguments: [
            "status", "start", "read", "check", "watch", "next", "hint", "diff", "solution", "jump", "reset", "undo",
            "update",
            "doctor", "run", "postgres", "test", "demo", "grade",
        ])
    func options(name: String) async throws {
        var command = Command(TestPaths.course, [name, "--help"])
        command.directory = "/"
        let help = try await command.capture().standardOutput
        expect(help.contains("--json") && help.contains("--plain"), "\(help)")
    }

    @Test(
        "a call for help beside the options of status is for everything, as without them",
        arguments: ["--plain", "--json"])
    func helpWithOptions(option: String) async throws {
        func help(_ words: [String]) async throws -> String {
            var command = Command(TestPaths.course, words)
            command.directory = "/"
            return try await command.capture().standardOutput
        }
        let whole = try await help(["--help"])
        expect(whole.contains("vitals-course <subcommand>"), "\(whole)")
        try await expect(help(["--help", option]), equals: whole)
        try await expect(help([option, "-h"]), equals: whole)
        try await expect(help(["status", option, "--help"]) != whole)
    }

    #if os(Linux)
    @Test(
        "a full disk loses the output with a sentence and exit status 1, and a reader that has left is no error",
        arguments: ["--help", "status --help", "status", "status --json", "read 1 --plain"])
    func lostOutput(words: String) async throws {
        try await WorkspaceFixture.with { fixture in
            var command = fixture.command(["-c", "\"$0\" \(words) > /dev/full", TestPaths.course])
            command.executable = "/bin/sh"
            let lost = try await command.capture()
            expect(lost.ending, equals: "exit status 1", "\(lost)")
            expect(
                lost.standardError.hasPrefix("vitals-course: The output couldn't be written: No space left on device."),
                "\(lost)")
            command.arguments[1] = "(sleep 0.3; \"$0\" \(words); echo \"status $?\" >&2) | true"
            let unread = try await command.capture()
            expect(["status 0\n", "status 141\n"].contains(unread.standardError), "\(unread)")
        }
    }
    #endif

    @Test(
        "a word that is no command is refused, also after help, with the way to the list as it's typed here",
        arguments: [["lesson"], ["help", "lesson"]])
    func unknownCommand(words: [String]) async throws {
        try await WorkspaceFixture.with { fixture in
            let refused = try await fixture.run(words)
            expect(refused.ending, equals: "exit status 2", "\(refused)")
            expect(refused.standardError.contains("There is no command \"lesson\"."), "\(refused.standardError)")
            expect(refused.standardError.contains("Did you mean \"read\"?"), "\(refused.standardError)")
            expect(refused.standardError.contains("To list them: ./vitals-course help"), "\(refused.standardError)")
            try await expect(fixture.run("help").standardOutput.contains("THE WAY THROUGH"))
            try await expect(fixture.run("help", "check").standardOutput.contains("--seed"))
        }
    }

    @Test("a lesson's folded answers name the command that shows them, with the step and without it")
    func answersCommand() async throws {
        try await WorkspaceFixture.with { fixture in
            try """
            # Step 1

            What?

            <details><summary>Answer</summary>

            That.

            </details>

            """
            .write(toFile: fixture.mini.root + "/steps/01-scaffold/lesson.md", atomically: true, encoding: .utf8)
            let lesson = try await fixture.run("read", "--plain").standardOutput
            expect(lesson.contains("./vitals-course read --answers shows it"), "\(lesson)")
            let named = try await fixture.run("read", "1", "--plain").standardOutput
            expect(named.contains("./vitals-course read 1 --answers shows it"), "\(named)")
        }
    }

    @Test("test in a workspace says first that the tests are the clone's")
    func testsOfTheClone() async throws {
        try await WorkspaceFixture.with { fixture in
            let told = "not of your code"
            let words = ["test", "--filter", "NoSuchSuiteAnywhere", "--no-postgres", "--built"]
            let here = try await fixture.run(words)
            expect(here.standardError.contains(told), "\(here)")
            let there = try await fixture.run(words, from: "/")
            expect(!there.standardError.contains(told), "\(there)")
        }
    }

    @Test("the aim of the step that begins is broken between words, and not by the terminal")
    func aimFitsTheTerminal() async throws {
        try await WorkspaceFixture.with { fixture in
            let manifest = fixture.mini.root + "/steps/02-greeting/step.yml"
            try String(contentsOfFile: manifest, encoding: .utf8)
                .replacing("Words of welcome.", with: "Words of welcome for a reader with a narrow window.")
                .write(toFile: manifest, atomically: true, encoding: .utf8)
            let folder = try #require(ExecutableSearch.folder(holding: ["script"], in: ExecutableSearch.path()))
            var command = fixture.command([
                "-qec", "stty cols 40; exec '\(TestPaths.course)' jump 2 --plain", "/dev/null",
            ])
            command.executable = folder + "/script"
            let lines = try await command.capture().standardOutput.split(whereSeparator: \.isNewline)
            expect(lines.contains("  Words of welcome for a reader with a"), "\(lines)")
            expect(lines.contains("  narrow window."), "\(lines)")
        }
    }

    // MARK: next

    @Test("next goes on from what has passed, and not from what has been edited since")
    func nextAfterEdit() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            _ = try await fixture.workspace.applySolution(
                of: try fixture.step(2), try fixture.projector, at: WorkspaceFixture.moment)
            try fixture.pass(2)
            let text = try #require(fixture.text("Sources/Mini/Greeting.swift"))
            try fixture.write("this does not compile\n", to: "Sources/Mini/Greeting.swift")
            let refused = try await fixture.run("next")
            expect(refused.ending, equals: "exit status 3", "\(refused)")
            expect(refused.standardError.contains("Sources/Mini/Greeting.swift"))
            expect(refused.standardError.contains("check 2"))
            try expect(fixture.workspace.progress().current, equals: "02-greeting")
            try fixture.write(text, to: "Sources/Mini/Greeting.swift")
            try await expect(fixture.run("next").succeeded)
        }
    }

    @Test("nor from where an earlier step was edited, or a file is gone, or one was added that no step knows")
    func nextAfterMore() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            try fixture.pass(2, tree: try LearnerTree.read(fixture.workspace.root))
            try fixture.write("this does not compile\n", to: "Sources/Mini/Mine.swift")
            try await expect(fixture.run("next").ending, equals: "exit status 3")
            unlink(fixture.workspace.path("Sources/Mini/Mine.swift"))
            unlink(fixture.workspace.path("Sources/Mini/Greeting.swift"))
            try await expect(fixture.run("next").ending, equals: "exit status 3")
        }
    }

    // MARK: Skipped steps

    @Test("a step that jump skipped stays skipped when a later one is checked, also after an edit of its files")
    func skipped() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            _ = try await workspace.jump(to: try fixture.step(3), try fixture.projector, at: WorkspaceFixture.moment)
            try fixture.write("// mine\n", to: "Sources/Mini/Greeting.swift")
            let two = try fixture.step(2)
            let files = workspace.fingerprints(of: ["Sources/Mini/Greeting.swift"])
            let passed = CheckRecord(at: WorkspaceFixture.moment, verdict: .passed, passedCount: 1, tests: 1)
            try workspace.update { $0.record(passed, of: two, files: files, isAsked: false) }
            try expect(workspace.progress()[two].passedAt == nil)
            try expect(workspace.progress()[two].lastPassedAt, equals: passed.at)
            let map = try await fixture.run("status", "--plain").standardOutput
            expect(map.contains("» skipped   2"), "\(map)")
            try workspace.update { $0.record(passed, of: two, files: files, isAsked: true) }
            try expect(workspace.progress()[two].passedAt, equals: passed.at, "who asks for it has done it")
        }
    }

    // MARK: Files that are gone

    @Test("reset --file brings one file back, and nothing else")
    func resetFile() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            let given = try #require(fixture.text("Sources/Mini/Store/Given.swift"))
            try fixture.write("mine\n", to: "Sources/Mini/Store/Store.swift")
            unlink(fixture.workspace.path("Sources/Mini/Store/Given.swift"))
            let result = try await fixture.run("reset", "--file", "Sources/Mini/Store/Given.swift", "--plain")
            expect(result.succeeded && result.standardOutput.contains("Given.swift"), "\(result)")
            expect(fixture.text("Sources/Mini/Store/Given.swift"), equals: given)
            expect(fixture.text("Sources/Mini/Store/Store.swift"), equals: "mine\n")
            try await expect(fixture.run("undo").succeeded)
            expect(fixture.text("Sources/Mini/Store/Given.swift") == nil)
        }
    }

    @Test("reset --file of a file with bodies in it gives none of them away")
    func resetFileWithBodies() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            unlink(fixture.workspace.path("Sources/Mini/Store/Store.swift"))
            try await expect(fixture.run("reset", "--file", "Sources/Mini/Store/Store.swift").succeeded)
            expect(fixture.text("Sources/Mini/Store/Store.swift")?.contains("todo(3") == true)
        }
    }

    @Test(
        "reset --file of what isn't the course's, or the runner's own, says so",
        arguments: [
            ("Sources/Mini/Mine.swift", "has no file"), ("../secret", "has no file"),
            ("Tests/StepSupport/Support.swift", "vitals-course update"),
        ])
    func resetOther(path: String, words: String) async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            let result = try await fixture.run("reset", "--file", path)
            expect(result.ending == "exit status 2" && result.standardError.contains(words), "\(result)")
        }
    }
}
