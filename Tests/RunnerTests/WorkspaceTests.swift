import Foundation
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The workspace")
struct WorkspaceTests {
    @Test("begins with step 1's starter, a repository, a way to the clone, and nothing of later steps")
    func start() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            expect(fixture.text("Package.swift")?.contains("targets") == false)
            expect(fixture.text("Tests/StepTests/Step01ScaffoldTests.swift"), equals: "// step 1\n")
            expect(!workspace.exists("Sources"))
            expect(workspace.courseRoot, equals: fixture.mini.root)
            expect(workspace.exists(".git"))
            expect(FileManager.default.isExecutableFile(atPath: workspace.path("vitals-course")))
            let progress = try workspace.progress()
            expect(progress.current, equals: "01-scaffold")
        }
    }

    @Test("is found from any folder below it, and nowhere else")
    func find() async throws {
        try await WorkspaceFixture.with { fixture in
            let deep = fixture.workspace.path("a/b/c")
            try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
            expect(Workspace.find(from: deep), equals: fixture.workspace)
            expect(Workspace.find(from: fixture.folder) == nil)
        }
    }

    @Test("is refused inside the clone, inside another workspace, and where something is")
    func badPlaces() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.write("mine", to: "notes.txt")
            let inClone = fixture.mini.root + "/inside/mine"
            for folder in [inClone, fixture.workspace.path("inner"), fixture.workspace.root] {
                await #expect(throws: CourseError.self) {
                    _ = try await Workspace.start(in: folder, try fixture.projector, frontend: .web)
                }
            }
            expect(!FileManager.default.fileExists(atPath: fixture.mini.root + "/inside"))
            expect(fixture.text("notes.txt"), equals: "mine")
        }
    }

    @Test("inside another git repository gets no repository of its own")
    func insideRepository() async throws {
        try await WorkspaceFixture.with { fixture in
            let outer = fixture.folder + "/outer"
            _ = try await Command("git", ["init", "--quiet", outer]).capture()
            let inner = try await Workspace.start(in: outer + "/mine", try fixture.projector, frontend: .swiftui)
            expect(!inner.exists(".git"))
            try expect(inner.progress().frontend, equals: .swiftui)
        }
    }

    @Test("a step is locked until what it requires has passed or was skipped; the lock says what opens it")
    func locks() async throws {
        try await WorkspaceFixture.with { fixture in
            let course = try fixture.course
            var progress = try fixture.workspace.progress()
            try expect(
                course.steps.map { try progress.access(to: $0, in: course) },
                equals: [
                    .started, .locked(by: [1]), .locked(by: [2]), .coming,
                ])
            let error = #expect(throws: CourseError.self) { try progress.requireStarted(course.steps[2], in: course) }
            expect(error?.exitStatus, equals: 3)
            expect(error?.description.contains("step 2 (The greeting) hasn't passed") == true)
            expect(error?.description.contains("vitals-course check 1") == true)
            expect(error?.description.contains("vitals-course jump 3") == true)

            try fixture.pass(1)
            progress = try fixture.workspace.progress()
            try expect(progress.access(to: course.steps[1], in: course), equals: .open)
            progress[course.steps[1]].skippedAt = WorkspaceFixture.moment
            try expect(progress.access(to: course.steps[2], in: course), equals: .open)
        }
    }

    @Test("next is refused until the step has passed; then it brings the next step's files and the runner's own")
    func next() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            await #expect(throws: CourseError.self) {
                try await workspace.next(try fixture.projector, at: WorkspaceFixture.moment)
            }
            try await fixture.walk(to: 2)
            try expect(workspace.progress().current, equals: "02-greeting")
            expect(fixture.text("Sources/Mini/Greeting.swift")?.contains("todo(2") == true)
            expect(fixture.text("Sources/Mini/NotWritten.swift") != nil)
            expect(fixture.text("Package.swift")?.contains("targets") == true)
            expect(!workspace.exists("Sources/Mini/Store"))
        }
    }

    @Test("next keeps a learner's file that is in the way, and writes the starter beside it")
    func inTheWay() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.write("mine\n", to: "Sources/Mini/Greeting.swift")
            try fixture.pass(1)
            let (_, report) = try await fixture.workspace.next(try fixture.projector, at: WorkspaceFixture.moment)
            expect(report.kept, equals: ["Sources/Mini/Greeting.swift"])
            expect(fixture.text("Sources/Mini/Greeting.swift"), equals: "mine\n")
            expect(fixture.text("Sources/Mini/Greeting.swift.starter")?.contains("todo(2") == true)
        }
    }

    @Test("a learner's own file where the course's must be is kept beside it")
    func mustGiveWay() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.write("mine\n", to: "Sources/Mini/NotWritten.swift")
            try fixture.write("mine\n", to: "Sources/Mini/Store/Given.swift")
            try fixture.pass(1)
            let (_, report) = try await fixture.workspace.next(try fixture.projector, at: WorkspaceFixture.moment)
            expect(report.movedAside, equals: ["Sources/Mini/NotWritten.swift"])
            expect(fixture.text("Sources/Mini/NotWritten.swift")?.contains("fatalError") == true)
            expect(fixture.text("Sources/Mini/NotWritten.swift.yours"), equals: "mine\n")
            _ = try await fixture.workspace.jump(
                to: try fixture.step(3), try fixture.projector, at: WorkspaceFixture.moment)
            expect(fixture.text("Sources/Mini/Store/Given.swift.yours"), equals: "mine\n")
        }
    }

    @Test("next changes no file of the learner's, brings none back, and replaces what the runner owns")
    func nextLeavesLearnersFiles() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            try fixture.write("mine\n", to: "Sources/Mini/Greeting.swift")
            try fixture.write("edited\n", to: "Tests/StepSupport/Support.swift")
            try fixture.pass(2)
            let (step, report) = try await fixture.workspace.next(try fixture.projector, at: WorkspaceFixture.moment)
            expect(step.number, equals: 3)
            expect(fixture.text("Sources/Mini/Greeting.swift"), equals: "mine\n")
            expect(report.replaced, equals: ["Tests/StepSupport/Support.swift"])
            expect(fixture.text("Sources/Mini/Store/Store.swift")?.contains("todo(3") == true)
            try fixture.pass(3)
            let error = await #expect(throws: CourseError.self) {
                try await fixture.workspace.next(try fixture.projector, at: WorkspaceFixture.moment)
            }
            expect(error?.description.contains("isn't published yet") == true)
        }
    }

    @Test("jump writes the reference and the starter, counts steps as skipped, and leaves the learner's own files")
    func jump() async throws {
        try await WorkspaceFixture.with { fixture in
            let workspace = fixture.workspace
            try fixture.write("mine\n", to: "Sources/Mini/Extra.swift")
            _ = try await workspace.jump(to: try fixture.step(3), try fixture.projector, at: WorkspaceFixture.moment)
            let greeting = try #require(fixture.text("Sources/Mini/Greeting.swift"))
            expect(greeting.contains("Hello,") && greeting.contains("todo(3"))
            expect(fixture.text("Sources/Mini/Extra.swift"), equals: "mine\n")
            var progress = try workspace.progress()
            expect(progress.current, equals: "03-store")
            expect(progress.steps.values.allSatisfy { $0.passedAt == nil && $0.skippedAt != nil })

            // And back: what came with step 3 goes, for it would not build any more.
            _ = try await workspace.jump(to: try fixture.step(2), try fixture.projector, at: WorkspaceFixture.moment)
            expect(!workspace.exists("Sources/Mini/Store"))
            expect(fixture.text("Sources/Mini/Extra.swift"), equals: "mine\n")
            progress = try workspace.progress()
            expect(progress.current, equals: "02-greeting")
            expect(progress.steps["02-greeting"]?.skippedAt == nil)
        }
    }

    @Test("jump takes nothing from a step that has passed")
    func jumpKeepsPassed() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            _ = try await fixture.workspace.jump(
                to: try fixture.step(3), try fixture.projector, at: WorkspaceFixture.moment)
            let progress = try fixture.workspace.progress()
            expect(progress.steps["01-scaffold"]?.passedAt != nil)
            expect(progress.steps["01-scaffold"]?.skippedAt == nil)
            expect(progress.steps["02-greeting"]?.skippedAt != nil)
        }
    }

    @Test(
        "the solution of a step that lies behind leaves the later bodies of the same file as the present step has them")
    func solutionOfAnEarlierStep() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            _ = try await fixture.workspace.applySolution(
                of: try fixture.step(3), try fixture.projector, at: WorkspaceFixture.moment)
            expect(fixture.text("Sources/Mini/Greeting.swift")?.contains("Goodbye,") == true)
            expect(fixture.text("Sources/Mini/Store/Store.swift")?.contains("append") == true)
            try fixture.pass(3)
            _ = try await fixture.workspace.applySolution(
                of: try fixture.step(2), try fixture.projector, at: WorkspaceFixture.moment)
            expect(fixture.text("Sources/Mini/Greeting.swift")?.contains("Goodbye,") == true)
            try expect(fixture.workspace.progress().steps["03-store"]?.solutionAppliedAt != nil)
        }
    }

    @Test("reset brings a step's files back to their beginning, also one that was removed, and no other")
    func reset() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            try FileManager.default.removeItem(atPath: fixture.workspace.path("Sources/Mini/Store/Store.swift"))
            try fixture.write("mine\n", to: "Sources/Mini/Extra.swift")
            let report = try await fixture.workspace.reset(
                try fixture.step(3), try fixture.projector, at: WorkspaceFixture.moment)
            expect(report.added, equals: ["Sources/Mini/Store/Store.swift"])
            expect(report.replaced.isEmpty)
            expect(fixture.text("Sources/Mini/Extra.swift"), equals: "mine\n")
        }
    }

    @Test("reset 1 leaves the manifest alone once it is the course's")
    func resetOfTheManifest() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            let report = try await fixture.workspace.reset(
                try fixture.step(1), try fixture.projector, at: WorkspaceFixture.moment)
            expect(report.isEmpty)
            expect(fixture.text("Package.swift")?.contains("targets") == true)
        }
    }

    @Test("update takes over changed, new and dropped files of the runner's; a learner's file it never touches")
    func update() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 2)
            let mini = fixture.mini
            try fixture.write("mine\n", to: "Sources/Mini/Greeting.swift")
            try mini.write("// step 2, better\n", to: "Tests/StepTests/Step02GreetingTests.swift")
            try mini.write("// more\n", to: "Tests/StepTests/Step02MoreTests.swift")
            try mini.write("enum New {}\n", to: "Sources/Mini/New.swift")
            try FileManager.default.removeItem(atPath: mini.root + "/Tests/StepTests/Step01ScaffoldTests.swift")
            let manifest = try #require(MiniCourse.files["steps/course.yml"])
            try mini.write(manifest.replacingOccurrences(of: "1.0.0", with: "1.1.0"), to: "steps/course.yml")

            let report = try await fixture.workspace.update(try fixture.projector, at: WorkspaceFixture.moment)
            expect(report.added, equals: ["Sources/Mini/New.swift", "Tests/StepTests/Step02MoreTests.swift"])
            expect(report.replaced, equals: ["Tests/StepTests/Step02GreetingTests.swift"])
            expect(report.removed, equals: ["Tests/StepTests/Step01ScaffoldTests.swift"])
            expect(fixture.text("Sources/Mini/Greeting.swift"), equals: "mine\n")
            try expect(fixture.workspace.progress().courseVersion, equals: "1.1.0")
            try await expect(fixture.workspace.update(try fixture.projector, at: WorkspaceFixture.moment).isEmpty)
        }
    }

    @Test("a step that passed shows as changed while a file of it differs, and never locks")
    func changedSince() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            func states() throws -> [StepMap.State] {
                try StepMap(try fixture.course, fixture.workspace, try fixture.workspace.progress()).rows.map(\.state)
            }
            try expect(states(), equals: [.passed, .passed, .now, .coming])
            let solved = try #require(fixture.text("Sources/Mini/Greeting.swift"))
            try fixture.write(solved + "// more\n", to: "Sources/Mini/Greeting.swift")
            try expect(states(), equals: [.passed, .changed, .now, .coming])
            try fixture.write(solved, to: "Sources/Mini/Greeting.swift")
            try expect(states(), equals: [.passed, .passed, .now, .coming])
            try fixture.workspace.remove("Sources/Mini/Greeting.swift")
            try expect(states(), equals: [.passed, .changed, .now, .coming])
        }
    }
}
