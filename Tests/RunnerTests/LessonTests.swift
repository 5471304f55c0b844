import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointSystem

@Suite("Lessons")
struct LessonTests {
    /// Runs `body` with a course whose step 2 has a lesson of these lines.
    private func with(_ lines: String..., body: @Sendable (MiniCourse) async throws -> Void) async throws {
        try await Resources.using { resources in
            let course = try MiniCourse(in: try await resources.makeDirectory("vitals-lessons"))
            try course.write(lines.joined(separator: "\n"), to: Self.path)
            try course.write(Self.tests, to: "Tests/StepTests/Step02GreetingTests.swift")
            for (name, says) in [("rude", "greets nobody"), ("loud", "It shouts"), ("mute", "greets nobody")] {
                try course.write(
                    "// replaces: hello\n// refused by: Step02GreetingTests/hello()\n// says: \(says)\n\n    \"\(name)\"\n",
                    to: "steps/02-greeting/wrong/\(name).swift")
            }
            try course.write("import Mini\n\nprint(1)\n", to: "steps/02-greeting/programs/one.swift")
            try await body(course)
        }
    }

    private static let path = "steps/02-greeting/lesson.md"
    private static let tests = """
        @Suite("Greetings") struct Step02GreetingTests {
            @Test(
                "the \\"name\\" is in it"
            )
            func hello() {
                #expect(true)
            }
        }

        """

