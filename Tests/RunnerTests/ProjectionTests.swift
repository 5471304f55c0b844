import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("Projection")
struct ProjectionTests {
    /// Returns a tree as one text, for comparison with the text below.
    private func page(_ tree: [String: TreeFile], _ paths: [String]) -> String {
        paths.map { "== \($0)\n" + (tree[$0]?.text ?? "(not there)\n") }.joined()
    }

    @Test("the trees of a small course are, to the byte, what is written here")
    func goldenTrees() async throws {
        try await Resources.using { resources in
            try golden(try MiniCourse(in: try await resources.makeDirectory("vitals-mini")).projector)
        }
    }

    @Test("a Swift file comes with the first step that has something in it, and is never empty")
    func noEmptyFiles() async throws {
        try await Resources.using { resources in
            let mini = try MiniCourse(in: try await resources.makeDirectory("vitals-mini"))
            let path = "Sources/Mini/Later.swift"
            try mini.write("// @from 3\nlet later = 1\n// @end\n", to: path)
            let projector = try mini.projector
            try expect(projector.starter(of: 2)[path] == nil)
            try expect(projector.tree(after: 2)[path] == nil)
            try expect(projector.starter(of: 3)[path]?.text, equals: "let later = 1\n")
        }
    }

    private func golden(_ projector: Projector) throws {
        let paths = ["Package.swift", "Sources/Mini/Greeting.swift", "Sources/Mini/Store/Store.swift"]
        let manifest = "// swift-tools-version: 6.2\nimport PackageDescription\n\n"
        let solvedManifest =
            manifest + "let package = Package(name: \"mini\", targets: [.target(name: \"Mini\")])\n"
            + "\npackage.swiftLanguageModes = [.v6]\n"

        expect(
            page(try projector.starter(of: 1), paths),
            equals: """
                == Package.swift
                \(manifest)let package = Package(name: "mini")
                == Sources/Mini/Greeting.swift
                (not there)
                == Sources/Mini/Store/Store.swift
                (not there)

                """)
        func greeting(_ hello: String, _ goodbye: String) -> String {
            """
            /// A greeting.
            struct Greeting {
                func hello(_ name: String) -> String {
                    \(hello)
                }

                func goodbye(_ name: String) -> String {
                    \(goodbye)
                }
            }

            """
        }
        let store = """
            struct Store {
                var names: [String] = []

                mutating func add(_ name: String) {
                    names.append(name)
                }
            }

            """
        let (hello, goodbye) = ("\"Hello, \\(name)!\"", "\"Goodbye, \\(name)!\"")
        let later = "todo(3, \"take leave\")"
        let states: [(ProjectionState, String)] = [
            (.starter(of: 2, in: StepSet(1...2)), greeting("todo(2, \"greet by name\")", later)),
            (.after(StepSet(1...2)), greeting(hello, later)),
            (.starter(of: 3, in: StepSet(1...3)), greeting(hello, later)),
            (.after(StepSet(1...3)), greeting(hello, goodbye)),
        ]
        for (state, text) in states {
            let tree = try projector.tree(in: state)
            expect(tree["Package.swift"]?.text, equals: solvedManifest, "\(state)")
            expect(tree["Sources/Mini/Greeting.swift"]?.text, equals: text, "\(state)")
        }
        try expect(projector.tree(after: 3)["Sources/Mini/Store/Store.swift"]?.text, equals: store)
        try expect(projector.tree(after: 2)["Sources/Mini/Store/Store.swift"] == nil)
    }

    @Test("the repository's course can be read, and no tree of it has a marker left")
    func noMarkerLeft() throws {
        let projector = Projector(course: try Course.load(root: TestPaths.root))
        for step in projector.course.writtenSteps {
            for tree in [try projector.starter(of: step.number), try projector.tree(after: step.number)] {
                for (path, file) in tree {
                    guard let syntax = MarkerSyntax(path: path), let text = file.text else { continue }
                    let left = text.split(separator: "\n").filter { syntax.read($0) != .code }
                    expect(left.isEmpty, "\(path) of step \(step.number): \(left)")
                }
            }
        }
    }

    @Test("what the inspection of the course finds is nothing")
    func inspection() throws {
        let projector = Projector(course: try Course.load(root: TestPaths.root))
        try expect(CourseLinter(projector: projector).diagnostics(), equals: [])
    }

    @Test("a wrong answer names its region, the test that refuses it, and what that test says")
    func wrongAnswers() throws {
        let text = """
            // replaces: merge
            // refused by: Step08EngineTests/greaterWins()
            // says: the greater record
            //
            // Keeps its own: as people do.

                local
            """
        let answer = try WrongAnswer(path: "steps/08-x/wrong/a.swift", text: text)
        expect(answer.parts, equals: [.init(region: "merge", content: .body(["    local"]))])
        expect(answer.test, equals: "Step08EngineTests/greaterWins()")
        expect(answer.says, equals: "the greater record")
        for line in ["// replaces: merge\n", "// refused by: Step08EngineTests/greaterWins()\n", "    local"] {
            #expect(throws: MarkerError.self) {
                try WrongAnswer(path: "steps/08-x/wrong/a.swift", text: text.replacing(line, with: ""))
            }
        }
    }

    @Test("a wrong answer brings the bodies of other regions that would make up for the mistake")
    func wrongAnswerOfTwoBodies() throws {
        let text = """
            // replaces: merge-tests
            // refused by: Step09ConvergenceTests/phonesDiffer()
            // says: different values

            first

            // also replaces: convergence-tests

            second

            third

            """
        let answer = try WrongAnswer(path: "steps/09-x/wrong/a.swift", text: text)
        let expected: [WrongAnswer.Part] = [
            .init(region: "merge-tests", content: .body(["first"])),
            .init(region: "convergence-tests", content: .body(["second", "", "third"])),
        ]
        expect(answer.parts, equals: expected)
        #expect(throws: MarkerError.self) {
            try WrongAnswer(path: "steps/09-x/wrong/a.swift", text: text.replacing("first\n", with: ""))
        }
    }
}
