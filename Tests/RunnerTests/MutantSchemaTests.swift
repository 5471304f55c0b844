import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("Mutants in one source")
struct MutantSchemaTests {
    private static func with(_ body: @Sendable (MutantSchema) throws -> Void) async throws {
        try await Resources.using { resources in
            let course = try MiniCourse(in: try await resources.makeDirectory("vitals-mini"))
            let projector = try course.projector
            let answers = try [
                "// replaces: add", "// replaces: goodbye", "// replaces: add", "// replaces: manifest",
            ].enumerated().map { number, opening in
                try WrongAnswer(
                    path: "steps/03-store/wrong/\(number + 1).swift",
                    text: opening + "\n// refused by: Step03StoreTests/add()\n// says: no\n\n" + bodies[number])
            }
            let step = try #require(projector.course.step(3))
            try body(MutantSchema(of: answers, step: step, projector: projector))
        }
    }

    private static let bodies = ["names = [name]", "\"Bye, \\(name)!\"", "// nothing at all", "let package = 1"]

    @Test("a body becomes a switch over the mutants, and the reference is what runs without a number")
    func tree() async throws {
        try await Self.with { schema in
            expect(schema.mutants.map(\.number), equals: [1, 2, 3], "a manifest is no part of it")
            let tree = try schema.tree()
            let store = try #require(tree["Sources/Mini/Store/Store.swift"]?.text)
            let order = [
                "switch selectedMutant {", "case 1:", "names = [name]", "case 3:", "break", "default:",
                "names.append(name)",
            ]
            var rest = Substring(store)
            for text in order {
                let found = try #require(rest.firstRange(of: text), "\(text) is missing or too early:\n\(store)")
                rest = rest[found.upperBound...]
            }
            let greeting = try #require(tree["Sources/Mini/Greeting.swift"]?.text)
            expect(greeting.contains("return \"Bye") && greeting.contains("return \"Goodbye"), "\(greeting)")
            expect(!greeting.contains("return \"Hello"), "no mutant changes that one")
            expect(tree["Sources/Mini/SelectedMutant.swift"]?.text?.contains("VITALS_MUTANT") == true)
        }
    }

    @Test(
        "an error takes away its mutant, one in the reference's case all mutants of that body, one elsewhere everything"
    )
    func errors() async throws {
        try await Self.with { schema in
            let tree = try schema.tree()
            let path = "Sources/Mini/Store/Store.swift"
            let lines = try #require(tree[path]?.text).split(separator: "\n", omittingEmptySubsequences: false)
            func numbers(_ text: String, _ path: String = path) throws -> [Int]? {
                let line = try #require(lines.firstIndex { $0.contains(text) }) + 1
                let error = CompilerDiagnostic(path: path, line: line, message: "no")
                return schema.excluding(errorsAt: [error], in: tree)?.mutants.map(\.number)
            }
            try expect(numbers("names = [name]"), equals: [2, 3])
            try expect(numbers("names.append"), equals: [2])
            try expect(numbers("struct Store") == nil)
            try expect(numbers("struct Store", "Sources/Mini/Store/Given.swift") == nil)
        }
    }

    @Test(
        "a body of one expression gets its return, any other stays as it is",
        arguments: [
            (["a + b"], ["return a + b"]),
            (["// why", "try call {", "    $0", "}"], ["// why", "return try call {", "    $0", "}"]),
            (["switch a {", "case 1: 2", "default: 3", "}"], ["return switch a {", "case 1: 2", "default: 3", "}"]),
            (["if a { return 1 }", "return 2"], ["if a { return 1 }", "return 2"]),
            (["let a = 1", "return a"], ["let a = 1", "return a"]),
            (["call()", "return 2"], ["call()", "return 2"]),
            ([".some(a)", "    .map { $0 }"], ["return .some(a)", "    .map { $0 }"]),
        ])
    func returns(body: [String], expected: [String]) {
        expect(FunctionBody(body).returning.lines, equals: expected)
    }

    @Test(
        "a body that is only a mark is told from one with code",
        arguments: [
            (["    // The rule.", "    todo(8, \"say which is greater\")"], true),
            (["    throw NotWritten(8, \"store it\")"], true),
            (["    throw notWritten(12, \"read a page\")"], true),
            (["    _ = reader", "    throw NotWritten(6, \"read\")"], false),
            (["    todo(3, \"how many?\") + offset"], false),
            (["    known"], false),
            ([], false),
        ])
    func marks(body: [String], isOnlyMark: Bool) { expect(FunctionBody(body).isOnlyMark, equals: isOnlyMark) }
}
