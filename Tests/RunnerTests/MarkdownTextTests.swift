import TestSupport
import Testing

@testable import CheckpointReader
@testable import CheckpointSystem

@Suite("Lessons on a terminal")
struct MarkdownTextTests {
    private static func plain(_ text: String, width: Int = 40) -> String {
        MarkdownText.rendered(text, style: TextStyle(isColoured: false), width: width)
    }

    private static func coloured(_ text: String, width: Int) -> String {
        MarkdownText.rendered(text, style: TextStyle(isColoured: true), width: width)
    }

    @Test("paragraphs are broken at the width, code never")
    func breaking() {
        let code = "let veryLongName = anotherVeryLongName(withAnArgument: 1)"
        expect(
            Self.plain("One two three four\nfive six seven eight nine ten.\n\n```swift\n\(code)\n```\nEnd"),
            equals: """
                One two three four five six seven eight
                nine ten.

                    \(code)
                End

                """)
    }

    @Test("list items hang below their own text, in any depth")
    func lists() {
        expect(
            Self.plain(
                "1. first item that is longer than the line\n2. second\n  - inner item that is also quite long\n"),
            equals: """
                1. first item that is longer than the
                   line
                2. second
                  - inner item that is also quite long

                """)
    }

    @Test("signs within a line become marks; without colour those of code, emphasis and headings stay")
    func inline() {
        let text = "# Head\n\nUse **two stars**, *one* and `a_b` or [this](https://x.test) and [that](a.md); 2 ** 3 [x]"
        expect(
            Self.plain(text, width: 100),
            equals: "# Head\n\nUse two stars, *one* and `a_b` or this (https://x.test) and that; 2 ** 3 [x]\n")
        let coloured = Self.coloured(text, width: 100)
        expect(coloured.hasPrefix("\u{1B}[1;36mHead\u{1B}[0m\n"))
        expect(
            coloured.contains(
                "Use \u{1B}[1mtwo stars\u{1B}[0m, \u{1B}[3mone\u{1B}[0m and \u{1B}[36ma_b\u{1B}[0m or this"))
        expect(coloured.contains("https://x.test"))
    }

    @Test("a link to a page of the book names the command that shows it")
    func bookPages() {
        expect(
            Self.plain("See [it](../../book/store.md#files) and [step 8](../08-sync-engine/lesson.md).", width: 100),
            equals: "See it (`vitals-course read store`) and step 8.\n")
    }

    @Test("where a click opens a link, its address is in the link and not in the text, on each line that it covers")
    func links() {
        let style = TextStyle(isColoured: true, hasLinks: true)
        let text = MarkdownText.rendered(
            "See [the manual of the database that you use](https://x.test/a) for more.", style: style, width: 40)
        let lines = text.split(separator: "\n")
        expect(lines.count, equals: 2)
        expect(
            lines.allSatisfy {
                $0.contains("\u{1B}]8;;https://x.test/a\u{1B}\\\u{1B}[4m") && $0.contains("\u{1B}]8;;\u{1B}\\")
            })
        expect(!Self.coloured("[a](https://x.test/\u{7}b)", width: 40).contains("]8;;"))
    }

    @Test(
        "links are clickable in terminals that say who they are, and not within a multiplexer",
        arguments: [
            (["TERM_PROGRAM": "vscode"], true), (["VTE_VERSION": "7006"], true), (["VTE_VERSION": "4200"], false),
            (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty", "PAGER": "more"], false),
            (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], false), (["WT_SESSION": "1", "PAGER": "less -R"], true),
        ])
    func linkSupport(environment: [String: String], hasLinks: Bool) {
        expect(Terminal.hasLinks(environment), equals: hasLinks)
    }

    @Test("code has its language's colours, which end with each line; output has none")
    func code() {
        let swift = Self.coloured("```swift\nlet a = \"x\" /* one\ntwo */\n```\n", width: 40)
        expect(
            swift,
            equals: """
                    \u{1B}[35mlet\u{1B}[0m a = \u{1B}[32m"x"\u{1B}[0m \u{1B}[2m/* one\u{1B}[0m
                    \u{1B}[2mtwo */\u{1B}[0m

                """)
        let console = Self.coloured("```console\n$ ls -a\nlet it be\n```\n", width: 40)
        expect(console, equals: "    \u{1B}[2m$ \u{1B}[0m\u{1B}[1mls -a\u{1B}[0m\n    let it be\n")
    }

    @Test("a mark that spans a line break begins again on the next line")
    func spanning() {
        let text = MarkdownText.rendered(
            "This is **a very bold statement that is too long** for it", style: TextStyle(isColoured: true), width: 40)
        let lines = text.split(separator: "\n")
        expect(lines.count, equals: 2)
        expect(lines.allSatisfy { $0.contains("\u{1B}[1m") && $0.contains("\u{1B}[0m") })
    }

    @Test("a table that fits has columns")
    func table() {
        expect(
            Self.plain("| a | number |\n|---|--:|\n| one | 1 |\n| `x` *y* | 20 |"),
            equals: """
                a        number
                ───────  ──────
                one           1
                `x` *y*      20

                """)
    }

    @Test("the cells of a wide table are wrapped, the widest column first, and its rows stand apart")
    func wideTable() {
        expect(
            Self.plain(
                "| a | b |\n|---|---|\n| one | a cell that is rather long for a narrow page |\n| two | short |"),
            equals: """
                a    b
                ───  ───────────────────────────────────
                one  a cell that is rather long for a
                     narrow page

                two  short

                """)
    }

    @Test("a table with more columns than fit is a list with the columns' names")
    func narrowTable() {
        let table = """
            | step | what it does | what it needs | what it changes |
            |---|---|---|---|
            | push | sends the dirty rows | a network that answers | the dirty flags of the rows |
            """
        expect(
            Self.plain(table),
            equals: """
                - push
                  what it does: sends the dirty rows
                  what it needs: a network that
                    answers
                  what it changes: the dirty flags of
                    the rows

                """)
    }

    @Test("indented code stays as it was written")
    func indentedCode() {
        expect(Self.plain("    code  here\n"), equals: "    code  here\n")
    }
}
