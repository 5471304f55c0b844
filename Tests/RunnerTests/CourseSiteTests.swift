import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointReader
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("The pages of the course")
struct CourseSiteTests {
    private static func text(_ name: String, of site: CourseSite) throws -> String {
        String(decoding: try #require(try site.file(name)).contents, as: UTF8.self)
    }

    private static func site(_ fixture: WorkspaceFixture) throws -> CourseSite {
        try CourseSite(root: fixture.mini.root, workspace: fixture.workspace)
    }

    @Test("the contents show every step as status does: passed, changed, skipped, now, locked and why, coming")
    func contents() async throws {
        try await WorkspaceFixture.with { fixture in
            let first = try Self.text("index.html", of: try Self.site(fixture))
            expect(first.contains("<strong>Step 1 of 4</strong>, 0 passed"))
            expect(first.contains("</span> locked</span> · 1 h · needs step 2"))
            expect(first.contains("<li class=\"now\" aria-current=\"step\">\n<span class=\"ordinal\">1</span>"))
            expect(!first.contains("href=\"04-face.html\""))
            expect(first.contains("<b>A face</b>"))
            expect(first.contains("Next: ./vitals-course read 1, then edit"))

            try await fixture.walk(to: 3)
            try fixture.write("// mine\n", to: "Sources/Mini/Greeting.swift")
            let later = try Self.text("index.html", of: try Self.site(fixture))
            expect(later.contains("<li class=\"passed\">\n<span class=\"ordinal\">1</span>"))
            expect(later.contains("changed</span> · 40 min · changed since it passed: Sources/Mini/Greeting.swift"))
            expect(later.contains("<progress aria-label=\"Steps passed\" value=\"2\" max=\"4\">"))
        }
    }

    @Test("a step has its lesson, its neighbours and its outline; code stands in it with its place")
    func step() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.mini.write(
                "# Step 3\n\n## The `store`\n\n### In it\n\n<!-- @show store -->\n", to: "steps/03-store/lesson.md")
            let page = try Self.text("03-store.html", of: try Self.site(fixture))
            expect(page.contains("<title>Step 3: The store · Vitals, the course</title>"))
            expect(
                page.contains(
                    "<li><a href=\"#the-store\">The <code>store</code></a>\n<ol>\n<li><a href=\"#in-it\">In it</a></li>"
                ))
            expect(page.contains("<figcaption>In <code>Sources/Mini/Store/Store.swift</code>, lines 1–2</figcaption>"))
            expect(page.contains("rel=\"prev\" href=\"02-greeting.html\""))
            expect(!page.contains("rel=\"next\""))
            try expect(
                Self.text("02-greeting.html", of: try Self.site(fixture)).contains(
                    "rel=\"next\" href=\"03-store.html\""))
        }
    }

    @Test("hints are folded, one by one, and say which were opened; a step that is not begun has none yet")
    func hints() async throws {
        try await WorkspaceFixture.with { fixture in
            let locked = try Self.text("03-store.html", of: try Self.site(fixture))
            expect(locked.contains("Hints come with the step. Step 3 (The store) is locked"))
            expect(!locked.contains("The hint number 1"))
            try await fixture.walk(to: 3)
            _ = try await fixture.run("hint", "3", "add")
            let page = try Self.text("03-store.html", of: try Self.site(fixture))
            expect(
                page.contains(
                    """
                    <details class="hint" data-note="notes/03-store/add/1">
                    <summary>Hint 1: where to look <span class="seen">opened before</span></summary>
                    <p>The hint number 1 for add.</p>
                    """))
            expect(
                page.contains("data-note=\"notes/03-store/goodbye/3\">\n<summary>Hint 3: nearly the code</summary>"))
            expect(!page.contains("<details open"))
        }
    }

    @Test("code with which a hint begins stays code")
    func codeInHints() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.mini.write("# manifest\n\n## 1\n\n    let a\n    let b\n", to: "steps/01-scaffold/hints.md")
            let page = try Self.text("01-scaffold.html", of: try Self.site(fixture))
            expect(page.contains("<pre><code>let a\nlet b</code></pre>"))
        }
    }

    @Test("a progress that can't be read is told, and the lessons are there all the same")
    func damagedProgress() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.write("{", to: ".vitals/progress.json")
            let site = try Self.site(fixture)
            try expect(Self.text("index.html", of: site).contains("progress.json is damaged"))
            try expect(Self.text("02-greeting.html", of: site).contains("Step 2: the greeting"))
        }
    }

    @Test("a copy has every page, relative links that all lead somewhere, and nothing of anybody's progress")
    func copy() async throws {
        try await WorkspaceFixture.with { fixture in
            try await fixture.walk(to: 3)
            let run = try await fixture.run("read", "--web", "--to", "../copy")
            expect(run.succeeded, "\(run.standardError)")
            let folder = fixture.folder + "/copy"
            expect(run.standardOutput, equals: "8 files in \(folder); begin with index.html.\n")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            expect(names.count, equals: 8)
            for name in names where name.hasSuffix(".html") {
                let page = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                expect(!page.contains("passed") && !page.contains("data-note"), "\(name)")
                for link in page.matches(of: /(?:href|src)="([^"#]*)/)
                where !link.1.isEmpty && !link.1.hasPrefix("https://") {
                    expect(names.contains(String(link.1)), "\(name): \(link.1)")
                }
            }
            try expect(
                String(contentsOfFile: folder + "/03-store.html", encoding: .utf8).contains(
                    "Hint 3: nearly the code"))
        }
    }

    @Test(
        "the front page shows two phones at work, the time, the first commands and every chapter; a learner's has none of it"
    )
    func front() async throws {
        let site = try CourseSite(root: PackageFiles.root, repository: "https://example.org/me/vitals")
        let page = try Self.text("index.html", of: site)
        expect(page.contains("<img src=\"demo.svg\" width=\"900\" height=\"762\" alt=\"Two phones and a server"))
        let picture = try Self.text("demo.svg", of: site)
        expect(picture.contains("viewBox=\"0 0 900 762\"") && picture.contains("prefers-reduced-motion: no-preference"))
        expect(!picture.contains("http://") || picture.matches(of: /https?:/).count == 1, "only the name of the format")
        expect(site.names.contains("demo.svg"))
        let course = try Course.load(root: PackageFiles.root)
        expect(page.contains(course.linearSteps.map(\.time).hours))
        for words in [
            "git clone https://example.org/me/vitals vitals", "./vitals-course demo",
            "./vitals-course start ../my-vitals",
            "https://example.org/me/vitals/discussions/categories/q-a",
        ] { expect(page.contains(words), "\(words)") }
        for step in course.steps { expect(page.contains("href=\"\(step.pageName)\""), "\(step.id)") }
        let unnamed = try Self.text("index.html", of: try CourseSite(root: PackageFiles.root))
        expect(!unnamed.contains("git clone") && !unnamed.contains("discussions"))

        try await WorkspaceFixture.with { fixture in
            try fixture.mini.write("<svg/>", to: "docs/demo.svg")
            let learner = try Self.site(fixture)
            expect(try learner.file("demo.svg") == nil && !learner.names.contains("demo.svg"))
            expect(!(try Self.text("index.html", of: learner).contains("<img")))
            let run = try await fixture.run(
                "read", "--web", "--to", "../copy", "--repository", "https://example.org/me/mini")
            expect(run.standardOutput.hasPrefix("9 files"), "\(run.standardOutput)\(run.standardError)")
            let copy = try String(contentsOfFile: fixture.folder + "/copy/index.html", encoding: .utf8)
            expect(copy.contains("git clone https://example.org/me/mini vitals"))
        }
    }

    @Test("the whole course on one page has an anchor for each link, each once, and every page of the course")
    func whole() throws {
        let site = try CourseSite(root: PackageFiles.root)
        let page = try Self.text("whole.html", of: site)
        let anchors = page.matches(of: /id="([^"]+)"/).map { String($0.1) }
        let known = Set(anchors)
        expect(known.count, equals: anchors.count, "no anchor is there twice")
        let links = page.matches(of: /href="#([^"]+)"/).map { String($0.1) }
        expect(Set(links).isSubset(of: known), "these lead nowhere: \(Set(links).subtracting(known))")
        expect(links.count > 100)
        let pages = site.names.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }
        expect(Set(pages).subtracting(known).sorted(), equals: ["index", "whole"])
    }

    @Test("a learner's whole course leaves out what is still locked")
    func wholeOfLearner() async throws {
        try await WorkspaceFixture.with { fixture in
            try fixture.mini.write("# After\n\nSo we wrote it.\n", to: "steps/02-greeting/after.md")
            let before = try Self.text("whole.html", of: try Self.site(fixture))
            expect(!before.contains("So we wrote it") && before.contains("once their step has passed: 1"))
            try await fixture.walk(to: 3)
            try expect(Self.text("whole.html", of: try Self.site(fixture)).contains("So we wrote it"))
        }
    }

    @Test(
        "a slip with --web exits 2 and says what is wrong",
        arguments: [
            (["--port", "8000"], "--port is for --web"), (["--to", "x"], "--to is for --web"),
            (["--web", "--port", "70000"], "0 to 65535"), (["--web", "--port=-1"], "0 to 65535"),
            (["--web", "17"], "steps 1 to 4"), (["--web", "greting"], "Did you mean \"greeting\"?"),
            (["--web", "--answers"], "a click unfolds them"), (["--web", "2", "--to", "x"], "Leave out the page"),
            (["--web", "--port", "1", "--to", "x"], "Leave out --port"),
            (["--web", "2", "--mistake", "x"], "explain a mistake \"x\""),
            (["--web", "--repository", "https://example.org/a/b"], "--repository is for --to"),
            (["--web", "--to", "x", "--repository", "example.org"], "takes an address such as"),
            (["--web", "--to", "x", "--repository", "https://example.org/a b; rm"], "takes an address such as"),
        ])
    func slips(arguments: [String], says: String) async throws {
        try await WorkspaceFixture.with { fixture in
            var command = fixture.command(["read"] + arguments)
            command.timeoutSeconds = 20
            let result = try await command.capture()
            expect(result.ending, equals: "exit status 2")
            expect(result.standardError.contains(says), "\(result.standardError)")
        }
    }

    @Test("a mistake's number and each of its names lead to its paragraph", arguments: ["1", "rude", "mute"])
    func mistake(word: String) async throws {
        try await WorkspaceFixture.with { fixture in
            for name in ["rude", "mute"] {
                try fixture.mini.write(
                    "// replaces: hello\n// refused by: Step02GreetingTests/hello()\n// says: nobody\n\n    \"\"\n",
                    to: "steps/02-greeting/wrong/\(name).swift")
            }
            try fixture.mini.write(
                "# Step 2\n\n### Nobody\n<!-- @mistake rude mute -->\nText.\n", to: "steps/02-greeting/lesson.md")
            var command = fixture.command(["read", "--web", "2", "--mistake", word, "--json"])
            // It serves until somebody ends it.
            let script = "exec 3< <(exec \"$0\" \"$@\"); read -r line <&3; kill $!; wait $!; printf %s \"$line\""
            command.arguments = ["-c", script, command.executable] + command.arguments
            command.executable = "bash"
            let run = try await command.capture()
            let anchor = try #require(run.standardOutput.firstMatch(of: /02-greeting\.html#([^"]+)"/)?.1)
            let page = try Self.text("02-greeting.html", of: try Self.site(fixture))
            expect(page.contains("<span id=\"\(anchor)\"></span>"), "\(run.standardOutput)")
        }
    }

    @Test("a port that is taken exits 1 and says so; a step that is coming exits 3")
    func taken() async throws {
        try await WorkspaceFixture.with { fixture in
            let listener = try LoopbackListener()
            let result = try await fixture.run("read", "--web", "--port", "\(listener.port)")
            expect(result.ending, equals: "exit status 1")
            expect(
                result.standardError.contains(
                    "Port \(listener.port) of this machine can't be used: Address already in use"))
            try await expect(fixture.run("read", "--web", "4").ending, equals: "exit status 3")
        }
    }
}
