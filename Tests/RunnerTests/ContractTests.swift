import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("The contract of a body")
struct ContractTests {
    /// Runs `body` with the mini course in parts, whose second part has a contract of two clauses, each with a test and a
    /// wrong answer.
    private static func with(_ body: @Sendable (MiniCourse) async throws -> Void) async throws {
        try await Resources.using { resources in
            let mini = try MiniCourse.divided(in: try await resources.makeDirectory("vitals-contracts"))
            try change(mini, "part-2.md", "## Your task\n\nText.\n", "## Your task\n\n\(contract)")
            try change(mini, "part-2.md", "@mistake forgets", "@mistake forgets doubles")
            try change(mini, "step.yml", "region: add}", "region: add, clauses: [1, 2]}")
            try change(mini, "wrong/forgets.swift", "// refused", "// breaks: add.1\n// refused")
            try mini.write(
                """
                // replaces: add
                // breaks: add.2
                // refused by: Step03StoreTests/add()
                // says: twice

                    names += [name, name]

                """, to: folder + "wrong/doubles.swift")
            try await body(mini)
        }
    }

    private static let folder = "steps/03-store/"
    private static let contract = """
        1. **`add`** keeps a name:
           - `add.1` A name that's *new*
             comes `last`.
           - `add.2` A name that's known
           stays.

        ```text
        - `add.3` This is only an example.
        ```
        - `Add.3` is no clause, and neither is this: `add.3`.

        """

    private static func change(_ mini: MiniCourse, _ file: String, _ from: String, _ to: String) throws {
        let path = folder + file
        let text = try String(contentsOfFile: mini.root + "/" + path, encoding: .utf8)
        try #require(text.contains(from), "\(path) has no \(from)")
        try mini.write(text.replacing(from, with: to), to: path)
    }