    private func woven(_ course: MiniCourse, step: Int = 2) throws -> String {
        let projector = try course.projector
        return try projector.lesson(of: try #require(projector.course.step(step))).markdown()
    }

    // MARK: References

    @Test("code stands with its place; what the learner writes is shown as it begins, never solved")
    func code() async throws {
        try await with("<!-- @show hello -->", "<!-- @show goodbye 2 -->") { course in
            let text = try woven(course)
            expect(
                text,
                equals: """
                    In `Sources/Mini/Greeting.swift`, line 4; yours replaces this line:

                    ```swift
                    todo(2, "greet by name")
                    ```
                    In `Sources/Mini/Greeting.swift`, lines 7–9; yours replaces line 8:

                    ```swift
                    func goodbye(_ name: String) -> String {
                        todo(3, "take leave")
                    }
                    ```
                    """)
            try course.write("<!-- @show hello -->", to: "steps/03-store/lesson.md")
            let solved = try woven(course, step: 3)
            expect(solved.contains("\"Hello, \\(name)!\""), "A body of an earlier step is solved.")
        }
    }

    @Test("a test is shown from its attribute to its end; the list of tests has their titles")
    func test() async throws {
        try await with("<!-- @test Step02GreetingTests/hello() -->", "<!-- @tests -->") { course in
            let text = try woven(course)
            expect(
                text,
                equals: """
                    In `Tests/StepTests/Step02GreetingTests.swift`, line 2:

                    ```swift
                    @Test(
                        "the \\"name\\" is in it"
                    )
                    func hello() {
                        #expect(true)
                    }
                    ```
                    - the "name" is in it
                    """)
        }
    }

    @Test("wrong answers and programs are shown as they are in their files")
    func files() async throws {
        try await with("<!-- @wrong loud -->", "<!-- @program one -->") { course in
            let text = try woven(course)
            expect(
                text,
                equals: """
                    This is wrong, in `Greeting.swift`, in place of `hello`:

                    ```swift
                    "loud"
                    ```
                    ```swift
                    import Mini

                    print(1)
                    ```
                    """)
        }
    }

    @Test("what stands in a fence is left alone")
    func fence() async throws {
        try await with("```html", "<!-- @show nothing -->", "```") { course in
            let text = try woven(course)
            expect(text, equals: "```html\n<!-- @show nothing -->\n```")
        }
    }

    @Test(
        "a reference that nothing answers to fails with file and line",
        arguments: [
            ("<!-- @show nowhere -->", "no file has @show or @write nowhere"),
            ("<!-- @show hello many -->", "many isn't a number of lines"),
            ("<!-- @show hello 1 2 -->", "@show takes a name, and a number of lines around it"),
            ("<!-- @test Step02GreetingTests/bye() -->", "this step has no test Step02GreetingTests/bye()"),
            ("<!-- @wrong polite -->", "steps/02-greeting/wrong has no polite"),
            ("<!-- @program two -->", "steps/02-greeting/programs/two.swift doesn't exist"),
            ("<!-- @mistake polite -->", "steps/02-greeting/wrong has no polite"),
            ("<!-- @mistake rude -->", "put @mistake right below a ### heading of its own"),
            ("<!-- @glue -->", "a page has no marker @glue"), ("```swift", "the fence isn't closed"),
        ])
    func unknown(line: String, message: String) async throws {
        try await with("One", "", line) { course in
            let diagnostics = LessonLinter(
                projector: try course.projector, step: try #require(try course.course.step(2))
            )
            .diagnostics()
            expect(diagnostics, equals: ["\(Self.path):3: \(message)"])
        }
    }

    // MARK: Mistakes

    @Test("a mistake's paragraph says what the check says, each thing once, and is found by each of its names")
    func mistake() async throws {
        try await with("## Mistakes", "### Nobody", "", "<!-- @mistake rude mute -->", "Text.", "", "### Noise") {
            course in
            let paragraph = "### Nobody\n\n**Mistake 1.** The check says: “greets nobody”\n\nText.\n"
            let step = try #require(try course.course.step(2))
            let projector = try course.projector
            for name in ["rude", "mute", "1"] {
                let found = try projector.lesson(of: step, onMistake: name).markdown()
                expect(found, equals: paragraph)
            }
            let error = #expect(throws: CourseError.self) { try projector.lesson(of: step, onMistake: "nude") }
            expect(error?.code == .usage && error?.description.contains("rude") == true)
        }
    }

    @Test("a failing test's words lead to the mistake, the longest match winning; other words lead nowhere")
    func recognition() async throws {
        try await with("### Nobody", "<!-- @mistake rude -->", "### Noise", "<!-- @mistake loud -->") { course in
            try course.write(
                "// replaces: hello\n// refused by: Step02GreetingTests/hello()\n// says: it shouts at nobody\n\n\"\"\n",
                to: "steps/02-greeting/wrong/rude.swift")
            let index = try MistakeIndex(step: try #require(try course.course.step(2)), root: course.root)
            func title(_ message: String, test: String = "Step02GreetingTests/hello()") -> String? {
                index.mistake(behind: Verdict(id: test, step: 2, title: "", outcome: .wrong, message: message))?.title
            }
            expect(title("Here it shouts."), equals: "Noise")
            expect(title("Look: It shouts at nobody, loudly."), equals: "Nobody")
            expect(title("It whispers.") == nil)
            expect(title("It shouts.", test: "Step02GreetingTests/other()") == nil)
        }
    }

    @Test("the sections with something folded away are shown alone")
    func answers() async throws {
        let lines = [
            "# Title", "## One", "1", "## Predict", "2", "<details><summary>Answer</summary>", "3", "</details>",
            "### In it",
            "```", "<details>", "```", "## Two", "4",
        ]
        try await with(lines.joined(separator: "\n")) { course in
            let step = try #require(try course.course.step(2))
            let text = try course.projector.answers(of: .lesson(step)).markdown()
            expect(text, equals: lines[3...11].joined(separator: "\n"))
        }
    }

    // MARK: Inspection

    @Test("sections that are missing or in the wrong order, dead links and unexplained wrong answers are reported")
    func inspection() async throws {
        let sections = LessonLinter.sections.filter { $0 != "Predict" }
        let swapped = [sections[1], sections[0]] + sections.dropFirst(2)
        let lines =
            ["# Step 2: Hello"] + swapped.map { "## \($0)\n\(Self.contents[$0] ?? "1")" } + [
                "[there](step.yml) [gone](other.md) [up](#the-idea) [lost](#nowhere)",
                "[next](../03-store/lesson.md#step-3) [far](../03-store/lesson.md#step-4)", "### One",
                "<!-- @mistake rude -->",
                "### Two", "<!-- @mistake rude loud -->",
            ]
        try await with(lines.joined(separator: "\n")) { course in
            let diagnostics = try Self.diagnostics(course)
            expect(
                diagnostics,
                equals: [
                    "\(Self.path):20: the link to other.md is dead",
                    "\(Self.path):20: no heading matches #nowhere",
                    "\(Self.path):21: the link to ../03-store/lesson.md#step-4 is dead",
                    "\(Self.path):1: the title isn't “Step 2: The greeting”",
                    "\(Self.path):2: “The idea” comes too early",
                    "\(Self.path):1: there is no section “Predict”",
                    "\(Self.path):1: no @mistake explains wrong/mute",
                    "\(Self.path):24: rude is already explained",
                    "steps/02-greeting/programs/one.swift: the lesson neither shows it nor says how to print it",
                    "steps/02-greeting/programs/one.swift: no transcript of the lesson runs it",
                ])
        }
    }

    /// The contents of those sections that require certain contents.
    private static let contents = [
        "Predict": "<details><summary>Answer</summary>\n1\n</details>", "See it work": "```console\n$ true\n```",
        "What the check looks for": "<!-- @tests -->",
    ]

    private static func diagnostics(_ course: MiniCourse) throws -> [String] {
        LessonLinter(projector: try course.projector, step: try #require(try course.course.step(2))).diagnostics()
    }

    @Test(
        "a section that is empty, or lacks what it is there for, is a fault",
        arguments: [
            ("The idea", "", "is empty"), ("The idea", "### Heading\n\n ", "is empty"),
            ("Predict", "What if?", "has no answer, folded within <details>"),
            ("Predict", "```html\n<details>\n```", "has no answer, folded within <details>"),
            ("See it work", "```sh\n$ true\n```", "has no transcript, a fence of the language console"),
            ("What the check looks for", "Everything.", "has no @tests"),
        ])
    func contents(section: String, text: String, says: String) async throws {
        @Sendable func lesson(_ text: String?) -> String {
            LessonLinter.sections.map { name in
                "## \(name)\n" + ((name == section ? text : nil) ?? Self.contents[name] ?? "1")
            }.joined(separator: "\n")
        }
        try await with(lesson(nil)) { course in
            let diagnostics = try Self.diagnostics(course)
            expect(!diagnostics.contains { $0.contains("”") && !$0.contains("title") })
            try course.write(lesson(text), to: Self.path)
            try expect(Self.diagnostics(course).filter { $0.contains("“\(section)” \(says)") }.count, equals: 1)
        }
    }

    @Test("a transcript ends what it has started in the background")
    func background() async throws {
        try await with(
            "```console", "$ sleep 9 &", "$ true", "```", "```console", "$ sleep 9 &", "$ kill %1; wait %1", "```"
        ) { course in
            let diagnostics = try Self.diagnostics(course).filter { $0.contains("background") }
            expect(
                diagnostics,
                equals: ["\(Self.path):1: it leaves a background job running; end it with: kill %1; wait %1"])
        }
    }

    @Test("each step has a card for whoever teaches it, with the time of its manifest")
    func teaching() async throws {
        try await with("One") { course in
            let inspection = TeachingLinter(course: try course.course)
            expect(inspection.diagnostics(), equals: ["docs/teaching.md: it can't be read"])
            let cards = """
                ### Step 1: The scaffold
                - **Time.** 20 min, most of it waiting.
                ### Step 2: The greeting
                - **Time.** 40 min 5 s.
                ### Step 4: A face
                """
            try course.write(cards, to: TeachingLinter.path)
            expect(
                inspection.diagnostics(),
                equals: [
                    "docs/teaching.md:3: the card says “40 min 5 s” of its time, step.yml 40 min",
                    "docs/teaching.md:1: there is no card “Step 3: The store”",
                ])
        }
    }
}
