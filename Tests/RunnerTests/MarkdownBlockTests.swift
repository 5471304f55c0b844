import TestSupport
import Testing

@testable import CheckpointCourse

@Suite("Blocks of a lesson")
struct MarkdownBlockTests {
    private static func contents(_ text: String) -> [MarkdownBlock.Content] {
        MarkdownParser.blocks(text).map(\.content)
    }

    private static func paragraph(_ text: String, isSpaced: Bool = false) -> MarkdownBlock {
        MarkdownBlock(content: .paragraph(text), isSpaced: isSpaced)
    }

    @Test("headings, paragraphs and code are told apart, and whether a line is empty before them")
    func plain() {
        expect(
            MarkdownParser.blocks(
                "# One\nTwo\nthree\n\n```swift\n# no heading\n\nlet a\n```\n    four\n\n    five\n\nSix"),
            equals: [
                MarkdownBlock(content: .heading(level: 1, text: "One"), isSpaced: false),
                Self.paragraph("Two three"),
                MarkdownBlock(
                    content: .code(language: "swift", lines: ["# no heading", "", "let a"]), isSpaced: true),
                MarkdownBlock(content: .code(language: "", lines: ["four", "", "five"]), isSpaced: false),
                Self.paragraph("Six", isSpaced: true),
            ])
    }

    @Test("an item holds what is indented below it: text, lists, code")
    func nestedLists() {
        let list = MarkdownList(
            indentation: 0,
            items: [
                .init(
                    sign: "1. ", hang: 3,
                    blocks: [
                        Self.paragraph("one goes on"),
                        MarkdownBlock(
                            content: .list(
                                MarkdownList(
                                    indentation: 0,
                                    items: [
                                        .init(sign: "- ", hang: 2, blocks: [Self.paragraph("inner")], isSpaced: false),
                                        .init(sign: "- ", hang: 2, blocks: [Self.paragraph("last")], isSpaced: false),
                                    ])), isSpaced: false),
                        MarkdownBlock(content: .code(language: "sh", lines: ["ls", "  -a"]), isSpaced: true),
                    ], isSpaced: false),
                .init(sign: "2. ", hang: 3, blocks: [Self.paragraph("two, lazily")], isSpaced: true),
            ])
        let text =
            "1. one\n   goes on\n   - inner\n   - last\n\n   ```sh\n   ls\n     -a\n   ```\n\n2. two,\nlazily\n\nEnd"
        expect(Self.contents(text), equals: [.list(list), .paragraph("End")])
        expect(list.isLoose)
    }

    @Test("a sentence that goes on with a number at the beginning of a line is no list")
    func numbersInSentences() {
        expect(Self.contents("It is version\n2. Then it ends."), equals: [.paragraph("It is version 2. Then it ends.")])
        guard case .list(let list)? = Self.contents("1. It is version\n   2. Then it ends.").first else {
            Issue.record("The list is none.")
            return
        }
        expect(list.items.map(\.blocks), equals: [[Self.paragraph("It is version 2. Then it ends.")]])
    }

    @Test("a fold ends with its own sign, whatever stands in code within it")
    func details() {
        expect(
            Self.contents("<details><summary>Answer</summary>\n\n```\n</details>\n```\n- a\n\n</details>\nEnd"),
            equals: [
                .details(
                    summary: "Answer",
                    blocks: [
                        MarkdownBlock(content: .code(language: "", lines: ["</details>"]), isSpaced: true),
                        MarkdownBlock(
                            content: .list(
                                MarkdownList(
                                    indentation: 0,
                                    items: [.init(sign: "- ", hang: 2, blocks: [Self.paragraph("a")], isSpaced: false)])
                            ),
                            isSpaced: false),
                    ]),
                .paragraph("End"),
            ])
    }

    @Test("a table has a header, alignments and filled rows; a bar with a stroke before it belongs to its cell")
    func table() {
        let table = MarkdownTable(lines: ["| | b | c |", "|---|:-:|--:|", "| x | `a \\| b` |"])
        expect(table.header, equals: ["", "b", "c"])
        expect(table.alignments, equals: [.leading, .centre, .trailing])
        expect(table.rows, equals: [["x", "`a | b`", ""]])
        expect(table.hasRowHeaders)
        expect(MarkdownTable(lines: ["| a |"]).header.isEmpty)
    }

    @Test("quotations hold blocks, comments hold nothing")
    func others() {
        expect(
            Self.contents("> # Said\n>\n> by *whom*\n<!-- not\nseen -->\nEnd"),
            equals: [
                .quotation([
                    MarkdownBlock(content: .heading(level: 1, text: "Said"), isSpaced: false),
                    Self.paragraph("by *whom*", isSpaced: true),
                ]), .paragraph("End"),
            ])
    }

    @Test("what is there as a block already stays where its line stood")
    func insertion() {
        let figure = CodeFigure(caption: nil, isWrong: false, language: "swift", lines: ["a"])
        let lines: [MarkdownParser.Line] = [
            .init(text: "- one"), .init(text: "  <!-- @show a -->", block: .figure(figure)), .init(text: "Two"),
            .init(text: "<!-- @show a -->", block: .figure(figure)), .init(text: "three"),
        ]
        let blocks = MarkdownParser.blocks(lines)
        guard case .list(let list)? = blocks.first?.content else {
            Issue.record("The list is none: \(blocks)")
            return
        }
        expect(list.items.first?.blocks.last?.content, equals: .figure(figure))
        expect(blocks.dropFirst().map(\.content), equals: [.paragraph("Two"), .figure(figure), .paragraph("three")])
    }

    @Test(
        "signs within a line",
        arguments: [
            ("a **b `c**` d** e", [.text("a "), .strong([.text("b "), .code("c**"), .text(" d")]), .text(" e")]),
            ("*one* 2*3*4 and *.md", [.emphasis([.text("one")]), .text(" 2*3*4 and *.md")]),
            ("2 ** 3 ** 4 ``a`b`` \\*x\\*", [.text("2 ** 3 ** 4 "), .code("a`b"), .text(" *x*")]),
            (
                "[a *b*](c.md) [d]",
                [.link(text: [.text("a "), .emphasis([.text("b")])], address: "c.md"), .text(" [d]")]
            ),
            ("an open ` and **", [.text("an open ` and **")]),
        ] as [(String, [MarkdownSpan])])
    func spans(text: String, spans: [MarkdownSpan]) {
        expect(MarkdownSpan.spans(text), equals: spans)
    }

    @Test("a long line of stars that nothing closes is read in one go", .timeLimit(.minutes(5)))
    func stars() {
        let text = String(repeating: "**a *b ", count: 20_000)
        expect(MarkdownSpan.plain(MarkdownSpan.spans(text)), equals: text)
    }
}