    private static func step(_ mini: MiniCourse) throws -> Step { try #require(try mini.course.step(3)) }

    /// Returns the linter's diagnostics, without those of the page after the lesson, which the mini course doesn't have.
    private static func diagnostics(_ mini: MiniCourse) throws -> [String] {
        try CourseLinter(projector: try mini.projector).diagnostics().filter { $0.contains(folder) }
    }

    // MARK: The notation

    @Test("a clause is a list item that begins with its name in code; its sentence may go on in further lines")
    func notation() async throws {
        try await Self.with { mini in
            let clauses = try StepClauses(of: try Self.step(mini), root: mini.root).clauses
            expect(clauses.map(\.id.description), equals: ["add.1", "add.2"])
            expect(clauses.map(\.text), equals: ["A name that's new comes last.", "A name that's known stays."])
            let line = clauses[0].line
            expect(clauses[1].line, equals: line + 2)
            let page = try CoursePage(clauses[0].page, root: mini.root)
            expect(page.lines[line - 1].text, equals: "   - `add.1` A name that's *new*")
        }
    }

    @Test(
        "a name has a body and a number",
        arguments: ["add", "add.", "add.x", ".1", "add.01", "add.1000", "Add.1", "add.1 "])
    func names(text: String) {
        expect(ClauseID("parse-events.12") == ClauseID(region: "parse-events", number: 12))
        expect(ClauseID(text) == nil)
    }

    @Test("a wrong answer breaks one clause or says nothing of it; anything else is an error in its file")
    func header() async throws {
        try await Self.with { mini in
            let answers = try WrongAnswer.all(of: try Self.step(mini), root: mini.root)
            let broken = Dictionary(uniqueKeysWithValues: answers.map { ($0.name, $0.breaks?.description) })
            expect(broken, equals: ["doubles": "add.2", "forgets": "add.1", "stays": nil])
            for name in ["add", "add.1, add.2", ""] {
                let text = "// replaces: add\n// breaks: \(name)\n// refused by: a\n// says: b\n\n1\n"
                let error = #expect(throws: MarkerError.self) { try WrongAnswer(path: "a.swift", text: text) }
                expect(error.map { "\($0)" }?.contains("needs the name of one clause") == true)
            }
        }
    }

    // MARK: The linter

    @Test("the linter has nothing to say about a contract that is cited in full")
    func sound() async throws {
        try await Self.with { mini in
            try expect(Self.diagnostics(mini), equals: [])
            let clauses = try UncitedClauses(course: mini.course)
            expect(clauses.report, equals: [])
            expect(clauses.unnumbered.filter { $0.hasPrefix("steps/03") }, equals: ["steps/03-store: goodbye"])
        }
    }

    /// Each fault with the file to change and all that the linter says about the step.
    private static let faults: [(path: String, from: String, to: String, says: String)] = [
        (
            "step.yml", "clauses: [1, 2]", "clauses: [1, 2, 3]",
            "step.yml: Step03StoreTests/add() cites add.3, which no lesson of the step has"
        ),
        (
            "step.yml", "region: goodbye}", "region: goodbye, clauses: [1]}",
            "step.yml: Step03StoreTests/goodbye() cites goodbye.1, which no lesson of the step has"
        ),
        ("step.yml", "clauses: [1, 2]", "clauses: [2, 1, 2]", "step.yml: Step03StoreTests/add() cites a clause twice"),
        (
            "step.yml", "everything()}", "everything(), clauses: [1]}",
            "step.yml: Step03StoreTests/everything() cites clauses, but has no region: that says of which body"
        ),
        (
            "step.yml", "clauses: [1, 2]", "clauses: [1]",
            "wrong/doubles.swift:1: it breaks add.2, which Step03StoreTests/add() doesn't cite"
        ),
        (
            "wrong/doubles.swift", "breaks: add.2", "breaks: add.3",
            "wrong/doubles.swift:1: it breaks add.3, which no lesson of the step has"
        ),
        (
            "wrong/stays.swift", "// refused", "// breaks: add.1\n// refused",
            "wrong/stays.swift:1: it breaks add.1, but doesn't change add"
        ),
        (
            "part-2.md", "`add.2` A name that's", "`add.2`: A name that's",
            "part-2.md:22: add.2 needs a space and a sentence after its name"
        ),
        ("part-2.md", "- `Add.3`", "- `add.4`", "part-2.md:28: add.4 comes where add.3 should"),
        ("part-2.md", "- `Add.3`", "- `add.2`", "part-2.md:28: add.2 is already in steps/03-store/part-2.md:22"),
        (
            "part-2.md", "- `Add.3`", "- `other.1`",
            "part-2.md:28: other.1 is a clause of other, which is no body of the step"
        ),
        (
            "part-2.md", "- `Add.3`", "- `goodbye.1`",
            "part-2.md:28: goodbye.1 is a clause of goodbye, which part 1 is about"
        ),
    ]

    @Test("each fault of a contract or a citation is reported alone, with its place", arguments: faults.indices)
    func linter(index: Int) async throws {
        let fault = Self.faults[index]
        try await Self.with { mini in
            try Self.change(mini, fault.path, fault.from, fault.to)
            try expect(Self.diagnostics(mini), equals: [Self.folder + fault.says])
        }
    }

    @Test("a clause that no test cites, or no wrong answer breaks, is listed and is no fault")
    func uncited() async throws {
        try await Self.with { mini in
            try Self.change(mini, "wrong/doubles.swift", "// breaks: add.2\n", "")
            let unbroken = "steps/03-store: no wrong answer breaks add.2"
            try expect(UncitedClauses(course: mini.course).report, equals: [unbroken])
            try Self.change(mini, "step.yml", "clauses: [1, 2]", "clauses: [1]")
            try expect(
                UncitedClauses(course: mini.course).report, equals: ["steps/03-store: no test cites add.2", unbroken])
            try Self.change(mini, "step.yml", ", clauses: [1]", "")
            try Self.change(mini, "wrong/forgets.swift", "// breaks: add.1\n", "")
            try expect(
                UncitedClauses(course: mini.course).report,
                equals: [
                    "steps/03-store: no test cites add.1, add.2", "steps/03-store: no wrong answer breaks add.1, add.2",
                ])
            try expect(Self.diagnostics(mini), equals: [])
        }
    }

    // MARK: The check

    private static func broken(
        _ message: String, _ outcome: Verdict.Outcome = .wrong, in mini: MiniCourse
    ) throws -> String? {
        let index = try MistakeIndex(step: try step(mini), root: mini.root)
        let verdict = Verdict(id: "Step03StoreTests/add()", step: 3, title: "", outcome: outcome, message: message)
        return index.clause(brokenIn: verdict).map { "\($0.id): \($0.text)" }
    }

    @Test("a failing check names the clause that the likeliest mistake breaks, or the only one that the test cites")
    func check() async throws {
        try await Self.with { mini in
            let (first, second) = ("add.1: A name that's new comes last.", "add.2: A name that's known stays.")
            try expect(Self.broken("The name is forgotten.", in: mini), equals: first)
            try expect(Self.broken("It's there twice.", in: mini), equals: second)
            try expect(Self.broken("Something else.", in: mini), equals: nil, "The test cites two clauses.")
            try Self.change(mini, "step.yml", "clauses: [1, 2]", "clauses: [2]")
            try expect(Self.broken("Something else.", in: mini), equals: second)
            try expect(Self.broken("The name is forgotten.", in: mini), equals: first)
            try expect(Self.broken("Something else.", .crashed, in: mini), equals: nil)
        }
    }
}
