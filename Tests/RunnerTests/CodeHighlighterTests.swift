import TestSupport
import Testing

@testable import CheckpointReader

@Suite("Highlighted code")
struct CodeHighlighterTests {
    /// Returns the coloured tokens, such as `keyword:let`.
    private static func tokens(_ code: String, _ name: String = "swift") throws -> [String] {
        let language = try #require(CodeLanguage.named(name))
        let tokens = CodeHighlighter.tokens(of: code, in: language)
        expect(tokens.map(\.text).joined(), equals: code, "something was lost")
        return tokens.compactMap { token in token.kind.map { "\($0):\(token.text)" } }
    }

    @Test(
        "Swift",
        arguments: [
            ("let a: Int = 0x1F // it", ["keyword:let", "type:Int", "number:0x1F", "comment:// it"]),
            (#"print("a \(b ?? "none") // c", 1.5e3)"#, [#"string:"a \(b ?? "none") // c""#, "number:1.5e3"]),
            ("@Test(\"x\") #expect(x)", ["attribute:@Test", "string:\"x\"", "attribute:#expect"]),
            ("\"\"\"\n  a \"quote\"\n  \"\"\" if", ["string:\"\"\"\n  a \"quote\"\n  \"\"\"", "keyword:if"]),
            (##"#"a "b" \(c)"# in"##, [##"string:#"a "b" \(c)"#"##, "keyword:in"]),
            ("/* a /* b */ c */ try", ["comment:/* a /* b */ c */", "keyword:try"]),
            ("`default` .default .init", ["keyword:init"]),
            ("a.0 1...3 5.m", ["number:0", "number:1", "number:3", "number:5"]),
            ("\"open\nlet", ["string:\"open", "keyword:let"]),
            (#"/\d+ "\"" "#, [#"string:"\"""#]),
        ] as [(String, [String])])
    func swift(code: String, expected: [String]) throws {
        try expect(Self.tokens(code), equals: expected)
    }

    @Test(
        "Others",
        arguments: [
            (
                "sql", "SELECT a -- b\nfrom 'it''s'",
                ["keyword:SELECT", "comment:-- b", "keyword:from", "string:'it'", "string:'s'"]
            ),
            ("yaml", "a-b: true # c\nd: it's", ["key:a-b", "keyword:true", "comment:# c", "key:d"]),
            ("json", "{\"a\": null, \"b\": -1.5}", ["string:\"a\"", "keyword:null", "string:\"b\"", "number:1.5"]),
            ("js", "const a = `x ${b}` // y", ["keyword:const", "string:`x ${b}`", "comment:// y"]),
            ("sh", "if a#b $# # c", ["keyword:if", "comment:# c"]),
            ("dockerfile", "FROM swift:6.2 AS x", ["keyword:FROM", "number:6.2", "keyword:AS"]),
        ])
    func others(language: String, code: String, expected: [String]) throws {
        try expect(Self.tokens(code, language), equals: expected)
    }

    @Test(
        "what is cut short ends with the code",
        arguments: ["\"", "\"\"\"a", "/* a", "\"\\(", "#\"", "`a", "\"\\", "1."])
    func unfinished(code: String) throws {
        _ = try Self.tokens(code)
    }

    @Test("a language that nobody knows has no colours")
    func unknown() {
        expect(CodeLanguage.named("text") == nil)
        expect(CodeLanguage.named("") == nil)
    }
}
