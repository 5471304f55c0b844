import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointReader

@Suite("Lessons as HTML")
struct PageHTMLTests {
    private static func step(_ number: Int) -> Step {
        Step(
            number: number, id: "0\(number)-step", title: "Step", aim: "", proves: "", time: ExpectedTime(90, 90),
            requires: [],
            owns: [],
            needs: [], products: [], tests: [], isComing: false)
    }

    private static let course = Course(
        root: "/nowhere", version: "1", frontend: nil, steps: [step(1), step(2)], repositoryFolders: [],
        runnerFolders: [])

    private static var links: PageLinks {
        PageLinks(path: "steps/01-step/lesson.md", pages: course.steps.map(PageID.lesson) + [.after(course.steps[1])])
    }

    private static func renderer() -> PageHTML {
        PageHTML(links: links, reserved: ["main"])
    }

    private static func html(_ text: String) -> String {
        var renderer = renderer()
        return renderer.html(MarkdownParser.blocks(text)).text
    }

    @Test(
        "nothing that is written in a lesson becomes a tag or an attribute",
        arguments: [
            "<script>alert(1)</script>", "# <b x=\"'\">", "`<i>`", "- <u>", "| <a> |\n|---|\n| <b> |", "**<s>**",
            "```swift\n\"<em>\" <em>\n```", "```console\n$ echo <x>\n<y>\n```", "```text\n<z>\n```", "> <q>",
            "<details><summary><img src=x></summary>\n<hr>\n</details>", "[<b>](https://x.test/\"onclick=\"<)",
        ])
    func escaping(text: String) {
        let html = Self.html(text)
        let known = Set(
            "h1 code ul li div table thead tr th tbody td strong pre span samp kbd blockquote p details summary a figure"
                .split(separator: " "))
        for tag in html.matches(of: /<\/?([^\s>]*)([^>]*)>/) {
            expect(known.contains(tag.1), "<\(tag.1)> in \(html)")
            expect(!tag.2.contains("onclick=\""), "\(html)")
        }
        expect(html.contains("&lt;"))
    }

