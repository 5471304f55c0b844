import Foundation

@testable import CheckpointCourse

/// The mini course with its third step in two parts: `goodbye`, and then `add`. Each body is in a file of its own, and
/// `goodbye` shares one with a body of step 2.
extension MiniCourse {
    static func divided(in folder: String) throws -> MiniCourse {
        let mini = try MiniCourse(in: folder)
        for (path, text) in dividedFiles { try mini.write(text, to: path) }
        return mini
    }

    static let dividedFiles: [String: String] = [
        "steps/03-store/step.yml": """
        title: The store
        aim: Names that stay.
        proves: They are there.
        parts:
          - title: Taking leave
            minutes: [20, 30]
            regions: [goodbye]
          - title: Keeping names
            minutes: [40, 60]
            regions: [add]
        requires: [2]
        owns: [Sources/Mini/Store/]
        tests:
          - {id: Step03StoreTests/add(), region: add}
          - {id: Step03StoreTests/goodbye(), region: goodbye}
          - {id: Step03StoreTests/everything()}

        """,
        "steps/03-store/lesson.md": """
        # Step 3: The store

        \(sections(["What you'll have", "The idea", "What goes wrong without it", "The interface"]))

        ## The parts

        | part | time |
        |---|---|
        | [Taking leave](part-1.md) | 20 min to 30 min |
        | [Keeping names](part-2.md) | 40 min to 1 h |

        """,
        "steps/03-store/part-1.md": lesson("Step 3, part 1: Taking leave", mistake: ("Nobody leaves", "stays")),
        "steps/03-store/part-2.md": lesson("Step 3, part 2: Keeping names", mistake: ("Forgetting", "forgets")),
        "steps/03-store/wrong/stays.swift": wrong("goodbye", "\"\"", says: "stays here"),
        "steps/03-store/wrong/forgets.swift": wrong("add", "_ = name", says: "is forgotten"),
        "Tests/StepTests/Step03StoreTests.swift": """
        @Suite("The store") struct Step03StoreTests {
            @Test("a name is kept") func add() {}
            @Test("a goodbye has the name") func goodbye() {}
            @Test("everything goes together") func everything() {}
        }

        """,
    ]

    private static func sections(_ names: [String]) -> String {
        names.map { "## \($0)\n\nText.\n" }.joined(separator: "\n")
    }

    private static func lesson(_ title: String, mistake: (title: String, name: String)) -> String {
        """
        # \(title)

        ## Predict

        What?

        <details><summary>Answer</summary>

        That.

        </details>

        \(sections(["Invariants", "Your task"]))
        ## What the check looks for

        <!-- @tests -->

        ## Mistakes people make

        ### \(mistake.title)
        <!-- @mistake \(mistake.name) -->

        Don't.

        ## Check your understanding

        Why?

        <details><summary>Answer</summary>

        Because.

        </details>

        """
    }

    private static func wrong(_ region: String, _ body: String, says: String) -> String {
        "// replaces: \(region)\n// refused by: Step03StoreTests/\(region)()\n// says: \(says)\n\n    \(body)\n"
    }
}
