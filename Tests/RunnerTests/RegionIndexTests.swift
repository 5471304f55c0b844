import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("Where a learner's bodies are")
struct RegionIndexTests {
    @Test("a body that is not begun is found by its starter, a written one by the line before it")
    func places() async throws {
        try await Resources.using { resources in
            let mini = try MiniCourse(in: try await resources.makeDirectory("vitals-regions"))
            let projector = try mini.projector
            let index = try RegionIndex(projector: projector)
            var tree = try projector.starter(of: 3)
            let path = "Sources/Mini/Greeting.swift"
            expect(index.place(of: "goodbye", in: tree), equals: path + ":8")
            expect(index.untouched(in: 3, tree), equals: ["goodbye", "add"])

            let text = try #require(tree[path]?.text)
            tree[path] = TreeFile("// mine\n\n" + text.replacing("todo(3, \"take leave\")", with: "\"Bye\""))
            expect(index.place(of: "goodbye", in: tree), equals: path + ":10")
            expect(index.untouched(in: 3, tree), equals: ["add"])
            // The line ends of Windows are line ends too.
            tree[path] = TreeFile(try #require(tree[path]?.text).replacing("\n", with: "\r\n"))
            expect(index.place(of: "goodbye", in: tree), equals: path + ":10")
            expect(index.untouched(in: 3, tree), equals: ["add"])
            tree[path] = TreeFile("struct Greeting {}")
            expect(index.place(of: "goodbye", in: tree), equals: path)
            expect(index.place(of: "nothing", in: tree) == nil)
        }
    }
}
