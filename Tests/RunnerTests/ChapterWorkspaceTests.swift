import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointReader
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests of a workspace in a course with chapters.
@Suite("Chapters in a workspace")
struct ChapterWorkspaceTests {
    private static let moment = WorkspaceFixture.moment
    private static let count = "Sources/Mini/Count.swift"
    private static let greeting = "Sources/Mini/Greeting.swift"

    private static func begun(_ fixture: WorkspaceFixture) throws -> StepSet {
        try fixture.workspace.progress().begunSteps(in: try fixture.course)
    }

    private static func states(_ fixture: WorkspaceFixture) throws -> [StepMap.State] {
        let map = try StepMap(try fixture.course, fixture.workspace, try fixture.workspace.progress())
        return map.rows.map(\.state)
    }

    @Test("a chapter is locked by what it requires, and by nothing else")
    func locks() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            try expect(Self.states(fixture), equals: [.now, .locked, .locked, .locked, .locked, .coming])
            try await fixture.walk(to: 2)
            try fixture.pass(2)
            try expect(Self.states(fixture), equals: [.passed, .passed, .open, .open, .locked, .coming])
            let progress = try fixture.workspace.progress()
            let open = #expect(throws: CourseError.self) {
                try progress.requireStarted(try fixture.step(4), in: try fixture.course)
            }
            expect(open?.description.contains("vitals-course next nickname brings them") == true)
            let locked = #expect(throws: CourseError.self) {
                try progress.requireStarted(try fixture.step(5), in: try fixture.course)
            }
            expect(locked?.exitStatus, equals: 3)
            expect(locked?.description.contains("step 3 (The store) hasn't passed") == true)
            expect(locked?.description.contains("vitals-course jump count") == true, "\(String(describing: locked))")
        }
    }

    @Test("next with a name brings a chapter's files; part one goes on beside it, and each can be taken up again")
    func next() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            let workspace = fixture.workspace
            func next(_ number: Int?) async throws -> WorkspaceReport {
                let step = try number.map { try fixture.step($0) }
                return try await workspace.next(try fixture.projector, to: step, at: Self.moment).report
            }
            try await fixture.walk(to: 2)
            await #expect(throws: CourseError.self) { _ = try await next(4) }
            try fixture.pass(2)
            try fixture.write("// mine\n", to: "Sources/Mini/Mine.swift")
            let before = fixture.text(Self.greeting)
            let report = try await next(4)
            expect(
                report.added, equals: ["Sources/Mini/Nickname.swift", "Tests/StepTests/Step04NicknameTests.swift"])
            expect(report.replaced == ["Package.swift"] && report.kept == [] && report.removed == [])
            expect(fixture.text(Self.greeting), equals: before)
            expect(fixture.text("Package.swift")?.contains("Nicknames") == true)
            try expect(workspace.progress().current, equals: "04-nickname")
            try expect(Self.begun(fixture), equals: [1, 2, 4])
            try expect(workspace.progress().begun == nil)

            // The chapter isn't finished, and part one goes on.
            let stuck = await #expect(throws: CourseError.self) { _ = try await next(nil) }
            expect(stuck?.description.contains("To go on without it: vitals-course next 3") == true)
            try await expect(next(3).added.contains("Sources/Mini/Store/Store.swift"))
            try expect(workspace.progress().begun, equals: ["04-nickname"])
            try expect(Self.begun(fixture), equals: [1, 2, 3, 4])
            expect(fixture.text("Package.swift")?.contains("Nicknames") == true)
            try expect(Self.states(fixture), equals: [.passed, .passed, .now, .started, .locked, .coming])

            // Back at the chapter; nothing is brought a second time.
            try await expect(next(4).isEmpty)
            try expect(workspace.progress().current, equals: "04-nickname")
            try expect(workspace.progress().begun, equals: ["03-store"])
            try fixture.pass(4)
            let unfinished = await #expect(throws: CourseError.self) { _ = try await next(nil) }
            expect(unfinished?.description.contains("To go on with it: vitals-course next 3") == true)
            try await expect(next(3).isEmpty)
            try fixture.pass(3)
            try await expect(next(5).added, equals: [Self.count, "Tests/StepTests/Step05CountTests.swift"])
            try expect(Self.begun(fixture), equals: [1, 2, 3, 4, 5])
            expect(fixture.text("Package.swift")?.contains("Nicknames") == true)
            expect(fixture.text("Package.swift")?.contains("Counting") == true)

            _ = try await workspace.undo()
            try expect(Self.begun(fixture) == [1, 2, 3, 4] && !workspace.exists(Self.count))
            expect(fixture.text("Package.swift")?.contains("Counting") == false)
            _ = try await workspace.redo()
            try expect(Self.begun(fixture) == [1, 2, 3, 4, 5] && workspace.exists(Self.count))
        }
    }

    @Test("after the last step of part one, next brings nothing and lists the chapters that are open")
    func endOfPartOne() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            try await fixture.walk(to: 3)
            try fixture.pass(3)
            let map = try StepMap(try fixture.course, fixture.workspace, try fixture.workspace.progress())
            expect(map.advice.contains("vitals-course next lists the chapters that are open"))
            let run = try await fixture.run("next", "--plain")
            expect(run.exitStatus, equals: 3)
            expect(run.standardError.contains("next nickname   chapter 4, Nicknames"), "\(run)")
            expect(run.standardError.contains("next count   chapter 5, Counting"), "\(run)")
            expect(!run.standardError.contains("A face"))
            try expect(Self.begun(fixture), equals: [1, 2, 3])
            try await expect(fixture.run("next", "count").succeeded)
            try expect(Self.begun(fixture), equals: [1, 2, 3, 5])
        }
    }

    @Test("after a chapter, the one that builds on it is named, and not the next step of part one")
    func followingChapter() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            let manifest = "steps/05-count/step.yml"
            let text = try String(contentsOfFile: fixture.mini.root + "/" + manifest, encoding: .utf8)
            try fixture.mini.write(text.replacing("requires: [3]", with: "requires: [4]"), to: manifest)
            func following(_ number: Int) throws -> Int? {
                try fixture.workspace.progress().chapter(following: try fixture.step(number), in: try fixture.course)?
                    .number
            }
            _ = try await fixture.workspace.jump(to: try fixture.step(4), try fixture.projector, at: Self.moment)
            try expect(following(4), equals: nil, "It's locked as long as chapter 4 hasn't passed.")
            try fixture.pass(4)
            try expect(following(4), equals: 5)
            try expect(following(2), equals: nil, "Step 3 follows it.")
            try expect(following(5), equals: nil, "Nothing builds on it.")
            let map = try StepMap(try fixture.course, fixture.workspace, try fixture.workspace.progress())
            expect(map.advice.contains("vitals-course next count brings chapter 5 (Counting)"), "\(map.advice)")
            try expect(fixture.workspace.progress().nextStep(in: try fixture.course).number, equals: 3)
        }
    }

    @Test("jump to a chapter solves what is missing and counts it as skipped, and leaves what has passed alone")
    func jump() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            let workspace = fixture.workspace
            try await fixture.walk(to: 2)
            let mine = (fixture.text("Package.swift") ?? "") + "// mine\n"
            let report = try await workspace.jump(
                to: try fixture.step(5), try fixture.projector, at: Self.moment)
            expect(report.added.contains(Self.count) && report.added.contains("Sources/Mini/Store/Store.swift"))
            expect(!workspace.exists("Sources/Mini/Nickname.swift") && !mine.isEmpty)
            expect(fixture.text(Self.greeting)?.contains("todo(") == false)
            expect(fixture.text(Self.count)?.contains("todo(5,") == true)
            try expect(Self.states(fixture), equals: [.passed, .skipped, .skipped, .open, .now, .coming])
            try expect(Self.begun(fixture), equals: [1, 2, 3, 5])

            try fixture.write("// my greeting\n", to: Self.greeting)
            let second = try await workspace.jump(to: try fixture.step(4), try fixture.projector, at: Self.moment)
            expect(second.kept == [] && fixture.text(Self.greeting) == "// my greeting\n")
            try expect(Self.begun(fixture), equals: [1, 2, 3, 4, 5])
            try expect(workspace.progress().begun, equals: ["05-count"])
            let again = await #expect(throws: CourseError.self) {
                try await workspace.jump(to: try fixture.step(4), try fixture.projector, at: Self.moment)
            }
            expect(again?.description.contains("vitals-course reset 4") == true)

            // A jump within part one begins anew, without chapters.
            let back = try await workspace.jump(to: try fixture.step(2), try fixture.projector, at: Self.moment)
            expect(back.removed.contains(Self.count))
            try expect(Self.begun(fixture), equals: [1, 2])
            // What a chapter builds on is gone then, although it was done once.
            let gone = await #expect(throws: CourseError.self) {
                _ = try await workspace.next(try fixture.projector, to: try fixture.step(5), at: Self.moment)
            }
            expect(gone?.description.contains("of step 3. This brings them: vitals-course jump count") == true)
            _ = try await workspace.jump(to: try fixture.step(5), try fixture.projector, at: Self.moment)
            expect(workspace.exists("Sources/Mini/Store/Store.swift"))
        }
    }

    @Test("solution, diff, reset, hint and update work on a chapter as on a step")
    func commands() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            let workspace = fixture.workspace
            _ = try await workspace.jump(to: try fixture.step(4), try fixture.projector, at: Self.moment)
            try await expect(fixture.run("solution", "nickname", "--apply").succeeded)
            expect(fixture.text("Sources/Mini/Nickname.swift")?.contains("prefix(3)") == true)
            expect(fixture.text(Self.greeting)?.contains("nickname(of: name)") == true)
            expect(fixture.text(Self.greeting)?.contains("todo(3,") == true, "a step outside what it needs was solved")
            let diff = try await fixture.run("diff", "4", "--plain")
            expect(diff.standardOutput.contains("the same as the course's"), "\(diff)")
            try await expect(fixture.run("reset", "nickname").succeeded)
            expect(fixture.text("Sources/Mini/Nickname.swift")?.contains("todo(4,") == true)
            expect(fixture.text(Self.greeting)?.contains("Hello") == true)
            for words in [["hint", "nickname", "--json"], ["hint", "04-nickname", "nickname", "--json"]] {
                let hint = try await fixture.run(words)
                expect(hint.standardOutput.contains("\"step\":4"), "\(hint)")
            }
            try fixture.write("// changed\n", to: "Tests/StepTests/Step04NicknameTests.swift")
            try await expect(fixture.run("update").succeeded)
            expect(fixture.text("Tests/StepTests/Step04NicknameTests.swift"), equals: "// chapter 4\n")
            expect(fixture.text("Package.swift")?.contains("Nicknames") == true)
            let read = try await fixture.run("read", "nickname", "--plain")
            expect(read.standardOutput.contains("Nicknames"), "\(read)")
        }
    }

    @Test("a workspace from before there were chapters is read as it was, and its file doesn't change")
    func oldProgress() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            try await fixture.walk(to: 3)
            let text = try #require(fixture.text(".vitals/progress.json"))
            expect(!text.contains("\"begun\""))
            try expect(Self.begun(fixture), equals: [1, 2, 3])
            try fixture.pass(3)
            _ = try await fixture.workspace.next(try fixture.projector, to: try fixture.step(4), at: Self.moment)
            let later = try #require(fixture.text(".vitals/progress.json"))
            expect(later.contains("\"begun\" : ["), "\(later)")
            try fixture.write(later.replacing("03-store\"\n", with: "03-gone\"\n"), to: ".vitals/progress.json")
            let error = #expect(throws: CourseError.self) { try Self.begun(fixture) }
            expect(error?.description.contains("03-gone") == true)
        }
    }

    @Test("the map shows the parts below their titles, to people, to programs and in the browser")
    func map() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            try await fixture.walk(to: 3)
            let text = try await fixture.run("status", "--plain").standardOutput
            expect(text.contains("Step 3 of 3, 2 passed"), "\(text)")
            expect(text.contains("\nPart one: a greeting\n  ✓ passed    1  The scaffold"), "\(text)")
            expect(text.contains("\n\nPart two: chapters\n  ○ open      4  Nicknames"), "\(text)")
            expect(text.contains("· locked    5  Counting") && text.contains("needs step 3"), "\(text)")
            expect(text.contains("coming    6  A face"), "\(text)")

            let json = try await fixture.run("status", "--json").standardOutput
            let report = try JSONDecoder().decode(Map.self, from: Data(json.utf8))
            expect(report.parts.map(\.title), equals: ["Part one: a greeting", "Part two: chapters"])
            expect(report.steps.map(\.part), equals: [1, 1, 1, 2, 2, 2])
            expect(report.steps.map(\.state), equals: ["passed", "passed", "now", "open", "locked", "coming"])
            expect(report.steps.map(\.requires), equals: [nil, nil, nil, [2], [3], [4]])

            let site = try CourseSite(root: fixture.mini.root, workspace: fixture.workspace)
            let page = String(decoding: try #require(try site.file("index.html")).contents, as: UTF8.self)
            expect(page.contains("<h2 class=\"part\">Part two: chapters</h2>\n<ol class=\"steps\" role=\"list\">"))
            expect(page.contains("<h3><a href=\"04-nickname.html\">Nicknames</a></h3>"))
            let chapter = String(decoding: try #require(try site.file("04-nickname.html")).contents, as: UTF8.self)
            expect(chapter.contains("<p class=\"facts\">Chapter 4 · 30 min"), "\(chapter)")
        }
    }

    private struct Map: Decodable {
        struct Part: Decodable { let title: String }
        struct Row: Decodable {
            let part: Int
            let state: String
            let requires: [Int]?
        }
        let parts: [Part]
        let steps: [Row]
    }

    @Test("a step is named by its number, its folder or its name, in each command that takes one")
    func names() async throws {
        try await WorkspaceFixture.with(chapters: true) { fixture in
            for word in ["4", "04", "nickname", "04-nickname"] {
                let check = try await fixture.run("check", word)
                expect(
                    check.exitStatus == 3 && check.standardError.contains("Step 4 (Nicknames) is locked"), "\(check)")
            }
            let unknown = try await fixture.run("check", "nicknam")
            expect(unknown.exitStatus == 2 && unknown.standardError.contains("Did you mean \"nickname\"?"))
            let coming = try await fixture.run("next", "face")
            expect(coming.exitStatus == 3 && coming.standardError.contains("isn't published"), "\(coming)")
        }
    }
}