    @Test("a text in a literal is escaped, HTML in it is not")
    func interpolation() {
        let inner: HTML = "<b>\("a & 'b'")</b>"
        expect(
            ("<i title=\"\("\"<>")\">\(inner)\(3)</i>" as HTML).text,
            equals: "<i title=\"&quot;&lt;&gt;\"><b>a &amp; &#39;b&#39;</b>3</i>")
    }

    @Test("headings have anchors as GitHub makes them, each once, and none that the page needs")
    func anchors() {
        var renderer = Self.renderer()
        let html = renderer.html(MarkdownParser.blocks("## Your `task`\n## Your task\n### Main")).text
        expect(
            html,
            equals: """
                <h2 id="your-task">Your <code>task</code></h2>
                <h2 id="your-task-1">Your task</h2>
                <h3 id="main-1">Main</h3>

                """)
        expect(renderer.headings.map(\.anchor), equals: ["your-task", "your-task-1", "main-1"])
        expect(renderer.headings.map(\.level), equals: [2, 2, 3])
    }

    @Test("each wrong answer leads to the heading of its mistake")
    func mistakes() {
        var renderer = Self.renderer()
        let html = renderer.html([
            MarkdownBlock(content: .heading(level: 3, text: "Keeping mine"), isSpaced: false),
            MarkdownBlock(
                content: .mistake(number: 5, names: ["keeps-local", "naive"], says: ["a < b", "c"]), isSpaced: false),
        ]).text
        expect(
            html,
            equals: """
                <h3 id="keeping-mine"><span id="mistake-keeps-local"></span><span id="mistake-naive"></span>Keeping mine</h3>
                <p class="symptom"><strong>Mistake 5.</strong> The check says: <q>a &lt; b</q> · <q>c</q></p>

                """)
    }

    @Test("an answer is folded")
    func details() {
        expect(
            Self.html("<details><summary>An `answer`</summary>\n\nYes.\n\n</details>"),
            equals: """
                <details class="answer"><summary>An <code>answer</code></summary>
                <p>Yes.</p>
                </details>

                """)
    }

    @Test("tables say which cells are headers, and of what")
    func tables() {
        expect(
            Self.html("| | b |\n|---|--:|\n| x | 1 |"),
            equals: """
                <div class="table"><table><thead><tr><td></td><th scope="col" class="trailing">b</th></tr></thead>
                <tbody>
                <tr><th scope="row">x</th><td class="trailing">1</td></tr>
                </tbody></table></div>

                """)
    }

    @Test("short items are lines, longer ones paragraphs; lists stand within items; numbers begin where they begin")
    func lists() {
        expect(
            Self.html("3. a\n4. b\n   - c"),
            equals: """
                <ol start="3">
                <li>a</li>
                <li>b<ul>
                <li>c</li>
                </ul>
                </li>
                </ol>

                """)
        expect(Self.html("- a\n\n- b").contains("<li><p>a</p>"))
    }

    @Test("a diagram has the name of the heading above, and its text stays a text")
    func diagrams() {
        expect(
            Self.html("## Trap: `a` & \"b\"\n```text\nx < y\n```"),
            equals: """
                <h2 id="trap-a--b">Trap: <code>a</code> &amp; &quot;b&quot;</h2>
                <figure aria-label="Diagram: Trap: a &amp; &quot;b&quot;"><pre class="diagram">x &lt; y</pre></figure>

                """)
    }

    @Test("arrows and boxes are drawn, and every word is still a text in its place")
    func drawings() throws {
        let timeline = try #require(
            Diagram([
                " phone A                server",
                "   push 71 -----------> takes 71",
                "             X <------- accepted",
            ]))
        let html = timeline.html(title: "A & B").text
        expect(html.contains("aria-label=\"Diagram: A &amp; B\""))
        for words in ["phone A", "server", "push 71", "takes 71", "X", "accepted"] {
            expect(html.contains(">\(words)</text>"), "\(words)")
        }
        expect(html.matches(of: /<path/).count, equals: 2, "a head for each arrow")
        expect(html.matches(of: /class="life"/).count, equals: 2, "a lifeline for each phone and server")
        expect(html.contains("class=\"lost\""))

        let states = try #require(Diagram(["+------+  go  +-----+", "| idle | ---> | v x |", "+------+      +-----+"]))
        let boxes = states.html(title: "S").text
        expect(!boxes.contains("class=\"life\""))
        expect(boxes.contains(">idle</text>") && boxes.contains(">go</text>") && boxes.contains(">v x</text>"))
        expect(boxes.matches(of: /<line/).count, equals: 4 + 4 + 1, "two edges and two sides a box, and an arrow")

        expect(Diagram(["a -> b", "--json", "x < y"]) == nil, "no drawing")
        expect(Diagram([]) == nil)
    }

    @Test("code from the course stands in a figure with its place")
    func captions() {
        var renderer = Self.renderer()
        let figure = CodeFigure(
            caption: "In `A.swift`, line 3; yours replaces 2 lines", isWrong: false, language: "swift",
            lines: ["let a = 1"])
        expect(
            renderer.html([MarkdownBlock(content: .figure(figure), isSpaced: false)]).text,
            equals: """
                <figure><figcaption>In <code>A.swift</code>, line 3; yours replaces 2 lines</figcaption>
                <pre><code><span class="keyword">let</span> a = <span class="number">1</span></code></pre></figure>

                """)
    }

    @Test(
        "links to lessons lead to their pages, others to where they lead; files are named",
        arguments: [
            ("../02-step/lesson.md#your-task", .address("02-step.html#your-task")), ("#here", .address("#here")),
            ("https://x.test/a", .address("https://x.test/a")), ("../../course.md", .address("index.html")),
            ("../../docs/protocol.md", .file("docs/protocol.md")),
            ("../02-step/after.md", .address("02-step-after.html")),
            ("javascript:alert(1)", .file("javascript:alert(1)")),
            ("../03-none/lesson.md", .file("steps/03-none/lesson.md")), ("/etc/passwd", .file("/etc/passwd")),
        ] as [(String, PageLinks.Target)])
    func links(link: String, target: PageLinks.Target) {
        expect(Self.links.target(link), equals: target)
    }

    @Test("what is typed into a terminal is told from what it prints")
    func console() {
        expect(
            Self.html("```console\n$ swift build\n> --quiet\nBuild complete!\n```").contains(
                """
                <span class="prompt">$ </span><kbd>swift build</kbd>
                <span class="prompt">&gt; </span><kbd>--quiet</kbd>
                <samp>Build complete!</samp>
                """))
    }
}
