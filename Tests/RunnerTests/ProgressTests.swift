import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The progress of a learner")
struct ProgressTests {
    @Test("comes back from the file as it went in")
    func roundTrip() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            try fixture.workspace.update { progress in
                progress.steps["03-store", default: StepProgress()].hints["add"] = 2
            }
            let progress = try fixture.workspace.progress()
            expect(progress.steps["03-store"]?.hints, equals: ["add": 2])
            expect(progress.steps["02-greeting"]?.passedAt, equals: WorkspaceFixture.moment)
            let files = progress.steps["02-greeting"]?.passedFiles.keys.sorted()
            expect(files, equals: ["Sources/Mini/Greeting.swift"])
            try fixture.workspace.progressFile.write(progress)
            try expect(fixture.workspace.progress(), equals: progress)
        }
    }

    @Test("a step keeps the date of its first pass, and takes the files of its last")
    func passedAgain() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.pass(1)
            let step = try fixture.step(1)
            let first = try #require(try fixture.workspace.progress().steps[step.id])
            try fixture.write("// another\n", to: "Package.swift")
            let later = WorkspaceFixture.moment + 60
            try fixture.workspace.update { progress in
                progress.record(
                    CheckRecord(at: later, verdict: .wrong, passedCount: 0, tests: 1, regions: ["manifest"]), of: step,
                    files: [:])
            }
            var now = try fixture.workspace.progress()[step]
            expect(now.passedAt == first.passedAt && now.passedFiles == first.passedFiles)
            expect(now.lastCheck?.verdict, equals: .wrong)
            let files = fixture.workspace.fingerprints(of: ["Package.swift", "absent.swift"])
            try fixture.workspace.update { progress in
                progress.record(
                    CheckRecord(at: later, verdict: .passed, passedCount: 1, tests: 1), of: step, files: files)
            }
            now = try fixture.workspace.progress()[step]
            expect(now.passedAt, equals: first.passedAt)
            expect(now.passedFiles.keys.sorted(), equals: ["Package.swift"])
            expect(now.passedFiles != first.passedFiles)
        }
    }

    @Test("a step that was skipped stays skipped until its files are the learner's own")
    func skipped() async throws {
        try await WorkspaceFixture.with { fixture in
            let step = try fixture.step(1)
            let passed = CheckRecord(at: WorkspaceFixture.moment, verdict: .passed, passedCount: 1, tests: 1)
            func check() throws -> StepProgress {
                let files = fixture.workspace.fingerprints(of: ["Package.swift"])
                return try fixture.workspace.update { progress in
                    progress[step].skippedAt = WorkspaceFixture.moment
                    progress.record(passed, of: step, files: files)
                }[step]
            }
            var now = try check()
            expect(now.passedAt == nil && now.lastCheck == passed && now.lastPassedAt == passed.at)
            try fixture.write("// mine\n", to: "Package.swift")
            now = try check()
            expect(now.passedAt == passed.at && now.passedFiles.keys.sorted() == ["Package.swift"])
        }
    }

    @Test(
        "a file that is damaged, empty or newer is an error that says what to do, and stays as it is",
        arguments: [
            ("{\"format\": 1, ", "is damaged"), ("", "is damaged"), ("{}", "there is no \"format\""),
            ("{\"format\": 1}", "there is no \"courseVersion\""),
            ("{\"format\": 1, \"courseVersion\": 7}", "\"courseVersion\" has the wrong type"),
            ("{\"format\": 99, \"all\": \"else\"}", "newer vitals-course (format 99)"),
        ])
    func damaged(text: String, says: String) async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.pass(1)
            try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.workspace.progressFile.path))
            let error = #expect(throws: CourseError.self) { try fixture.pass(1) }
            expect(error?.description.contains(says) == true)
            expect(fixture.text(Workspace.progressPath), equals: text)
            for arguments in [["status"], ["next"], ["undo"], ["jump", "2"]] {
                let result = try await fixture.command(arguments).capture()
                expect(result.ending, equals: "exit status 1")
                expect(result.standardError.contains(says))
            }
            expect(fixture.text(Workspace.progressPath), equals: text)
        }
    }

    @Test("the advice for a damaged file, carried out, mends it")
    func mended() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.pass(1)
            let path = fixture.workspace.progressFile.path
            try Data("{".utf8).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: CourseError.self) { try fixture.workspace.progress() }
            let command = try #require(error?.description.components(separatedBy: "last change: ").last)
            try await expect(Command("sh", ["-c", command]).capture().succeeded)
            let progress = try fixture.workspace.progress()
            expect(progress.current, equals: "01-scaffold")
        }
    }

    @Test("processes that write at once lose nothing of each other's")
    func together() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            let results = try await withThrowingTaskGroup(of: Command.Result.self) { group in
                for region in ["add", "goodbye"] {
                    for _ in 1...3 { group.addTask { try await fixture.run("hint", "3", region) } }
                }
                var results: [Command.Result] = []
                for try await result in group { results.append(result) }
                return results
            }
            let endings = Set(results.map { $0.ending })
            expect(endings, equals: ["exit status 0"])
            let progress = try fixture.workspace.progress()
            let hints = try #require(progress.steps["03-store"]?.hints)
            expect(hints.keys.sorted(), equals: ["add", "goodbye"])
        }
    }

    #if os(Linux)
    @Test("killed at any moment while it writes, it leaves a file that can be read, and no lock")
    func killed() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            let path = "Sources/Mini/Greeting.swift"
            let sources = try #require(fixture.text(path))
            let whole = [sources, try fixture.projector.starter(of: 3)[path]?.text]
            let commands = [["hint", "2", "--level", "3"], ["jump", "3"], ["undo"], ["jump", "2"], ["update"]]
            for number in 0..<Self.kills {
                var command = fixture.command(commands[number % commands.count])
                let seconds = "0.\(Self.digits(5 + number * 37 % 180))"
                command.arguments = ["--signal=KILL", seconds, command.executable] + command.arguments
                command.executable = "timeout"
                _ = try await command.capture()
                let progress = try fixture.workspace.progress()
                let course = try fixture.course
                expect(course.writtenSteps.map(\.id).contains(progress.current))
                // Where a jump was killed early, undo takes back the `next` before it, and the file with it.
                let greeting = fixture.text(path)
                expect(greeting == nil || whole.contains(greeting))
            }
            let after = try await fixture.run("jump", "2")
            expect(after.succeeded, "\(after.standardError)")
            expect(fixture.text(path), equals: sources)
        }
    }
    #endif

    #if os(Linux)
    @Test("a start that is killed at any moment can be repeated, and one that is done cannot")
    func killedStart() async throws {
        try await WorkspaceFixture.with { fixture in
            for number in 0..<Self.kills {
                let milliseconds = 5 + number * 37 % 150
                let target = "\(fixture.folder)/again-\(number)"
                var command = fixture.command(["start", target], from: fixture.folder)
                command.arguments =
                    ["--signal=KILL", "0.\(Self.digits(milliseconds))", command.executable] + command.arguments
                command.executable = "timeout"
                _ = try await command.capture()
                let wasDone = FileManager.default.fileExists(atPath: target + "/.vitals/progress.json")
                let again = try await fixture.run("start", target, from: fixture.folder)
                expect(again.succeeded != wasDone, "\(again.standardError)")
                try expect(Workspace(root: target).progress().current, equals: "01-scaffold")
            }
        }
    }
    #endif

    /// The number of kills: 20 in every run; set VITALS_KILLS=200 for a longer run.
    private static let kills = ProcessInfo.processInfo.environment["VITALS_KILLS"].flatMap(Int.init) ?? 20

    private static func digits(_ milliseconds: Int) -> String {
        let text = "\(milliseconds)"
        return String(repeating: "0", count: 3 - text.count) + text
    }
}
