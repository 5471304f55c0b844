import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("A step with two front ends")
struct FrontendTests {
    @Test("a learner writes the bodies of the chosen one; those of the other are given, and its tests do not count")
    func chosen() async throws {
        try await Resources.using { resources in
            let mini = try Self.course(in: try await resources.makeDirectory("vitals-faces"))
            let states: [(Frontend?, [String], [String])] = [
                (
                    nil, ["paint", "draw"],
                    ["Step04FaceTests/both()", "Step04FaceTests/page()", "Step04FaceTests/view()"]
                ),
                (.web, ["paint"], ["Step04FaceTests/both()", "Step04FaceTests/page()"]),
                (.swiftui, ["draw"], ["Step04FaceTests/both()", "Step04FaceTests/view()"]),
            ]
            for (frontend, bodies, tests) in states {
                let course = try Course.load(root: mini.root, frontend: frontend)
                let projector = Projector(course: course)
                let starter = try projector.starter(of: 4)
                let isWritten = ["paint": "web/paint.js", "draw": "Sources/Mini/Face/Draw.swift"].filter { body, path in
                    starter[path]?.text?.contains("todo(4") == false && starter[path]?.text?.contains(body) == true
                }
                expect(Set(isWritten.keys).isDisjoint(with: bodies) && isWritten.count + bodies.count == 2)
                try expect(projector.regions().filter { $0.step == 4 }.map(\.name).sorted(), equals: bodies.sorted())
                let step = try #require(course.step(4))
                expect(step.tests.map(\.id), equals: tests)
                try expect(Hints(step: step, projector).regions.sorted(), equals: bodies.sorted())
                try expect(Solutions(step: step, projector).bodies.map(\.region).sorted(), equals: bodies.sorted())
            }
        }
    }

    @Test("the choice is made at start; a later one takes a reset of the step")
    func changed() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-faces")
            let mini = try Self.course(in: folder + "/clone")
            func projector(_ frontend: Frontend) throws -> Projector {
                Projector(course: try Course.load(root: mini.root, frontend: frontend))
            }
            let web = try projector(.web)
            let workspace = try await Workspace.start(in: folder + "/mine", web, frontend: .web)
            let step = try #require(web.course.step(4))
            _ = try await workspace.jump(to: step, web, at: WorkspaceFixture.moment)
            func text(_ path: String) -> String { String(decoding: workspace.contents(path) ?? .init(), as: UTF8.self) }
            expect(text("web/paint.js").contains("todo(4"))
            expect(!text("Sources/Mini/Face/Draw.swift").contains("todo(4"))

            let swiftui = try projector(.swiftui)
            _ = try await workspace.update(swiftui, frontend: .swiftui, at: WorkspaceFixture.moment)
            try expect(workspace.progress().frontend, equals: .swiftui)
            expect(text("web/paint.js").contains("todo(4"), "an update touches no file of the learner's")
            _ = try await workspace.reset(step, swiftui, at: WorkspaceFixture.moment)
            expect(text("Sources/Mini/Face/Draw.swift").contains("todo(4"))
            expect(!text("web/paint.js").contains("todo(4"))
        }
    }

    @Test("a change of front end says how a step that has begun gets the other starter")
    func changeIsExplained() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-frontends")
            let mini = try Self.course(in: folder + "/clone")
            func run(_ words: String..., from directory: String) async throws -> String {
                var command = Command(TestPaths.course, words)
                command.environment = ["VITALS_COURSE_ROOT": mini.root, "VITALS_COURSE_NO_PREBUILD": "1"]
                command.directory = directory
                let result = try await command.capture()
                return result.standardOutput + result.standardError
            }
            _ = try await run("start", "mine", from: folder)
            let early = try await run("update", "--frontend", "swiftui", from: folder + "/mine")
            expect(early.contains("its front end: swiftui") && !early.contains("reset"), "\(early)")
            _ = try await run("jump", "4", from: folder + "/mine")
            let late = try await run("update", "--frontend", "web", from: folder + "/mine")
            expect(late.contains("to begin it with web: ./vitals-course reset 4"), "\(late)")
            let same = try await run("update", "--frontend", "web", from: folder + "/mine")
            expect(!same.contains("reset"), "\(same)")
        }
    }

    @Test(
        "what the course gives to those who build the other one is nobody's work, and earns nothing", .serialized,
        arguments: Frontend.allCases)
    func given(judged: Frontend) async throws {
        try await Resources.using { resources in
            let mini = try Self.course(in: try await resources.makeDirectory("vitals-faces"))
            let other = try #require(Frontend.allCases.first { $0 != judged })
            let theirs = Projector(course: try Course.load(root: mini.root, frontend: other))
            let course = try Course.load(root: mini.root, frontend: judged)
            let checker = Checker(stages: try Stages(projector: Projector(course: course), cache: mini.root + "/cache"))
            let step = try #require(course.step(4))
            func words(_ tree: [String: TreeFile]) throws -> String? {
                let request = GradingRequest(
                    name: "ada", steps: [4], canary: .random(), bubblewrap: nil, home: nil)
                return try SubmissionJudge(request: request, tree: tree, checker: checker).givenFrontEnd(of: step)
            }
            var tree = try theirs.starter(of: 4)
            let said = try #require(try words(tree))
            expect(said.contains("judged by the front end \(judged.rawValue)"), "\(said)")
            expect(said.contains("learners who build \(other.rawValue)"), "\(said)")
            tree[judged == .web ? "web/paint.js" : "Sources/Mini/Face/Draw.swift"] = TreeFile("// mine")
            try expect(words(tree) == nil)
            try expect(words(try checker.projector.starter(of: 4)) == nil)
        }
    }

    private static func course(in folder: String) throws -> MiniCourse {
        let mini = try MiniCourse(in: folder)
        let manifest = """
            version: 1.0.0
            repository: []
            runner: [Tests/StepTests/, Tests/StepSupport/]

            """
        try mini.write(manifest, to: "steps/course.yml")
        for (path, text) in files { try mini.write(text, to: path) }
        return mini
    }

    private static let files: [String: String] = [
        "web/paint.js": """
        export function paint() {
            // @write 4 paint
            return "paint";
            // @starter
            //| throw todo(4, "paint");
            // @end
        }

        """,
        "Sources/Mini/Face/Draw.swift": """
        func draw() -> String {
            // @write 4 draw
            "draw"
            // @starter
            //| todo(4, "draw")
            // @end
        }

        """,
        "Tests/StepTests/Step04FaceTests.swift": "// step 4\n",
        "steps/04-face/step.yml": """
        title: A face
        aim: Something to see.
        proves: It is seen.
        minutes: 30
        requires: [3]
        owns: [web/, Sources/Mini/Face/]
        frontends:
          web: [web/]
          swiftui: [Sources/Mini/Face/]
        tests:
          - {id: Step04FaceTests/both()}
          - {id: Step04FaceTests/page(), region: paint, frontend: web}
          - {id: Step04FaceTests/view(), region: draw, frontend: swiftui}

        """,
        "steps/04-face/lesson.md": "# Step 4\n",
        "steps/04-face/hints.md":
            "# paint\n\n## 1\n\na\n\n## 2\n\nb\n\n## 3\n\nc\n\n# draw\n\n## 1\n\nd\n\n## 2\n\ne\n\n## 3\n\nf\n",
    ]
}
