import Testing

@testable import CheckpointReader
@testable import CheckpointSystem

@Suite("Lessons on a terminal")
struct MarkdownTextTests {
    private static func plain(_ text: String, width: Int = 40) -> String {
        MarkdownText.rendered(text, style: TextStyle(isColoured: false), width: width)
    }

    @Test("paragraphs are broken at the width, code never")
    func breaking() {
        let code = "let veryLongName = anotherVeryLongName(withAnArgument: 1)"
        #expect(
            Self.plain("One two three four\nfive six seven eight nine ten.\n\n```swift\n\(code)\n```\nEnd") == """
                One two three four five six seven eight
                nine ten.

                    \(code)
                End

                """)
    }

    @Test("list items hang below their own text, in any depth")
    func lists() {
        #expect(
            Self.plain(
                "1. first item that is longer than the line\n2. second\n  - inner item that is also quite long\n")
                    == """
                    1. first item that is longer than the
                       line
                    2. second
                      - inner item that is also quite long

                    """)
    }

    @Test("signs within a line become marks; without colour nothing but the words is left")
    func inline() {
        let text = "# Head\n\nUse **two stars** and `a_b` or [this](https://x.test) and [that](a.md); 2 ** 3 [x]"
        #expect(
            Self.plain(text, width: 100)
                == "Head\n\nUse two stars and `a_b` or this (https://x.test) and that; 2 ** 3 [x]\n")
        let coloured = MarkdownText.rendered(text, style: TextStyle(isColoured: true), width: 100)
        #expect(coloured.hasPrefix("\u{1B}[1;36mHead\u{1B}[0m\n"))
        #expect(coloured.contains("Use \u{1B}[1mtwo stars\u{1B}[0m and \u{1B}[36m`a_b`\u{1B}[0m or this"))
    }

    @Test("a mark that spans a line break begins again on the next line")
    func spanning() {
        let text = MarkdownText.rendered(
            "This is **a very bold statement that is too long** for it", style: TextStyle(isColoured: true), width: 40)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("\u{1B}[1m") && $0.contains("\u{1B}[0m") })
    }

    @Test("tables and indented code stay as they were written")
    func tables() {
        let table = "| a | b |\n|---|---|\n| one that is rather long | and another that is longer |"
        #expect(Self.plain(table) == table + "\n")
        #expect(Self.plain("    code  here\n") == "    code  here\n")
    }
}
