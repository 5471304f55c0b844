import TestSupport
import Testing

@testable import CheckpointCourse

@Suite("The source of a test")
struct TestSourceTests {
    private static let path = "Tests/StepTests/Step01Tests.swift"
    private static let source = TestSource([
        path: TreeFile(
            """
            struct Step01Tests {
                @Test("\\"one\\" holds")
                func one() {
                    #expect(arguments: true)
                }

                @Test("each of them holds", arguments: [1, 2])
                func each(_ number: Int) {
                }

                @Test(
                    "each of them holds, one after another", .serialized,
                    arguments: [1, 2])
                func inTurn(_ number: Int) {
                }

                @Test("all in one line")
                func short() throws { try expect { true } }

                private func expect(_ body: () -> Bool) throws {
                }
            }
            """)
    ])

    @Test("is found by its id, with its place and its sentence")
    func found() throws {
        let one = try #require(Self.source.find("Step01Tests/one()"))
        expect(one.path == Self.path && one.line == 2 && one.title == "\"one\" holds")
        expect(one.lines.first == "@Test(\"\\\"one\\\" holds\")" && one.lines.last == "}" && one.lines.count == 4)
        expect(Self.source.find("Step01Tests/two()") == nil)
    }

    @Test("that stands in one line ends there")
    func oneLine() throws {
        let short = try #require(Self.source.find("Step01Tests/short()"))
        expect(short.lines, equals: ["@Test(\"all in one line\")", "func short() throws { try expect { true } }"])
    }

    @Test("cases that run side by side, and so fail in no order, are known from those that do not")
    func order() throws {
        try expect(#require(Self.source.find("Step01Tests/each(_:)")).hasCasesInNoOrder)
        try expect(!#require(Self.source.find("Step01Tests/inTurn(_:)")).hasCasesInNoOrder)
        try expect(!#require(Self.source.find("Step01Tests/one()")).hasCasesInNoOrder)
    }
}
