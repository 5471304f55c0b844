import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests of the states of a course with chapters: sets of steps, and the trees that follow from them.
@Suite("The states of a course with chapters")
struct ChapterStateTests {
    private static func with(_ body: @Sendable (MiniCourse) async throws -> Void) async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-chapters")
            try await body(try MiniCourse(in: folder, hasChapters: true))
        }
    }

    @Test("a set of steps has one text, which shortens runs, and comes back from JSON as it was")
    func sets() throws {
        expect(StepSet([3, 1, 2, 17, 15, 15, 14]).description, equals: "1-3 14-15 17")
        expect(StepSet([]).description.isEmpty)
        expect(StepSet([7]).description, equals: "7")
        let set: StepSet = [1, 2, 17]
        try expect(JSONDecoder().decode(StepSet.self, from: try JSONEncoder().encode(set)), equals: set)
    }

    @Test("a step of part one builds on all before it, a chapter on what it requires and nothing else")
    func closures() async throws {
        try await Self.with { mini in
            let course = try mini.course
            expect((1...3).map { course.closure(of: $0) }, equals: [[1], [1, 2], [1, 2, 3]])
            expect(course.closure(of: 4), equals: [1, 2, 4])
            expect(course.closure(of: 5), equals: [1, 2, 3, 5])
            expect(course.closure(of: 6), equals: [1, 2, 4, 6])
            expect(course.closure(of: [4, 5]), equals: [1, 2, 3, 4, 5])
            expect(course.wholeSet, equals: [1, 2, 3, 4, 5])
            expect(course.chapters.map(\.name), equals: ["nickname", "count", "face"])
            expect(course.partsInUse.map { course.steps(of: $0).count }, equals: [3, 3])
        }
        // A course whose course.yml names no parts has one, and its steps follow each other.
        expect(GradeFixture.course.closure(of: 3), equals: [1, 2, 3])
    }

    @Test("a tree has the files of the steps in its set, and solves the bodies of those that are solved")
    func trees() async throws {
        try await Self.with { mini in
            let projector = try mini.projector
            let greeting = "Sources/Mini/Greeting.swift"
            let starter = try projector.starter(of: 4)
            expect(starter["Sources/Mini/Store/Store.swift"] == nil && starter["Sources/Mini/Count.swift"] == nil)
            expect(starter["Tests/StepTests/Step03StoreTests.swift"] == nil)
            expect(starter["Tests/StepTests/Step04NicknameTests.swift"] != nil)
            let text = try #require(starter[greeting]?.text)
            expect(text.contains("Hello") && text.contains("todo(3,") && !text.contains("nickname(of:"))
            expect(starter["Sources/Mini/Nickname.swift"]?.text?.contains("todo(4,") == true)

            let solution = try #require(try projector.tree(after: 4)[greeting]?.text)
            expect(solution.contains("nickname(of: name)") && solution.contains("todo(3,"))
            // Until the chapter begins, its hook stands inert in the file of part one.
            let partOne = try #require(try projector.tree(after: 3)[greeting]?.text)
            expect(partOne.contains("Goodbye") && !partOne.contains("nickname(of:"))
            let whole = try projector.tree(in: .after([1, 2, 3, 4, 5]))
            expect(whole[greeting]?.text?.contains("todo(") == false)
            expect(whole["Sources/Mini/Count.swift"] != nil && whole["Sources/Mini/Nickname.swift"] != nil)
        }
    }

    @Test("the manifest, and the folder that is built in, follow from the set")
    func manifests() async throws {
        try await Self.with { mini in
            let projector = try mini.projector
            let sets: [(StepSet, [String])] = [
                ([1, 2, 3], []), ([1, 2, 4], ["Nicknames"]), ([1, 2, 3, 5], ["Counting"]),
                ([1, 2, 3, 4], ["Nicknames"]), ([1, 2, 3, 4, 5], ["Nicknames", "Counting"]),
            ]
            for (set, names) in sets {
                try expect(projector.packages(of: set), equals: names.map { ".package(path: \"\($0)\")" }, "\(set)")
                try expect(projector.runnerTree(of: set)["Package.swift"], equals: projector.manifest(of: set))
            }
            let stages = try Stages(projector: projector, cache: mini.root + "/cache")
            let folders = try sets.map { try stages.stage(for: $0.0).folder }
            expect(folders[1] == folders[3] && Set(folders).count == 4, "\(folders)")
            try expect(stages.stage(at: 4).folder, equals: folders[1])
            try expect(stages.firstStep(withPackagesOf: [1, 2, 3, 4]), equals: 4)
            try expect(stages.laterSteps(withOtherPackagesThan: 1), equals: [])
        }
    }

    @Test("a check of a chapter runs the tests of what it builds on")
    func requests() async throws {
        try await Self.with { mini in
            let projector = try mini.projector
            let tree = try projector.tree(after: 4)
            let request = Checker.Request(tree: tree, step: 4, of: projector.course)
            expect(request.judged == [1, 2, 4] && request.reached == [1, 2, 4])
        }
    }

    /// Each fault with the file to change and the diagnostic that is expected.
    static let faults: [(path: String, from: String, to: String, says: String)] = [
        (
            "steps/course.yml", "first: 4", "first: 8",
            "“Part one: a greeting” aren't numbered 1 to 7: [1, 2, 3, 4, 5, 6]"
        ),
        ("steps/course.yml", "number: 6", "number: 7", "“Part two: chapters” aren't numbered 4 to 6: [4, 5, 7]"),
        ("steps/04-nickname/step.yml", "requires: [2]", "requires: []", "chapter 4 doesn't say under requires:"),
        ("steps/04-nickname/step.yml", "requires: [2]", "requires: [5]", "step 4 requires 5, which is no earlier step"),
        ("steps/04-nickname/step.yml", "requires: [2]", "requires: [1]", "the file comes with step 2 only"),
        (
            "Sources/Mini/Nickname.swift", "func nickname",
            "// @from repository\nlet extra = 1\n// @end\nfunc nickname",
            "Nickname.swift:1: only files that the runner owns may have lines that come with no step"
        ),
        (
            "steps/04-nickname/step.yml", "region: nickname}]",
            "region: nickname, mutant: no-name}]\njudged: {module: MiniTests, mutants: engines}",
            "there is no mutant no-name"
        ),
    ]

    @Test(
        "the linter names gaps, circles, hooks in files that a chapter doesn't have, lines of no step and unknown mutants",
        arguments: faults.indices)
    func linter(index: Int) async throws {
        let fault = Self.faults[index]
        try await Self.with { mini in
            let text = try String(contentsOfFile: mini.root + "/" + fault.path, encoding: .utf8)
            func diagnostics() throws -> [String] { try CourseLinter(projector: try mini.projector).diagnostics() }
            try expect(!diagnostics().contains { $0.contains(fault.says) })
            try mini.write(text.replacing(fault.from, with: fault.to), to: fault.path)
            let found = try diagnostics()
            expect(found.contains { $0.contains(fault.says) }, "\(found)")
        }
    }

    @Test("lines that come with no step may stand in a file that the runner owns, and no learner gets them")
    func lists() async throws {
        try await Self.with { mini in
            let path = "Sources/Mini/Names.swift"
            try mini.write(
                "let names = [\n    \"a\",\n    // @from repository\n    \"b\",\n    // @end\n]\n", to: path)
            func diagnostics() throws -> [String] {
                try CourseLinter(projector: try mini.projector).diagnostics().filter { $0.contains(path) }
            }
            try expect(diagnostics().contains { $0.contains("may have lines that come with no step") })
            let course = try String(contentsOfFile: mini.root + "/steps/course.yml", encoding: .utf8)
            try mini.write(course.replacing("runner: [", with: "runner: [\(path), "), to: "steps/course.yml")
            try expect(diagnostics(), equals: [])
            for set: StepSet in [[1, 2], [1, 2, 3, 4, 5]] {
                let text = try mini.projector.tree(in: .after(set))[path]?.text
                expect(text, equals: "let names = [\n    \"a\",\n]\n", "\(set)")
            }
        }
    }

    @Test("a marker that names a step which the course doesn't have is refused")
    func markers() async throws {
        try await Self.with { mini in
            try mini.write("// @from 7\nenum Seven {}\n// @end\n", to: "Sources/Mini/Nickname.swift")
            let error = #expect(throws: MarkerError.self) { try mini.projector.tree(after: 4) }
            expect(error?.message, equals: "there is no step 7")
        }
    }
}
