import StepSupport
import TestSupport
import Testing

@testable import CheckpointCourse
@testable import CheckpointReader

@Suite("Drawings made from text")
struct DiagramTests {
    @Test("a timeline with lines of ─ has its arrows, the rules below its names, and its lifelines")
    func boxDrawing() throws {
        let html = try #require(
            Diagram([
                "  phone               server",
                "  ─────               ──────",
                "  sync ── token b ──> 401, and A's",
                "       X <─────────── a response",
                "  row := 1 <───────── pull",
            ])
        ).html(title: "T").text
        expect(html.matches(of: /<path/).count, equals: 3, "a head for each arrow")
        expect(html.matches(of: /<line x1/).count, equals: 2 + 2 + 1 + 1, "two rules, a divided arrow, two arrows")
        expect(html.matches(of: /class="life"/).count, equals: 2)
        expect(html.contains("class=\"lost\""))
        for words in ["sync", "token b", "401, and A&#39;s", "row := 1", "pull"] {
            expect(html.contains(">\(words)</text>"), "\(words)")
        }
        expect(!html.contains("─"), "each line is drawn")
    }

    @Test("boxes of │ and corners are boxes")
    func boxes() throws {
        let html = try #require(Diagram(["┌──────┐      ┌─────┐", "│ idle │ ───> │ v x │", "└──────┘      └─────┘"]))
            .html(title: "S").text
        expect(html.matches(of: /<line/).count, equals: 4 + 4 + 1)
        expect(html.contains(">idle</text>") && html.contains(">v x</text>") && !html.contains("class=\"life\""))
    }

    @Test("what happens in turn to several is a timeline, even if no message passes")
    func columns() throws {
        let html = try #require(
            Diagram([
                " push A          push B", "   draws 9", "                   draws 10", "   commits       waits",
            ])
        ).html(title: "T").text
        expect(html.matches(of: /class="life"/).count, equals: 2)
        expect(html.contains(">draws 10</text>"))
        for text in [
            ["HTTP/1.1 200 OK", "Content-Type: text/plain", "", "{}"],
            [" one word       another word", " and a sentence that runs through both", " and on"],
            ["  3  <  4 by A", "", "  merge(4, 5)"], [" this one       that one", " only this"],
        ] {
            expect(Diagram(text) == nil, "no drawing: \(text)")
        }
    }

    @Test("a message that's lost has its line, whichever way it went")
    func lost() throws {
        let html = try #require(Diagram(["A        server", "push ---X", "    X---- responds"])).html(title: "T").text
        expect(html.matches(of: /<line x1/).count, equals: 2)
        expect(html.matches(of: /class="lost"[^>]*>X</).count, equals: 2)
        expect(Diagram(["curl --json X", "curl -X POST --data X"]) == nil)
    }

    @Test("each timeline of the course is drawn")
    func everyTimeline() throws {
        let course = try Course.load(root: TestPaths.root)
        let projector = Projector(course: course)
        var (drawn, missing) = (0, [String]())
        for page in try course.pages() {
            for lines in Self.texts(in: try projector.page(page).blocks()) {
                if Diagram(lines) != nil {
                    drawn += 1
                } else if Self.isTimeline(lines) {
                    missing.append("\(page.path): \(lines.joined(separator: "\n"))")
                }
            }
        }
        expect(missing, equals: [])
        expect(drawn >= 55, "\(drawn)")
    }

    /// Returns the blocks of text, wherever they stand.
    private static func texts(in blocks: [MarkdownBlock]) -> [[String]] {
        blocks.flatMap { block -> [[String]] in
            switch block.content {
            case .code("text", let lines): [lines]
            case .list(let list): list.items.flatMap { texts(in: $0.blocks) }
            case .quotation(let inner), .details(_, let inner): texts(in: inner)
            default: []
            }
        }
    }

    /// True if a person would read the text as a timeline: it has an arrow, a line, or names side by side above what happens.
    private static func isTimeline(_ lines: [String]) -> Bool {
        if lines.contains(where: { $0.contains(/─|│|-->|<--/) }) { return true }
        let names = (lines.first ?? "").split(separator: /\s{2,}/)
        return lines.count > 3 && names.count > 1 && names.allSatisfy { $0.contains(/^[A-Za-z]\w\w/) }
    }
}
