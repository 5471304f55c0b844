import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCourse
@testable import CheckpointReader
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The book")
struct BookTests {
    /// Runs `body` with a course whose book has a primer that anyone may read, and a tour that opens after step 3.
    private func with(
        _ tour: String, after: String = "<!-- @show hello 1 -->", body: @Sendable (MiniCourse) async throws -> Void
    ) async throws {
        try await Resources.using { resources in
            let course = try MiniCourse(in: try await resources.makeDirectory("vitals-book"))
            try course.write(Self.contents, to: Book.contentsPath)
            try course.write("# Words\n\nAbout [the store](tour.md#code).\n", to: "book/words.md")
            try course.write("# A tour\n\n## Code\n\n" + tour + "\n", to: "book/tour.md")
            try course.write("# After step 2: The greeting\n\n" + after + "\n", to: "steps/02-greeting/after.md")
            try await body(course)
        }
    }

    private static let contents = """
        - title: Primers
          pages: [{name: words}]
        - title: Tours
          pages: [{name: tour, after: 3}]

        """

    private func tour(_ course: MiniCourse) throws -> String {
        let page = try #require(try Book.load(root: course.root).pages.last)
        return try course.projector.page(.book(page)).markdown()
    }

    // MARK: Code

    @Test("the page after a lesson shows the body as the course has it")
    func after() async throws {
        try await with("1") { course in
            let text = try course.projector.page(.after(try #require(try course.course.step(2)))).markdown()
            expect(
                text.contains(
                    """
                    In `Sources/Mini/Greeting.swift`, lines 3–5:

                    ```swift
                    func hello(_ name: String) -> String {
                        "Hello, \\(name)!"
                    }
                    ```
                    """))
        }
    }

    @Test(
        "a page of the book shows a file of the finished system, or a part of it",
        arguments: [
            ("Store.swift", 1...7), ("Store.swift mutating func add", 4...6), ("Store.swift struct Store", 1...7),
            ("Store.swift var names .. names.append", 2...5), ("Store.swift var names", 2...2),
        ])
    func code(reference: String, lines: ClosedRange<Int>) async throws {
        try await with("<!-- @code Sources/Mini/Store/\(reference) -->") { course in
            let words = lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound)–\(lines.upperBound)"
            let text = try tour(course)
            expect(text.contains("In `Sources/Mini/Store/Store.swift`, \(words):\n"))
        }
    }

    @Test("a page of the book shows a file that only the repository has; a page of a step doesn't")
    func repositoryOnly() async throws {
        let reference = "<!-- @code Sources/Runner/Count.swift -->"
        try await with(reference, after: reference) { course in
            try course.write("let count = 1\n", to: "Sources/Runner/Count.swift")
            try expect(tour(course).contains("In `Sources/Runner/Count.swift`, line 1:"))
            let after = try course.projector.page(.after(try #require(try course.course.step(2))))
            #expect(throws: MarkerError.self) { try after.markdown() }
        }
    }

    @Test("a declaration comes with its comment and its attributes; SQL ends at its semicolon")
    func declarations() async throws {
        try await with("1") { course in
            let swift = [
                "import A", "", "/// One.", "@inlinable", "func one(", "    a: Int", ") throws {", "    two()", "",
                "    three()", "}", "", "let x = first", "    .second", "let y = 1",
            ]
            let sql = [
                "CREATE TABLE a (", "    b int", ");", "-- Why.", "CREATE FUNCTION f() AS $$", "BEGIN", "RETURN 1;",
                "END", "$$;", "SELECT 1;",
            ]
            func range(_ text: String, _ lines: [String], _ path: String) throws -> Range<Int> {
                try CodeExtent.declaration(text).range(in: lines, path: path) {
                    MarkerError(file: path, line: 1, message: $0)
                }
            }
            try expect(range("func one", swift, "a.swift"), equals: 2..<11)
            try expect(range("let x", swift, "a.swift"), equals: 12..<14)
            try expect(range("CREATE TABLE", sql, "a.sql"), equals: 0..<3)
            try expect(range("CREATE FUNCTION", sql, "a.sql"), equals: 3..<9)
            #expect(throws: MarkerError.self) { try range("func two", swift, "a.swift") }
            #expect(throws: MarkerError.self) { try range("let", swift, "a.swift") }
        }
    }

    @Test(
        "a reference that leads nowhere is reported with file and line",
        arguments: [
            ("@code Sources/Mini/None.swift", "Sources/Mini/None.swift doesn't exist here"),
            (
                "@code Sources/Mini/Store/Store.swift class",
                "no line of Sources/Mini/Store/Store.swift begins with “class”"
            ),
            (
                "@code",
                "@code takes a path, and words that begin a declaration, or a first .. and a last line"
            ),
            ("@wrong rude", "only a page of a step can refer to this"),
            ("@tests", "only a page of a step can refer to this"),
        ])
    func broken(reference: String, message: String) async throws {
        try await with("<!-- \(reference) -->") { course in
            let diagnostics = try BookLinter(projector: course.projector).diagnostics()
            expect(diagnostics, equals: ["book/tour.md:5: \(message)"])
        }
    }

    // MARK: Inspection

    @Test("a page may not show what its reader has still to write; names and files must fit the contents")
    func inspection() async throws {
        try await with("<!-- @code Sources/Mini/Store/Store.swift -->") { course in
            try expect(BookLinter(projector: course.projector).diagnostics(), equals: [])
            try course.write(
                Self.contents.replacing("tour, after: 3", with: "tour, after: 2")
                    + "- {title: No, pages: [{name: store}]}\n",
                to: Book.contentsPath)
            try course.write("# Store\n", to: "book/store.md")
            try course.write("# Lost\n", to: "book/lost.md")
            try course.write("# Words\n\n[gone](tour.md#gone)\n", to: "book/words.md")
            try expect(
                BookLinter(projector: course.projector).diagnostics(),
                equals: [
                    "book/contents.yml: the name store is taken",
                    "book/lost.md: book/contents.yml doesn't list it",
                    "book/words.md:3: the link to tour.md#gone is dead",
                    "book/tour.md:1: it shows the body of add, but opens before step 3",
                ])
        }
    }

    @Test("the page after a lesson shows every body of the step")
    func unshown() async throws {
        try await with("1", after: "No code.") { course in
            let linter = LessonLinter(projector: try course.projector, step: try #require(try course.course.step(2)))
            expect(linter.diagnostics().contains("steps/02-greeting/after.md:1: it doesn't show the body of hello"))
        }
    }

    @Test("the files that no page names or shows are listed")
    func unmentioned() async throws {
        @Sendable func paths(_ course: MiniCourse) throws -> [String] {
            try UnmentionedFiles(projector: course.projector, folders: ["Sources/Mini/Store/"]).paths
        }
        try await with("1", after: "1") { course in
            try expect(paths(course), equals: ["Sources/Mini/Store/Given.swift"])
        }
        try await with("<!-- @code Sources/Mini/Store/Given.swift -->", after: "1") { course in
            try expect(paths(course), equals: [])
        }
        try await with("`Given.swift` is given.", after: "1") { course in
            try expect(paths(course), equals: [])
        }
    }

    // MARK: The site

    @Test("outside a workspace, read shows a page with a solution, and says beforehand what it gives away")
    func outside() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.mini.write(Self.contents, to: Book.contentsPath)
            try fixture.mini.write("# Words\n\nOne.\n", to: "book/words.md")
            try fixture.mini.write("# A tour\n\nTwo.\n", to: "book/tour.md")
            let folder = fixture.mini.root
            let list = try await fixture.run("read", "--book", "--plain", from: folder)
            expect(list.standardOutput.contains("A tour (shows the solution of step 3)"), "\(list)")
            expect(!list.standardOutput.contains("Words ("), "\(list)")
            let tour = try await fixture.run("read", "tour", "--plain", from: folder)
            expect(tour.standardOutput.contains("Two."), "\(tour)")
            expect(tour.standardError.contains("This page shows the solution of step 3."), "\(tour)")
            let words = try await fixture.run("read", "words", "--plain", from: folder)
            expect(words.standardOutput.contains("One.") && words.standardError.isEmpty, "\(words)")

            let own = try await fixture.run("read", "--book", "--plain")
            expect(own.standardOutput.contains("A tour (opens when step 3 has passed)"), "\(own)")
            let locked = try await fixture.run("read", "tour", "--plain")
            expect(locked.exitStatus == 3 && !locked.standardOutput.contains("Two."), "\(locked)")
        }
    }

    @Test("pages with solutions open for a learner once the step has passed, and are open to anyone else")
    func locks() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.mini.write(Self.contents, to: Book.contentsPath)
            try fixture.mini.write("# Words\n\nOne.\n", to: "book/words.md")
            try fixture.mini.write("# A tour\n\nTwo.\n", to: "book/tour.md")
            try fixture.mini.write("# After step 2: The greeting\n\nThree.\n", to: "steps/02-greeting/after.md")
            func text(_ name: String, of site: CourseSite) throws -> String {
                String(decoding: try #require(try site.file(name)).contents, as: UTF8.self)
            }
            let anyone = try CourseSite(root: fixture.mini.root)
            expect(anyone.names.contains("02-greeting-after.html") && anyone.names.contains("tour.html"))
            try expect(text("tour.html", of: anyone).contains("Two."))
            try expect(text("02-greeting-after.html", of: anyone).contains("Three."))

            let learner = try CourseSite(root: fixture.mini.root, workspace: fixture.workspace)
            try expect(text("words.html", of: learner).contains("One."))
            let locked = try text("02-greeting-after.html", of: learner)
            expect(
                !locked.contains("Three.") && locked.contains("It opens when <a href=\"02-greeting.html\">step 2</a>"))
            try expect(text("index.html", of: learner).contains("A tour</a> · opens after step 3"))

            try await fixture.walk(to: 3)
            let later = try CourseSite(root: fixture.mini.root, workspace: fixture.workspace)
            try expect(text("02-greeting-after.html", of: later).contains("Three."))
            try expect(text("index.html", of: later).contains("href=\"02-greeting-after.html\">how we wrote it"))
            try expect(!text("tour.html", of: later).contains("Two."))
        }
    }
}
