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

    @Test("a starter without a task isn't begun as long as it stands there, alone and between the lines around it")
    func inert() async throws {
        try await Resources.using { resources in
            let mini = try MiniCourse(in: try await resources.makeDirectory("vitals-regions"))
            try mini.write(
                """
                struct Gate {
                    func isOpen(_ hour: Int) -> Bool {
                        // @write 2 is-open
                        (9..<17).contains(hour)
                        // @starter
                        //| // Always.
                        //| true
                        // @end
                    }
                }

                """, to: "Sources/Mini/Gate.swift")
            let projector = try mini.projector
            let index = try RegionIndex(projector: projector)
            var tree = try projector.starter(of: 3)
            tree["Sources/Mini/Gate.swift"] = try projector.starter(of: 2)["Sources/Mini/Gate.swift"]
            let path = "Sources/Mini/Gate.swift"
            let text = try #require(tree[path]?.text)
            expect(index.inert(in: 2, tree), equals: ["is-open"], "the other body has a task")
            expect(index.inert(in: 3, tree), equals: [])

            tree[path] = TreeFile("// mine\r\n\r\n" + text.replacing("\n", with: "\r\n"))
            expect(index.inert(in: 2, tree), equals: ["is-open"])
            tree[path] = TreeFile(text.replacing("true\n", with: "hour > 8\n"))
            expect(index.inert(in: 2, tree), equals: [])
            // The starter's lines are still there, with the learner's below them, or above.
            tree[path] = TreeFile(text.replacing("true\n", with: "true\n&& hour > 8\n"))
            expect(index.inert(in: 2, tree), equals: [])
            tree[path] = TreeFile(text.replacing("// Always.", with: "if hour < 9 { return false }\n// Always."))
            expect(index.inert(in: 2, tree), equals: [])
        }
    }

    @Test("what no body was written for isn't wrong, and what is wrong elsewhere stays wrong")
    func countedAsUnwritten() {
        var report = CheckReport(step: 2)
        report.verdicts = [
            Verdict(id: "a", step: 2, title: "a", outcome: .wrong, region: "hello"),
            Verdict(id: "b", step: 2, title: "b", outcome: .wrong, region: "is-open"),
            Verdict(id: "c", step: 1, title: "c", outcome: .wrong, region: "is-open"),
            Verdict(id: "d", step: 2, title: "d", outcome: .wrong),
            Verdict(id: "e", step: 2, title: "e", outcome: .timedOut, region: "is-open"),
        ]
        report.countAsUnwritten(step: 2, regions: ["is-open"])
        expect(report.verdicts.map(\.outcome), equals: [.wrong, .notWritten, .wrong, .wrong, .timedOut])
        report.countAsUnwritten(step: 2)
        expect(report.verdicts.map(\.outcome), equals: [.notWritten, .notWritten, .wrong, .notWritten, .timedOut])
    }
}
