import CheckpointCourse
import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointAuthor

@Suite("Mechanical mutants")
struct MutationTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let language: CodeLanguage
        let source: String
        /// The changed sources, by operator.
        let mutants: [(MutationOperator, String)]

        var testDescription: String { source }

        init(_ language: CodeLanguage, _ source: String, _ mutants: (MutationOperator, String)...) {
            (self.language, self.source, self.mutants) = (language, source, mutants)
        }
    }

    private static let swift = [
        Example(
            .swift, "if count < 10, let last { stop() }",
            (.drop, "_ = ()"), (.condition, "if !(count < 10), let last { stop() }"),
            (.comparison, "if count <= 10, let last { stop() }"), (.constant, "if count < 11, let last { stop() }"),
            (.constant, "if count < 9, let last { stop() }"), (.drop, "if count < 10, let last { _ = () }"),
            (.earlyReturn, "if count < 10, let last { if true { return }; stop() }"),
            (.earlyReturn, "if true { return }; if count < 10, let last { stop() }")),
        Example(
            .swift, "let list: Array<Int> = [] // a < b, 1 + 1",
            (.earlyReturn, "if true { return }; let list: Array<Int> = [] // a < b, 1 + 1")),
        Example(
            .swift, "return done && \"1 < 2 \\(a + 1)\".isEmpty ? first : $0.0",
            (.condition, "return !(done && \"1 < 2 \\(a + 1)\".isEmpty) ? first : $0.0"),
            (.logic, "return done || \"1 < 2 \\(a + 1)\".isEmpty ? first : $0.0"), (.drop, "_ = ()")),
        Example(
            .swift, "try save(row, in: file)\nclose()",
            (.dropTry, "\nclose()"), (.swap, "close()\ntry save(row, in: file)"),
            (.earlyReturn, "if true { return }; try save(row, in: file)\nclose()"),
            (.arguments, "try save(file, in: row)\nclose()"), (.drop, "try save(row, in: file)\n")),
        Example(
            .swift, "guard isOpen, !(a == b) else { return }",
            (.drop, "_ = ()"), (.condition, "guard !(isOpen), !(a == b) else { return }"),
            (.condition, "guard isOpen, (a == b) else { return }"),
            (.comparison, "guard isOpen, !(a != b) else { return }"),
            (.drop, "guard isOpen, !(a == b) else { _ = () }"),
            (.earlyReturn, "if true { return }; guard isOpen, !(a == b) else { return }")),
        Example(
            .swift, "rows(\"id = ? ORDER BY id\")",
            (.drop, "_ = ()"), (.earlyReturn, "if true { return }; rows(\"id = ? ORDER BY id\")"),
            (.comparison, "rows(\"id <> ? ORDER BY id\")"), (.clause, "rows(\"id = ? \")"),
            (.clause, "rows(\"id = ? ORDER BY id DESC\")")),
        Example(
            .swift, "switch end {\ncase .done: a()\ncase .failed: b()\n}",
            (.drop, "_ = ()"), (.drop, "switch end {\ncase .done: _ = ()\ncase .failed: b()\n}"),
            (.drop, "switch end {\ncase .done: a()\ncase .failed: _ = ()\n}"),
            (.earlyReturn, "if true { return }; switch end {\ncase .done: a()\ncase .failed: b()\n}")),
    ]

    private static let others = [
        Example(
            .javaScript, "const a = /1 < 2/.test(`${b + 1}`);\nif (a === b) c(true);",
            (.drop, "const a = /1 < 2/.test(`${b + 1}`);\n"),
            (.comparison, "const a = /1 < 2/.test(`${b + 1}`);\nif (a !== b) c(true);"),
            (.truth, "const a = /1 < 2/.test(`${b + 1}`);\nif (a === b) c(false);"),
            (.earlyReturn, "if (true) { return; } const a = /1 < 2/.test(`${b + 1}`);\nif (a === b) c(true);")),
        Example(
            .sql, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3' ORDER BY a, b LIMIT 5",
            (.clause, "SELECT a FROM t  ORDER BY a, b LIMIT 5"),
            (.comparison, "SELECT a FROM t WHERE b <> 1 AND c < '2 AND 3' ORDER BY a, b LIMIT 5"),
            (.constant, "SELECT a FROM t WHERE b = 2 AND c < '2 AND 3' ORDER BY a, b LIMIT 5"),
            (.constant, "SELECT a FROM t WHERE b = 0 AND c < '2 AND 3' ORDER BY a, b LIMIT 5"),
            (.logic, "SELECT a FROM t WHERE b = 1 OR c < '2 AND 3' ORDER BY a, b LIMIT 5"),
            (.clause, "SELECT a FROM t WHERE b = 1  ORDER BY a, b LIMIT 5"),
            (.comparison, "SELECT a FROM t WHERE b = 1 AND c <= '2 AND 3' ORDER BY a, b LIMIT 5"),
            (.clause, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3'  LIMIT 5"),
            (.clause, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3' ORDER BY a DESC, b LIMIT 5"),
            (.clause, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3' ORDER BY a LIMIT 5"),
            (.clause, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3' ORDER BY a, b DESC LIMIT 5"),
            (.clause, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3' ORDER BY a, b "),
            (.constant, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3' ORDER BY a, b LIMIT 6"),
            (.constant, "SELECT a FROM t WHERE b = 1 AND c < '2 AND 3' ORDER BY a, b LIMIT 4")),
        Example(
            .sql, "UPDATE t SET a = 1, b = ? WHERE id = ?",
            (.clause, "UPDATE t SET  b = ? WHERE id = ?"), (.constant, "UPDATE t SET a = 2, b = ? WHERE id = ?"),
            (.constant, "UPDATE t SET a = 0, b = ? WHERE id = ?"), (.clause, "UPDATE t SET a = 1, b = ? "),
            (.comparison, "UPDATE t SET a = 1, b = ? WHERE id <> ?")),
    ]

    @Test(
        "each operator changes what it is for, and nothing in strings, comments or types", arguments: swift + others)
    func changes(_ example: Example) {
        let found = MutationOperators(example.source, example.language).changes()
        let texts = Set(found.map { "\($0.mutation): \($0.applied(to: example.source))" })
        let wanted = Set(example.mutants.map { "\($0.0): \($0.1)" })
        expect(texts.subtracting(wanted), equals: [], "these are too many")
        expect(wanted.subtracting(texts), equals: [], "these are missing")
    }

    private static func mutants(of lines: [String], from first: Int = 1) -> [MechanicalMutant] {
        MechanicalMutant.all(
            of: lines, numbers: lines.indices.map { $0 + first }, scope: "body", file: "A.swift", .swift)
    }

    @Test("a mutant keeps its id when its lines move, and gets another one when they change")
    func identity() {
        let lines = ["let a = 1", "use(a)", "use(a)"]
        let here = Self.mutants(of: lines)
        expect(Set(here.map(\.id)).count, equals: here.count, "no two have the same")
        let below = Self.mutants(of: lines, from: 9)
        expect(below.map(\.id), equals: here.map(\.id))
        expect(below.map(\.line), equals: here.map { $0.line + 8 })
        expect(Self.mutants(of: ["let a = 2"] + lines.dropFirst()).map(\.id) != here.map(\.id))
    }

    @Test("a kill counts until its code or its test changes, anything else until a test does")
    func verdicts() throws {
        let folder = try TemporaryFolder()
        let mutants = Self.mutants(of: ["a < b"])
        let (first, second) = (mutants[0], mutants[1])
        func verdicts(
            code: String = "c", own: String = "func a() {}", other: String = "func b() {}"
        ) -> MutantVerdicts {
            MutantVerdicts(
                path: folder.path("verdicts.json"), code: ["A.swift": TreeFile(code)],
                tests: ["ATests.swift": TreeFile(own), "BTests.swift": TreeFile(other)])
        }
        var begun = verdicts()
        try begun.keep(MutantVerdict(outcome: .killed, test: "ATests/a()"), on: first)
        try begun.keep(MutantVerdict(outcome: .survived), on: second)
        expect(verdicts()[first]?.isKilled == true && verdicts()[second]?.outcome == .survived)
        let after = verdicts(other: "func b() { more() }")
        expect(after[first]?.isKilled == true, "another test has nothing to do with the kill")
        expect(after[second] == nil, "the new test may kill a survivor")
        expect(verdicts(own: "func a() { more() }")[first] == nil)
        expect(verdicts(code: "d")[first] == nil)
    }

    @Test("a mark is found by its lines, needs a reason, and is stale when no mutant has it")
    func marks() throws {
        let folder = try TemporaryFolder()
        func read(because: String) throws -> EquivalentMutants {
            let text =
                "- {in: body, change: comparison, line: a < b, becomes: a <= b, because: \(because)}\n"
                + "- {in: body, change: comparison, line: a < c, becomes: a <= c, because: gone}\n"
            try TreeFile(text).write(to: folder.path(EquivalentMutants.path))
            return try EquivalentMutants(root: folder.url.path)
        }
        let marks = try read(because: "they are never equal")
        let mutants = Self.mutants(of: ["a < b"])
        expect(mutants.compactMap { marks.mark(on: $0)?.because }, equals: ["they are never equal"])
        expect(marks.stale(among: mutants, scopes: ["body"]).map(\.line), equals: ["a < c"])
        expect(marks.stale(among: mutants, scopes: ["another"]).isEmpty)
        #expect(throws: (any Error).self) { try read(because: "''") }
    }
}
